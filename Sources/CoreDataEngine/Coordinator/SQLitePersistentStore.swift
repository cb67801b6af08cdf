/// A store in an SQLite file. Follows Apple's `NSSQLiteStoreType`.
final class SQLitePersistentStore: NSPersistentStore {
  override var type: String { NSSQLiteStoreType }

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel
  ) throws {
    guard let url else { throw NSError.coreData(NSPersistentStoreOpenError, reason: "A store needs a URL.") }
    let layouts = entities.compactMap { model.layout(of: $0) }.sorted { $0.index < $1.index }
    try StoreMigration(url: url, options: self.options, model: source, configuration: configurationName)
      .migrateIfNeeded()
    let options = try SQLiteStoreOptions(options)
    let backend = try SQLiteStore(
      url: url, options: options, model: model, layouts: layouts, identity: ObjectIdentifier(reference))
    open(with: backend, metadata: try backend.readMetadata())
  }

  override func didAdd(to coordinator: NSPersistentStoreCoordinator) {
    super.didAdd(to: coordinator)
    (objectStore as? SQLiteStore)?.watchChanges { [weak self, weak coordinator] number in
      guard let self, let coordinator else { return }
      coordinator.postRemoteChange(of: self, transaction: number)
    }
  }

  /// SQLite keeps its files where a symbolic link leads to, and so are they found here; nil for a store in memory.
  private class func files(at url: URL) -> StoreFiles? {
    MemoryDatabase(url) == nil ? StoreFiles(url.resolvingSymlinksInPath()) : nil
  }

  override class func destroyFiles(at url: URL, force: Bool) throws { try files(at: url)?.destroy(force: force) }

  override class func replaceFiles(at destination: URL, withCopyOf source: URL) throws {
    guard let source = files(at: source), let destination = files(at: destination) else {
      throw hasNoFiles(NSSQLiteStoreType)
    }
    try destination.replace(withCopyOf: source)
  }

  override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try SQLiteStore.metadata(at: url)
  }

  override class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
    try SQLiteStore.setMetadata(metadata ?? [:], at: url)
  }
}
