import CCoreDataSQLite

extension Connection {
  /// A statement for this SQL, reset and without bindings, from the cache when an equal one is idle.
  ///
  /// A statement belongs to its holder until the last reference goes; it then returns to the cache. As long as it is
  /// held, the same SQL gives another statement. The SQL must be exactly one statement.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    if let idle = statementCache.take(sql) {
      statistics.cacheHits += 1
      return Statement(idle, connection: self)
    }
    return Statement(try compile(sql, isCacheable: !Self.isPragma(sql)), connection: self)
  }

  /// The same for a statement that is asked for so often that looking for its text would show: it is found by `place`, a
  /// small number that always stands for the same SQL.
  package func prepare(_ sql: String, place: Int) throws(SQLiteError) -> Statement {
    if let idle = statementCache.take(at: place, sql) {
      statistics.cacheHits += 1
      return Statement(idle, connection: self)
    }
    return Statement(try compile(sql, isCacheable: true, place: place), connection: self)
  }

  /// Runs one or more statements, ignoring any rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    statistics.executed += 1
    try check(sqlite3_exec(handle, sql, nil, nil, nil), sql: sql)
  }

  /// The first column of the first row as an integer; nil for no row or NULL.
  package func scalar(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.integer(0)
  }

  /// The first column of the first row as text; nil for no row or NULL.
  package func text(_ sql: String) throws(SQLiteError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.string(0) : nil
  }

  private func compile(_ sql: String, isCacheable: Bool, place: Int = -1) throws(SQLiteError) -> PreparedStatement {
    let connection = handle
    let flags = isCacheable ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    var statement: OpaquePointer?
    var isSingle = true
    var text = sql
    let result = text.withUTF8 { bytes -> Int32 in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return SQLITE_OK }
        let count = Int32(clamping: characters.count)
        var tail: UnsafePointer<CChar>?
        let result = sqlite3_prepare_v3(connection, start, count, flags, &statement, &tail)
        if result == SQLITE_OK, let tail {
          isSingle = Self.isBlank(characters[(tail - start)...], on: connection)
        }
        return result
      }
    }
    guard result == SQLITE_OK else { throw error(result, sql: sql) }
    guard let statement, isSingle else {
      sqlite3_finalize(statement)
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "not exactly one statement", sql: sql, path: path)
    }
    statistics.prepared += 1
    return PreparedStatement(handle: statement, sql: sql, isCacheable: isCacheable, place: place)
  }

  /// Whether nothing but white space and comments follows a statement.
  private static func isBlank(_ tail: Slice<UnsafeBufferPointer<CChar>>, on connection: OpaquePointer) -> Bool {
    guard tail.contains(where: { $0 > 0x20 || $0 <= 0 }) else { return true }
    guard !tail.contains(0) else { return false }
    let rest = UnsafeBufferPointer(rebasing: tail)
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(connection, rest.baseAddress, Int32(clamping: rest.count), 0, &statement, nil)
    sqlite3_finalize(statement)
    return result == SQLITE_OK && statement == nil
  }

  // Some pragmas act when they are compiled, not when they are executed, so a kept one would do nothing.
  private static func isPragma(_ sql: String) -> Bool {
    sql.utf8.drop { $0 <= 0x20 }.prefix(6).elementsEqual("pragma".utf8) { $0 | 0x20 == $1 }
  }
}
