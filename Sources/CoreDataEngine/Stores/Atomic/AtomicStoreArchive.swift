/// Lets an atomic store of a program's own take part in a save.
///
/// @unchecked Sendable: used under the lock that lets one save run at a time.
final class AtomicStoreArchive: StoreArchive, @unchecked Sendable {
  private weak var store: NSAtomicStore?
  private let model: CompiledModel

  init(_ store: NSAtomicStore, model: CompiledModel) {
    self.store = store
    self.model = model
  }

  /// Its own code is told of objects alone.
  var takesBatches: Bool { false }

  func keys(for objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64]? {
    let store = try requireStore()
    return objects.map { store.objectID(for: $0.entity, withReferenceObject: store.newReferenceObject(for: $0)).key }
  }

  /// What its code has written cannot be taken back.
  var takesBack: Bool { false }

  func write(_ tables: MemoryTables, changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome {
    try write(changes)
    return .saved
  }

  private func write(_ changes: ChangeSet) throws {
    let store = try requireStore()
    let before = store.nodesByID()
    var values: [(node: NSAtomicStoreCacheNode, cache: NSMutableDictionary?)] = []
    let ids = PermanentIdentifiers(changes.inserted, in: store, model: model)
    do {
      for object in changes.inserted { store.addCacheNodes([store.newCacheNode(for: object)]) }
      for object in changes.updated {
        guard let node = store.cacheNode(for: object.objectID) else { throw missing(object) }
        values.append((node, node.propertyCache?.mutableCopy() as? NSMutableDictionary))
        store.updateCacheNode(node, from: object)
      }
      let removed = Set(changes.deleted.compactMap { store.cacheNode(for: $0.objectID) })
      if !removed.isEmpty {
        store.willRemoveCacheNodes(removed)
        store.removeNodes(removed.map(\.objectID))
      }
      try store.save()
    } catch {
      for (node, cache) in values { node.propertyCache = cache }
      store.setNodes(before)
      ids.takeBack()
      throw error
    }
  }

  private func requireStore() throws -> NSAtomicStore {
    guard let store else { throw NSError.coreData(NSPersistentStoreOperationError, reason: "The store is closed.") }
    return store
  }

  private func missing(_ object: NSManagedObject) -> NSError {
    .coreData(
      NSManagedObjectReferentialIntegrityError, reason: "The store has no node for \(object.objectID).",
      userInfo: [NSAffectedObjectsErrorKey: [object]])
  }
}
