import CoreDataSQLite

/// Opens the connections of one store, all set up alike.
struct StoreConnection: Sendable {
  let location: Connection.Location
  let options: SQLiteStoreOptions

  /// Opens a connection. Only the first may create the file.
  func open(createIfNeeded: Bool = false, queryOnly: Bool = false) throws -> Connection {
    let connection = try Connection(
      location,
      options: Connection.OpenOptions(
        readOnly: options.isReadOnly, createIfNeeded: createIfNeeded, busyTimeout: options.timeout,
        statementCacheCapacity: 512))
    SQLDebugLog.current?.observe(connection)
    try configure(connection)
    if queryOnly { try connection.setPragma("query_only", 1) }
    return connection
  }

  /// What every connection needs, whatever it does.
  func configure(_ connection: Connection) throws {
    try SQLFunctions.register(on: connection)
    try AffectedRows.register(on: connection)
    try connection.register(function: StoreConnection.nowFunction, argumentCount: 0, deterministic: false) { _ in
      .double(Date().timeIntervalSinceReferenceDate)
    }
    try connection.setPragma("recursive_triggers", 1)
    if !options.isReadOnly { try connection.setPragma("synchronous", "NORMAL") }
    for (name, value) in options.pragmas where !SQLiteStoreOptions.filePragmas.contains(name) {
      try connection.setPragma(name, value)
    }
  }

  /// `()`: the moment, in seconds since 2001. The triggers of attributes that derive from `now()` call it.
  static let nowFunction = "NSCoreDataNow"
}
