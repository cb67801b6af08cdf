import CCoreDataSQLite

/// One connection to a SQLite database.
///
/// Not thread safe: its owner lets one thread at a time use the connection, its statements included. Only
/// ``interrupter`` may be used freely. A connection lives as long as any of its statements.
package final class Connection {
  /// The path of the database file as it was given; nil for memory and temporary databases.
  package let path: String?
  /// Stops running work from any thread.
  package let interrupter: Interrupter
  /// What this connection has done so far.
  // One thread at a time has a connection; the dynamic check would cost as much as a short statement's bookkeeping.
  @exclusivity(unchecked) package internal(set) var statistics = Statistics()
  /// Called after each execution of a statement; nil, the default, costs nothing.
  package var onTrace: ((TraceEvent) -> Void)? {
    didSet { updateTracing() }
  }
  /// What trace events carry besides the SQL.
  package var traceDetail: TraceDetail = [] {
    didSet { updateTracing() }
  }

  /// Whatever the owner wants to find again with the connection; closed over by its functions, say.
  package var companion: AnyObject?

  var openHandle: OpaquePointer?
  var statementCache: StatementCache
  var tracer: Tracer?
  /// Where the shared index of the write-ahead log begins, once it has been asked for; nil where there is none.
  var logHeader: UnsafeRawPointer?
  var hasAskedForLog = false
  /// What that was before the transaction began that is held open; nil when none is.
  var heldHeader: LogHeader?
  private let busyHandler: BusyHandler

  /// Opens a database. The content of a file is not read yet, so a file that is no database fails at first use.
  ///
  /// Throws `.cantOpen` when the file cannot be opened or created.
  package init(_ location: Location, options: OpenOptions = OpenOptions()) throws(SQLiteError) {
    let fileName = location.fileName
    guard !fileName.utf8.contains(0) else {
      throw SQLiteError(extendedCode: SQLITE_CANTOPEN, message: "the name contains a NUL", path: location.path)
    }
    var handle: OpaquePointer?
    let result = sqlite3_open_v2(fileName, &handle, options.flags(for: location), nil)
    guard result == SQLITE_OK, let handle else {
      // A connection that failed to open still has the message, and must be closed.
      let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
      let code = handle.map { sqlite3_extended_errcode($0) } ?? result
      sqlite3_close_v2(handle)
      throw SQLiteError(extendedCode: code, message: message, path: location.path)
    }
    sqlite3_extended_result_codes(handle, 1)
    coredata_sqlite_refuse_double_quoted_text(handle)
    path = location.path
    interrupter = Interrupter(handle)
    busyHandler = BusyHandler(timeout: options.busyTimeout, interrupter: interrupter)
    busyHandler.install(on: handle)
    openHandle = handle
    statementCache = StatementCache(capacity: options.statementCacheCapacity)
  }

  deinit {
    close()
  }

  /// Closes the connection. Statements that still exist keep the file open until they are released; any other use
  /// of a closed connection traps. Closing twice does nothing.
  package func close() {
    guard let handle = openHandle else { return }
    interrupter.invalidate()
    if tracer != nil {
      sqlite3_trace_v2(handle, 0, nil, nil)
      tracer = nil
    }
    statementCache.removeAll()
    logHeader = nil
    heldHeader = nil
    openHandle = nil
    // The name may be another database's by now, whose log must stay.
    if coredata_sqlite_has_moved(handle) != 0 { coredata_sqlite_keep_log(handle) }
    sqlite3_close_v2(handle)
  }

  /// Stops running work; see ``Interrupter/interrupt()``. Other threads use ``interrupter``, which they may hold.
  package func interrupt() {
    interrupter.interrupt()
  }

  /// Seconds to wait for locks of other connections; 0 fails at once.
  package var busyTimeout: Double {
    get { busyHandler.timeout }
    set { busyHandler.timeout = newValue }
  }

  var handle: OpaquePointer {
    guard let openHandle else { preconditionFailure("The connection to \(path ?? "memory") is closed") }
    return openHandle
  }

  /// Throws the last error of the connection when the result is not success.
  func check(_ result: Int32, sql: String? = nil) throws(SQLiteError) {
    guard result != SQLITE_OK else { return }
    throw error(result, sql: sql)
  }

  /// The error for a result code, with the connection's message if that belongs to the code.
  func error(_ result: Int32, sql: String? = nil) -> SQLiteError {
    var message: String?
    if let openHandle, sqlite3_extended_errcode(openHandle) == result, let text = sqlite3_errmsg(openHandle) {
      message = String(cString: text)
    }
    return SQLiteError(extendedCode: result, message: message, sql: sql, path: path)
  }
}
