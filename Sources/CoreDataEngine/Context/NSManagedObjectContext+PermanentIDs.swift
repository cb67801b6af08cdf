extension NSManagedObjectContext {
  /// Reserves keys in the stores for new objects, and gives them these at once.
  func obtainIDs(_ objects: [NSManagedObject]) throws {
    guard let coordinator = rootCoordinator, !coordinator.persistentStores.isEmpty else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, reason: "There is no persistent store that could give permanent IDs.")
    }
    let new = objects.filter { $0.key < 0 && $0.registry === existingRegistry && ($0.touched?.permanentKey ?? 0) == 0 }
    try coordinator.writing {
      // Objects of one entity may be assigned to different stores.
      let placed = try new.map { (object: $0, store: try coordinator.storeForNew($0)) }
      let groups = Dictionary(grouping: placed) { [Int($0.store.index), $0.object.layout.index] }
      for (_, group) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        let store = group[0].store
        let keys = try store.objectStore(for: self).assignKeys(to: group.map(\.object), in: group[0].object.layout)
        for (member, key) in zip(group, keys) { renameObject(member.object, to: key, store: store) }
      }
    }
  }

  /// Gives a new object its permanent key before it is saved. It stays inserted.
  private func renameObject(_ object: NSManagedObject, to key: Int64, store: NSPersistentStore) {
    let temporary = object.key
    registry.forget(object)
    object.storeIndex = store.index
    object.key = key
    object.identifier = nil
    object.touched?.permanentKey = key
    object.touched?.assignedStore = store.index
    registry.insert(object)
    if !children.isEmpty { savedKeys[temporary] = key }
  }

  /// Notes the permanent keys of saved objects for children that know the temporary ones.
  func recordSavedKeys(_ keys: [Int64: Int64]) {
    children.removeAll { $0.context == nil }
    guard !children.isEmpty else { return }
    savedKeys.merge(keys) { $1 }
  }

  func adopt(_ child: NSManagedObjectContext) {
    queue.sync {
      children.removeAll { $0.context == nil }
      children.append(WeakContext(context: child))
    }
  }
}
