extension NSManagedObjectContext {
  /// Reserves keys in the stores for new objects, and gives them these at once.
  func obtainIDs(_ objects: [NSManagedObject]) throws {
    guard let coordinator = rootCoordinator, !coordinator.persistentStores.isEmpty else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, reason: "There is no persistent store that could give permanent IDs.")
    }
    takeOverSavedKeys()
    var new = objects.filter { $0.key < 0 && $0.registry === existingRegistry && ($0.touched?.permanentKey ?? 0) == 0 }
    if let parent {
      // What was saved to the parent gets the keys that the parent's objects will be saved under.
      let handedOver = new.filter { !$0.state.contains(.inserted) }
      new.removeAll { !$0.state.contains(.inserted) }
      if !handedOver.isEmpty {
        try parent.performAndWait { try parent.obtainIDs(handedOver.compactMap { parent.counterpart(of: $0) }) }
        takeOverSavedKeys()
      }
    }
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
    object.touched?.permanentKey = key
    object.touched?.assignedStore = store.index
    noteSavedKeys(of: [object])
    registry.forget(object)
    object.storeIndex = store.index
    object.key = key
    object.identifier = nil
    registry.insert(object)
  }
}
