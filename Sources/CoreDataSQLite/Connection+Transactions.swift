import CCoreDataSQLite

extension Connection {
  /// When a transaction takes its locks.
  package enum TransactionKind: String, Sendable {
    /// At the first read or write.
    case deferred = "BEGIN DEFERRED"
    /// The write lock at once.
    case immediate = "BEGIN IMMEDIATE"
    /// All locks at once; in WAL mode the same as immediate.
    case exclusive = "BEGIN EXCLUSIVE"
  }

  /// Whether a transaction or an outermost savepoint is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs the body in a transaction: committed when it returns, rolled back when it throws or the commit fails.
  ///
  /// Throws the body's error, or SQLite's for begin and commit. When SQLite has rolled back by itself (a full disk,
  /// an I/O error) and the body returns all the same, the commit's error is thrown. Traps inside a transaction; use
  /// ``savepoint(_:_:)`` there.
  package func transaction<Result>(
    _ kind: TransactionKind = .deferred, _ body: () throws -> Result
  ) throws -> Result {
    precondition(!isInTransaction, "Transaction begun inside a transaction on \(path ?? "memory"); use a savepoint")
    try prepare(kind.rawValue).run()
    do {
      let result = try body()
      try prepare("COMMIT").run()
      return result
    } catch {
      // The first error counts, and a transaction that cannot be rolled back now is when the connection closes.
      if openHandle != nil, isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs the body in a savepoint, which may be nested: kept when it returns, undone when it throws. Outside a
  /// transaction it is one.
  ///
  /// Throws the body's error, or SQLite's. When SQLite has rolled back everything meanwhile, that stays so and the
  /// error is thrown.
  package func savepoint<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    let name = Self.quotedIdentifier(name)
    try execute("SAVEPOINT \(name)")
    do {
      let result = try body()
      try execute("RELEASE \(name)")
      return result
    } catch {
      if openHandle != nil, isInTransaction { try? execute("ROLLBACK TO \(name); RELEASE \(name)") }
      throw error
    }
  }

  private static func quotedIdentifier(_ name: String) -> String {
    var quoted = "\""
    for character in name.unicodeScalars {
      if character == "\"" { quoted.unicodeScalars.append(character) }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }
}
