import Synchronization

/// Tells stores that want to know which of their objects a context has.
final class RegistrationWatch: Sendable {
  private let isOn = Atomic(false)
  private let stores = Lock<[UInt16: NSIncrementalStore]>([:])

  /// Whether any store wants to know; looked at with every registration.
  @inline(__always) var isActive: Bool { isOn.load(ordering: .relaxed) }

  func add(_ store: NSIncrementalStore) {
    stores.withLock { $0[store.index] = store }
    isOn.store(true, ordering: .relaxed)
  }

  func registered(_ objects: some Sequence<NSManagedObject>, model: CompiledModel) {
    for (store, ids) in ids(of: objects, model) { store.managedObjectContextDidRegisterObjects(with: ids) }
  }

  func unregistered(_ objects: some Sequence<NSManagedObject>, model: CompiledModel) {
    for (store, ids) in ids(of: objects, model) { store.managedObjectContextDidUnregisterObjects(with: ids) }
  }

  private func ids(
    of objects: some Sequence<NSManagedObject>, _ model: CompiledModel
  ) -> [(NSIncrementalStore, [NSManagedObjectID])] {
    let known = stores.withLock { $0 }
    var found: [UInt16: [NSManagedObjectID]] = [:]
    for object in objects where object.key > 0 {
      guard let store = known[object.storeIndex] else { continue }
      found[object.storeIndex, default: []].append(
        NSManagedObjectID(key: object.key, layout: object.layout, model: model, store: store.reference))
    }
    return found.compactMap { index, ids in known[index].map { ($0, ids) } }
  }
}
