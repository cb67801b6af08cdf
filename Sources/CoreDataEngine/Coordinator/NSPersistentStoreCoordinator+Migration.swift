/// Moving a store to another place or type. Follows Apple's `NSPersistentStoreCoordinator`.
extension NSPersistentStoreCoordinator {
  /// Copies a store's objects to a new store at `URL`, of the type `storeType`, and takes it in place of `store`.
  ///
  /// The old store is no longer the coordinator's; its files stay as they are. Objects, unsaved changes and object IDs go
  /// on with the new store, which has the old one's identifier. Values in files of their own go along. The current
  /// `Progress` is told, and may cancel. `NSPersistentStoreCoordinatorStoresDidChange` names both stores under
  /// `NSUUIDChangedPersistentStoresKey`. Saves of other threads wait; fetches of other threads must not be under way.
  ///
  /// Throws 134000 for an unknown type and for a type of the program's own, 516 when there is a file at `URL`, 134081 when
  /// the coordinator has a store there, 134120 for a cancellation, and the errors of reading and writing; the coordinator
  /// is then as it was, and nothing is left at `URL`.
  public func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
  ) throws -> NSPersistentStore {
    let storeClass = try StoreTypes.storeClass(for: storeType)
    let url = try StoreLocation.normalized(URL, type: storeType)
    if let url, persistentStore(for: url) != nil { throw StoreLocation.duplicate(url) }
    let new = storeClass.init(
      persistentStoreCoordinator: self, configurationName: store.configurationName,
      at: url ?? Foundation.URL(fileURLWithPath: "/dev/null"), options: options)
    if url == nil { new.url = nil }
    let model = compiledModel
    let entities = managedObjectModel.entities(forConfigurationName: store.configurationName) ?? []
    try writing {
      guard persistentStores.contains(where: { $0 === store }) else {
        throw NSError.coreData(NSPersistentStoreOperationError, reason: "The store is not one of this coordinator's.")
      }
      if let url, url.isFileURL, MemoryDatabase(url) == nil, storeType != NSInMemoryStoreType, let old = store.url {
        try FreeSpace().require(FreeSpace.size(of: StoreFiles(old)) + (1 << 16), for: url)
      }
      new.inheritReference(of: store)
      // Other processes cannot write either, until the new store has taken over.
      try store.objectStore.withoutWriters {
        try new.openBackend(model: model, entities: entities, source: managedObjectModel, contentsOf: store)
        replace(store, with: new)
      }
      store.willRemove(from: self)
      try store.shut()
    }
    new.didAdd(to: self)
    MessagePosting.post(
      .NSPersistentStoreCoordinatorStoresDidChange, from: self, [NSUUIDChangedPersistentStoresKey: [store, new]])
    return new
  }

  /// Copies a store's objects to a new store, in the Swift spelling.
  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
  }
}
