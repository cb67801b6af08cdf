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

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel,
    contentsOf old: NSPersistentStore
  ) throws {
    guard let url else { throw NSError.coreData(NSPersistentStoreOpenError, reason: "A store needs a URL.") }
    let target = StoreFiles(url.resolvingSymlinksInPath())
    try target.requireFree()
    do {
      if !target.isInMemory, let former = old.objectStore as? SQLiteStore, former.hasFile {
        try target.replace(withCopyOf: StoreFiles(former.url))
        try openBackend(model: model, entities: entities, source: source)
      } else {
        try fill(model: model, entities: entities, contentsOf: old)
      }
      try objectStore.writeMetadata(old.metadata)
      metadata = try objectStore.readMetadata()
      identifier = old.identifier
    } catch {
      try? shut()
      try? target.remove()
      throw error
    }
  }

  /// Makes the store and puts all objects into it, in one transaction.
  private func fill(model: CompiledModel, entities: [NSEntityDescription], contentsOf old: NSPersistentStore) throws {
    guard let url else { return }
    let layouts = entities.compactMap { model.layout(of: $0) }.sorted { $0.index < $1.index }
    let keys = MemoryKeys(rootCount: model.rootCount)
    let tables = try old.contents(model: model, entities: entities, as: type, keys: keys)
    let highest = keys.highest
    let new = try SQLiteStore(
      url: url, options: try SQLiteStoreOptions(options), model: model, layouts: layouts,
      identity: ObjectIdentifier(reference), identifier: old.identifier)
    open(with: new, metadata: try new.readMetadata())
    let files = ExternalDataFiles(of: new.hasFile ? url : nil)
    try new.write { connection in
      try TableFilling(tables, model: model, schema: new.schema, connection: connection, files: files).run {
        highest[$0.rootIndex]
      }
    }
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
