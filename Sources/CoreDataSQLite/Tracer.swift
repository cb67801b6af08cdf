import CCoreDataSQLite

/// Turns SQLite's trace callbacks into one event per execution.
final class Tracer {
  private struct Execution {
    let start: ContinuousClock.Instant
    let expandedSQL: String?
    var rows = 0
  }

  private let expandsValues: Bool
  private let report: (TraceEvent) -> Void
  private var executions: [OpaquePointer: Execution] = [:]

  init(expandsValues: Bool, report: @escaping (TraceEvent) -> Void) {
    self.expandsValues = expandsValues
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
      let expandedSQL = expandsValues ? Self.expandedSQL(of: statement) : nil
      executions[statement] = Execution(start: .now, expandedSQL: expandedSQL)
    case SQLITE_TRACE_ROW:
      executions[statement]?.rows += 1
    case SQLITE_TRACE_PROFILE:
      guard let execution = executions.removeValue(forKey: statement) else { return }
      // SQLite's own measure has a resolution of milliseconds.
      let elapsed = execution.start.duration(to: .now).components
      report(
        TraceEvent(
          sql: sqlite3_sql(statement).map { String(cString: $0) } ?? "",
          expandedSQL: execution.expandedSQL,
          nanoseconds: elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000,
          rows: execution.rows))
    default:
      break
    }
  }

  private static func expandedSQL(of statement: OpaquePointer) -> String? {
    guard let text = sqlite3_expanded_sql(statement) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}
