import CoreDataSQLite

/// Brings a store's file from one model to another in one transaction: whatever stops it, the file has either model,
/// complete.
///
/// Others who have the store open are noticed by their locks: in WAL mode those of idle connections too, with a rollback
/// journal those of running transactions only.
struct InPlaceMigration {
  let url: URL
  let options: SQLiteStoreOptions
  /// Held, since the compiled model does not.
  let sourceModel: NSManagedObjectModel
  let destination: CompiledModel
  /// The entities of the store's configuration.
  let layouts: [EntityLayout]
  /// The version hashes of the store when the migration was decided.
  let storedHashes: [String: Data]
  /// Noted in the metadata: the version after which code of a staged migration is still to run.
  var pendingStage: String?
  var space = FreeSpace()

  /// What a migration has done.
  struct Report {
    struct Step {
      let title: String
      let rows: Int
      let seconds: Double
    }

    var steps: [Step] = []
    /// Indexes and triggers of others that could not be made again.
    var lostObjects: [String] = []
  }

  /// Migrates. Throws 134110 when rows do not fit the new model or the file cannot be written, 134111 for duplicates, 134090
  /// when others have the store open, 640 when there is too little space, 134120 when the current `Progress` is cancelled;
  /// the store is then as it was.
  @discardableResult
  func run() throws -> Report {
    guard !options.isReadOnly else { throw readOnlyError }
    do {
      let connection = try Connection(
        .file(url.path), options: Connection.OpenOptions(createIfNeeded: false, busyTimeout: options.timeout))
      defer { connection.close() }
      if connection.isReadOnly { throw readOnlyError }
      // In WAL mode the file stays locked for as long as a connection to it is open, so that asking for an exclusive lock
      // finds the others, idle ones included, whose idea of the tables would be wrong afterwards.
      try connection.setPragma("locking_mode", "EXCLUSIVE")
      try StoreConnection(location: .file(url.path), options: options).configure(connection)
      return try migrate(connection)
    } catch let error as SQLiteError {
      throw failure(error)
    }
  }

  /// Migrates what a connection has open, which is nobody else's.
  func migrate(_ connection: Connection) throws -> Report {
    do {
      return try migrateUnguarded(connection)
    } catch let error as SQLiteError {
      throw failure(error)
    }
  }

  private func migrateUnguarded(_ connection: Connection) throws -> Report {
    try connection.setPragma("legacy_alter_table", 1)
    try ExternalDataFunction.register(on: connection, folder: StoreFiles(url).externalDataFolder)
    let (report, needless) = try connection.transaction(.exclusive) { try migrateInTransaction(connection) }
    // Only now: until the commit is on the disk the old rows might come back. A file that cannot be removed is only waste.
    if !needless.isEmpty { StoreFiles(url).syncLog() }
    let folder = StoreFiles(url).externalDataFolder
    for name in needless { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
    return report
  }

  /// The report, and the files of external data that no row refers to any more.
  private func migrateInTransaction(_ connection: Connection) throws -> (Report, Set<String>) {
    guard var metadata = try StoreMetadata(reading: connection), metadata.versionHashes == storedHashes else {
      throw MigrationError.failed(at: url, reason: "The store was changed by others in the meantime.", underlying: nil)
    }
    let older = try sourceModel.compile()
    let schema = try SQLSchema(
      model: older, layouts: older.layouts.filter { storedHashes[$0.name] != nil },
      stored: StoredSchema(reading: connection))
    let matching = ModelMatching(
      source: older.layouts.filter { storedHashes[$0.name] != nil }.map(\.entity), destination: layouts.map(\.entity))
    let newer = try SQLSchema(model: destination, layouts: layouts)
    var planner = try MigrationPlanner(
      source: schema, destination: newer, matching: matching, connection: connection)
    let plan = try planner.plan()
    try requireSpace(for: plan, connection)
    var files = plan.movesRows ? try ExternalReferences(schema: schema).names(connection) : []
    let report = try MigrationRun(plan: plan, connection: connection, url: url).run()
    metadata.describe(destination, layouts)
    metadata.values[StagedMigration.pendingKey] = pendingStage
    try metadata.write(to: connection)
    if let model = layouts.first?.entity.model { try ModelCache.write(model, to: connection) }
    if !files.isEmpty { files.subtract(try ExternalReferences(schema: newer).names(connection)) }
    return (report, files)
  }

  // MARK: Conditions

  private func requireSpace(for plan: MigrationPlan, _ connection: Connection) throws {
    let size = (try connection.scalar("PRAGMA page_count") ?? 0) * (try connection.scalar("PRAGMA page_size") ?? 0)
    // Rows that move are for a while in the log and in the file.
    let needed = plan.movesRows ? 2 * size + (1 << 20) : 1 << 20
    try space.require(needed, for: url)
  }

  // MARK: Errors

  var readOnlyError: NSError {
    let cause = NSError.storeFile(
      NSFileWriteNoPermissionError, url: url, reason: "\(url.path) cannot be written.",
      advice: "Open the store once where it can be written, so that it can migrate.")
    return MigrationError.failed(
      at: url, reason: "Cannot migrate store in-place: the store is read-only.", underlying: cause)
  }

  private func failure(_ error: SQLiteError) -> NSError {
    let cause = NSError.sqlite(error, url: url, operation: .write)
    switch error.code {
    case .busy, .locked: return cause
    case .interrupt: return MigrationError.cancelled(at: url)
    default:
      return MigrationError.failed(
        at: url, reason: "Cannot migrate store in-place: \(error.message)", underlying: cause)
    }
  }
}
