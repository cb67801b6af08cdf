extension NSPersistentStoreCoordinator {
  /// Writes a context's changes: to every store that they concern, or to none. Throws `PartialSave` when the stores have
  /// ended apart all the same.
  func save(_ changes: ChangeSet) throws -> SaveOutcome { try writing { try write(changes) } }

  private func write(_ changes: ChangeSet) throws -> SaveOutcome {
    let parts = try partition(changes)
    for (store, _) in parts where store.isReadOnly { throw StoreLocation.readOnly(store) }
    for (store, _) in parts where store.hasUnsavedMetadata {
      try store.objectStore.writeMetadata(store.metadata)
      store.hasUnsavedMetadata = false
    }
    if parts.count == 1 { return try rows(of: parts[0].0, for: changes).save(parts[0].1, before: nil) }
    return try SaveChain(
      parts.map { SaveChain.Part(store: $0, rows: rows(of: $0, for: changes), changes: $1) }
    ).run()
  }

  private func rows(of store: NSPersistentStore, for changes: ChangeSet) -> any ObjectStore {
    changes.context.map { store.objectStore(for: $0) } ?? store.objectStore
  }

  /// A save without changes, of which only stores with code of their own hear.
  func saveNothing(of context: NSManagedObjectContext) throws {
    for case let store as NSIncrementalStore in persistentStores where !store.isReadOnly {
      _ = try store.execute(NSSaveChangesRequest(inserted: [], updated: [], deleted: [], locked: []), with: context)
    }
  }

  private func partition(_ changes: ChangeSet) throws -> [(NSPersistentStore, ChangeSet)] {
    let all = persistentStores
    if all.count == 1, let only = all.first {
      for object in changes.inserted where object.touched?.assignedStore == nil {
        object.touched?.assignedStore = only.index
      }
      return [(only, changes)]
    }
    var parts: [UInt16: ChangeSet] = [:]
    func put(
      _ object: NSManagedObject, _ index: UInt16, _ list: WritableKeyPath<ChangeSet, ContiguousArray<NSManagedObject>>
    ) {
      var part =
        parts[index]
        ?? ChangeSet(
          contextName: changes.contextName, author: changes.author, context: changes.context, receipt: changes.receipt)
      part[keyPath: list].append(object)
      parts[index] = part
    }
    for object in changes.inserted {
      let store = try storeForNew(object)
      object.touched?.assignedStore = store.index
      put(object, store.index, \.inserted)
    }
    for object in changes.updated { put(object, object.storeIndex, \.updated) }
    for object in changes.deleted { put(object, object.storeIndex, \.deleted) }
    for object in changes.locked { put(object, object.storeIndex, \.locked) }
    try checkReferences(changes)
    return try parts.sorted { $0.key < $1.key }.map { index, part in
      guard let store = store(at: index) else {
        throw NSError.coreData(NSPersistentStoreSaveError, reason: "The store of changed objects has been removed.")
      }
      return (store, part)
    }
  }

  /// A relationship cannot lead from one store to another.
  private func checkReferences(_ changes: ChangeSet) throws {
    func place(_ object: NSManagedObject) -> UInt16 { object.touched?.assignedStore ?? object.storeIndex }
    for object in changes.inserted + changes.updated {
      for property in object.differingProperties where property.isToOne {
        guard let destination = object.destination(of: property), place(destination) != place(object) else { continue }
        throw NSError.coreData(
          NSManagedObjectExternalRelationshipError,
          reason: "The relationship '\(property.name)' of \(object) leads to an object of another store.",
          userInfo: [NSAffectedObjectsErrorKey: [object]])
      }
    }
  }
}
