import CoreDataSQLite

/// A store in an SQLite file of Core Data's layout, or in a database in memory of the same layout.
///
/// @unchecked Sendable: immutable, but for what `pool`, `cache` and `queries` guard themselves.
final class SQLiteStore: ObjectStore, @unchecked Sendable {
  /// `/dev/null` for a private database in memory, `/dev/null/<name>` for one shared in the process.
  let url: URL
  let options: SQLiteStoreOptions
  let model: CompiledModel
  /// The entities of the store's configuration.
  let layouts: [EntityLayout]
  let schema: SQLSchema
  let pool: ConnectionPool
  let cache: RowCache
  let queries: EntityQueries
  let writeQueries: WriteQueries
  let planner: QueryPlanner
  /// The store's UUID.
  let identifier: String
  /// nil for a store without persistent history.
  let historyTables: HistoryTables?
  let watch = Lock<RemoteChangeWatch?>(nil)

  var filtersInSQL: Bool { true }
  var readsBatches: Bool { true }

  /// Opens the store at `url`; makes it when there is none and `createIfNeeded` is set. Predicates match object IDs of
  /// the store `identity` alone; nil takes those of any. `identifier` is the UUID that the caller is about to give the store;
  /// nil for the one it has.
  ///
  /// Throws 260 for a missing file that is not to be made, 259 for a file that is no database or damaged, 256 and 513
  /// where the file system refuses, 134000 for a database that is no store of Core Data, 134020 for a model that
  /// cannot be stored, 134090 when others hold the store, 134100 when the store has another version of the model. The
  /// file is left as it was.
  init(
    url: URL, options: SQLiteStoreOptions, model: CompiledModel, layouts: [EntityLayout]? = nil,
    createIfNeeded: Bool = true, identity: ObjectIdentifier? = nil, identifier: String? = nil
  ) throws {
    self.url = url
    self.options = options
    self.model = model
    self.layouts = layouts ?? model.layouts
    let opening = StoreOpening(
      url: url, options: options, model: model, layouts: self.layouts, createIfNeeded: createIfNeeded)
    let opened = try opening.open()
    pool = opened.pool
    schema = opened.schema
    self.identifier = identifier ?? opened.identifier
    cache = RowCache(model: model)
    queries = EntityQueries(schema: opened.schema)
    writeQueries = WriteQueries(schema: opened.schema)
    planner = QueryPlanner(schema: opened.schema, store: identity)
    historyTables = try HistoryTables.open(pool, options, model, url: url)
  }

  /// The store as it is now, read through a connection of its own whose transaction stays open; written through `base`.
  init(pinning base: SQLiteStore, _ connection: Connection) {
    url = base.url
    options = base.options
    model = base.model
    layouts = base.layouts
    schema = base.schema
    identifier = base.identifier
    historyTables = base.historyTables
    queries = base.queries
    writeQueries = base.writeQueries
    planner = base.planner
    pool = ConnectionPool(writer: connection, maxReaders: 0, makeReader: nil)
    cache = RowCache(model: base.model)
  }

  /// Whether the database lies in a file.
  var hasFile: Bool { MemoryDatabase(url) == nil }

  // MARK: Connections

  /// Calls `body` with a connection to read from; what SQLite throws comes as an error of Cocoa.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    do {
      return try pool.read(body)
    } catch {
      throw NSError.store(error, url: url, operation: .read)
    }
  }

  /// The same for reads that mostly come many in a row: see `ConnectionPool`.
  func readHoldingSnapshot<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    do {
      return try pool.read(holdingSnapshot: true, body)
    } catch {
      throw NSError.store(error, url: url, operation: .read)
    }
  }

  /// Calls `body` in a transaction that has the write lock; all it writes counts, or, when it throws, nothing.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    do {
      return try pool.write { connection in
        // What is written to a file without a name would be gone with the last connection.
        if connection.hasMoved { throw movedError }
        _ = AffectedRows.take(from: connection)
        let result = try connection.transaction(.immediate) { try body(connection) }
        forgetAffectedRows(of: connection)
        return result
      }
    } catch {
      throw NSError.store(error, url: url, operation: .write)
    }
  }

  private var movedError: NSError {
    NSError.storeFile(
      NSPersistentStoreOperationError, url: url,
      reason: "The file of the store was removed, renamed or replaced while the store was open: \(url.path).",
      advice: "Nothing was written. Put the file back, or remove the store from its coordinator and add it again.")
  }

  // MARK: Metadata

  func readMetadata() throws -> [String: Any] {
    try read { try StoreMetadata(reading: $0)?.dictionary ?? [:] }
  }

  /// Replaces the metadata; keys of Core Data's own that are left out keep their values.
  func writeMetadata(_ metadata: [String: Any]) throws {
    try write { connection in
      let current = try StoreMetadata(reading: connection) ?? StoreMetadata(model: model, layouts: layouts)
      try current.replaced(by: metadata).write(to: connection)
    }
  }

  /// Closes all connections, once other threads have ended their work; the log is folded into the file if nobody else
  /// uses it. A database in memory that is shared by name stays for the other stores that use it.
  func close() throws {
    watch.withLock { $0.take() }?.stop()
    cache.removeAll()
    if case .shared? = MemoryDatabase(url) { return }
    pool.close { writer in
      // Fails when others are at work; the log then stays, which is no loss and not worth a wait.
      writer.busyTimeout = 0
      if !options.isReadOnly, hasFile { _ = try? writer.checkpoint(.truncate) }
    }
  }
}
