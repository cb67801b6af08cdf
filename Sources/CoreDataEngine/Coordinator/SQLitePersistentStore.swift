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
    let backend = try SQLiteStore(url: url, options: options, model: model, layouts: layouts)
    open(with: backend, metadata: try backend.readMetadata())
  }
}
