import CoreDataSQLite

/// Migrates a store that is read and written as a whole: in a database in memory, by the statements that migrate an SQLite
/// store, so that all store types follow the same rules. The file is then replaced at one blow.
struct FileMigration {
  let migration: StoreMigration
  let format: any StoreFileFormat
  let source: NSManagedObjectModel
  /// Noted in the metadata: the version after which code of a staged migration is still to run.
  var pendingStage: String?
  var space = FreeSpace()
  /// Called when the file has been read; a test changes it then.
  var didRead: () throws -> Void = {}

  private var url: URL { migration.url }

  /// Throws 134110 when rows do not fit the new model or the file cannot be written or was changed meanwhile, 134111 for
  /// duplicates, 640 when there is too little space, 134120 for a cancellation; the file is then as it was.
  @discardableResult
  func run() throws -> InPlaceMigration.Report {
    let stamp = StoreFile(url: url).stamp
    let progress = Progress(totalUnitCount: 10)
    let result = try progress.part(units: 9, orThrow: MigrationError.cancelled(at: url)) { try carriedOut() }
    try didRead()
    let file = StoreFile(url: url)
    guard file.stamp == stamp else {
      throw MigrationError.failed(at: url, reason: "The store was changed by others in the meantime.", underlying: nil)
    }
    // The new file lies beside the old one until it takes its place.
    try space.require(Int64(result.data.count) + (1 << 16), for: url)
    try progress.part(orThrow: MigrationError.cancelled(at: url)) {
      do {
        try file.write(result.data)
      } catch {
        throw MigrationError.failed(
          at: url, reason: "Cannot migrate store: \(error.localizedDescription)", underlying: error)
      }
    }
    return result.report
  }

  /// The migrated file and what was done, without writing it.
  private func carriedOut() throws -> (data: Data, report: InPlaceMigration.Report) {
    guard let contents = try StoreFile(url: url).read() else {
      throw MigrationError.failed(at: url, reason: "The store is gone.", underlying: nil)
    }
    let metadata = StoreMetadata(given: try format.understood(url) { try format.metadata(of: contents) })
    let options = try SQLiteStoreOptions(migration.options)
    guard !options.isReadOnly else {
      throw try migration.inPlace(from: source, metadata).readOnlyError
    }
    var inPlace = try migration.inPlace(from: source, metadata, options: SQLiteStoreOptions())
    inPlace.space.available = { _ in nil }
    let database = URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)")
    // Each phase has a progress of its own.
    let progress = Progress(totalUnitCount: 8)
    func part<Result>(_ units: Int64, _ body: () throws -> Result) throws -> Result {
      try progress.part(units: units, orThrow: MigrationError.cancelled(at: url), body)
    }
    let older = try part(3) { try filled(database, with: contents, metadata) }
    let report = try part(2) { try older.pool.write { try inPlace.migrate($0) } }
    let data = try part(3) { try withExtendedLifetime(older) { try read(database, metadata) } }
    return (data, report)
  }

  /// A database with the contents of the file.
  private func filled(_ database: URL, with data: Data, _ metadata: StoreMetadata) throws -> SQLiteStore {
    let model = try source.compile()
    let keys = MemoryKeys(rootCount: model.rootCount, isShared: format.isNumberedTogether, first: format.firstKey)
    let tables = try format.understood(url) { try format.tables(from: data, model: model, keys: keys) }
    let layouts = model.layouts.filter { metadata.versionHashes[$0.name] != nil }
    let store = try SQLiteStore(url: database, options: SQLiteStoreOptions(), model: model, layouts: layouts)
    let highest = keys.highest
    try store.write { connection in
      try TableFilling(
        tables, model: model, schema: store.schema, connection: connection, files: ExternalDataFiles(of: nil)
      ).run { highest[format.isNumberedTogether ? 0 : $0.rootIndex] }
    }
    return store
  }

  /// The database as a file of the store's format.
  private func read(_ database: URL, _ metadata: StoreMetadata) throws -> Data {
    let model = migration.compiled
    let store = try SQLiteStore(
      url: database, options: SQLiteStoreOptions(), model: model, layouts: migration.layouts)
    var metadata = metadata
    metadata.describe(model, migration.layouts)
    metadata.values[StagedMigration.pendingKey] = pendingStage
    metadata.values[NSStoreTypeKey] = format.storeType
    let keys = MemoryKeys(rootCount: model.rootCount)
    let tables = try ContentsReader(store: store, model: model, layouts: migration.layouts, url: url)
      .tables(keys: keys, metadata: metadata.dictionary)
    // Two hierarchies that have become one may have given new keys.
    let numbered = format.isNumberedTogether ? format.numbered(by: FileNumbers(tables, first: format.firstKey)) : format
    return try numbered.data(of: tables, model: model, keys: keys)
  }
}
