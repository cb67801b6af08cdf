import CCoreDataSQLite

/// Turns SQLite's trace callbacks into one event per execution.
final class Tracer {
  private struct Execution {
    let start: ContinuousClock.Instant
    let expandedSQL: String?
    var rows = 0
    var rowValues: [[String]] = []
  }

  private let detail: TraceDetail
  private let report: (TraceEvent) -> Void
  private var executions: [OpaquePointer: Execution] = [:]

  init(detail: TraceDetail, report: @escaping (TraceEvent) -> Void) {
    self.detail = detail
    self.report = report
  }

  /// Installs the tracer; the connection must keep it alive.
  func install(on connection: OpaquePointer) {
    sqlite3_trace_v2(
      connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE),
      { event, context, statement, _ in
        guard let context, let statement else { return 0 }
        let tracer = Unmanaged<Tracer>.fromOpaque(context).takeUnretainedValue()
        tracer.handle(Int32(bitPattern: event), of: OpaquePointer(statement))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func handle(_ event: Int32, of statement: OpaquePointer) {
    switch event {
    case SQLITE_TRACE_STMT:
      // Triggers report again under the same statement.
      guard executions[statement] == nil else { return }
      // Values are read now: those bound without a copy may be gone at the end.
      let expandedSQL = detail.contains(.values) ? Self.expandedSQL(of: statement) : nil
      executions[statement] = Execution(start: .now, expandedSQL: expandedSQL)
    case SQLITE_TRACE_ROW:
      executions[statement]?.rows += 1
      if detail.contains(.rows) { executions[statement]?.rowValues.append(Self.row(of: statement)) }
    case SQLITE_TRACE_PROFILE:
      guard let execution = executions.removeValue(forKey: statement) else { return }
      // SQLite's own measure has a resolution of milliseconds.
      let elapsed = execution.start.duration(to: .now).components
      report(
        TraceEvent(
          sql: sqlite3_sql(statement).map { String(cString: $0) } ?? "",
          expandedSQL: execution.expandedSQL,
          nanoseconds: elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000,
          rows: execution.rows, rowValues: execution.rowValues))
    default:
      break
    }
  }

  private static func expandedSQL(of statement: OpaquePointer) -> String? {
    guard let text = sqlite3_expanded_sql(statement) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }

  /// The present row. Each value is read as what it is: a conversion would change what the statement's user reads.
  private static func row(of statement: OpaquePointer) -> [String] {
    (0..<sqlite3_column_count(statement)).map { index in
      switch sqlite3_column_type(statement, index) {
      case SQLITE_INTEGER: String(sqlite3_column_int64(statement, index))
      case SQLITE_FLOAT: String(sqlite3_column_double(statement, index))
      case SQLITE_TEXT: sqlite3_column_text(statement, index).map { "'\(String(cString: $0))'" } ?? "NULL"
      case SQLITE_BLOB: "<\(sqlite3_column_bytes(statement, index)) bytes>"
      default: "NULL"
      }
    }
  }
}
