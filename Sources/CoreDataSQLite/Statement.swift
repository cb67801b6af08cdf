import CCoreDataSQLite

/// A prepared statement in the hands of one user.
///
/// Indexes are those of the C API: parameters count from 1, columns from 0. When the last reference goes, the
/// statement is reset, loses its bindings and returns to the connection's cache. Use it where its connection may be
/// used.
// `usableFromInline` is what lets other modules inline the accessors: without it `inlinable package` members of a
// package type stay calls.
@usableFromInline
package final class Statement {
  @usableFromInline let handle: OpaquePointer
  // Exclusive by the connection's rule; the dynamic check would cost more than the step's own bookkeeping.
  @exclusivity(unchecked) @usableFromInline var isRunning = false
  private var bindingFailure: Int32 = SQLITE_OK
  private let prepared: PreparedStatement
  private let connection: Connection

  init(_ prepared: PreparedStatement, connection: Connection) {
    self.prepared = prepared
    self.connection = connection
    handle = prepared.handle
  }

  deinit {
    if isRunning { sqlite3_reset(handle) }
    guard connection.openHandle != nil else { return }
    sqlite3_clear_bindings(handle)
    connection.statementCache.put(prepared)
  }

  /// The SQL the statement was prepared from.
  package var sql: String { prepared.sql }

  /// Whether running the statement leaves the database as it is.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// The largest parameter number.
  package var parameterCount: Int32 { sqlite3_bind_parameter_count(handle) }

  /// Moves to the next row; false when there is none, after which the statement is reset and the next step begins
  /// anew. An error resets it as well.
  @inlinable
  package func step() throws(SQLiteError) -> Bool {
    if !isRunning { try begin() }
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    try finish(result)
    return false
  }

  /// Runs to the end, ignoring any rows, and resets.
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Ends the execution. Bindings stay.
  package func reset() {
    guard isRunning else { return }
    isRunning = false
    // The result repeats an error that the step has reported already.
    sqlite3_reset(handle)
  }

  /// Forgets all bound values.
  package func clearBindings() {
    bindingFailure = SQLITE_OK
    sqlite3_clear_bindings(handle)
  }

  @usableFromInline
  func begin() throws(SQLiteError) {
    guard bindingFailure == SQLITE_OK else {
      defer { bindingFailure = SQLITE_OK }
      throw connection.error(bindingFailure, sql: sql)
    }
    connection.statistics.executed += 1
    isRunning = true
  }

  @usableFromInline
  func finish(_ result: Int32) throws(SQLiteError) {
    let error = result == SQLITE_DONE ? nil : connection.error(result, sql: sql)
    reset()
    if let error { throw error }
  }

  /// Values that are too big are reported by the next step, so that binding stays a plain call; a wrong index or
  /// binding a running statement is a mistake of the program.
  @usableFromInline
  func bindingFailed(_ result: Int32, at index: Int32) {
    switch result {
    case SQLITE_RANGE: preconditionFailure("Parameter \(index) of \(parameterCount) bound in `\(sql)`")
    case SQLITE_MISUSE: preconditionFailure("Parameter \(index) bound while `\(sql)` is running; reset it first")
    default: bindingFailure = result
    }
  }
}
