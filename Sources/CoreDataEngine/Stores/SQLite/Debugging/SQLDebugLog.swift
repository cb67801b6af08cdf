import CoreDataSQLite

/// What `-com.apple.CoreData.SQLDebug` prints: the statements of all stores, on standard error.
///
/// Level 1 prints the SQL with times and numbers of rows, level 2 bound values too, level 3 the values of the rows as
/// well, and level 4 the plan of each query.
struct SQLDebugLog: Sendable {
  static let name = "com.apple.CoreData.SQLDebug"

  /// nil when nothing is to be printed, which then costs nothing.
  static let current = SQLDebugLog(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  let level: Int
  private let write: @Sendable (String) -> Void

  init(level: Int, write: @escaping @Sendable (String) -> Void) {
    self.level = level
    self.write = write
  }

  /// The level is the argument after `-com.apple.CoreData.SQLDebug`, or the value of an environment variable of that
  /// name, or of `COREDATA_SQLDEBUG` where shells allow no dots. nil for no level, or 0.
  init?(arguments: [String], environment: [String: String]) {
    let argument = arguments.firstIndex(of: "-" + SQLDebugLog.name).flatMap { index in
      arguments.dropFirst(index + 1).first
    }
    let value = argument ?? environment[SQLDebugLog.name] ?? environment["COREDATA_SQLDEBUG"]
    guard let level = value.flatMap({ Int($0) }), level > 0 else { return nil }
    self.init(level: level) { FileHandle.standardError.write(Data("CoreData: \($0)\n".utf8)) }
  }

  /// Prints what a new connection does from now on.
  func observe(_ connection: Connection) {
    annotate("Connecting to sqlite database file at \"\(connection.path ?? "/dev/null")\"")
    if level >= 2 { connection.traceDetail.insert(.values) }
    if level >= 3 { connection.traceDetail.insert(.rows) }
    connection.onTrace = { [unowned connection] event in print(event, connection) }
  }

  /// Prints how long a request took.
  func request<Result>(_ text: (String, Result) -> String, _ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try body()
    annotate(text(SQLDebugLog.seconds(start.duration(to: .now)), result))
    return result
  }

  /// Prints what was done in memory with the objects of a fetch, since SQL cannot say it.
  func annotate(_ split: QuerySplit, read: Int, left: Int) {
    let entity = split.stored.layout.name
    if let predicate = split.predicate {
      annotate("residual filter in memory: \(read) rows of \(entity) fetched, \(left) left by \(predicate.format)")
    }
    if split.sorts { annotate("sorted in memory: \(left) rows of \(entity)") }
  }

  private func annotate(_ text: String) { write("annotation: \(text)") }

  private func print(_ event: TraceEvent, _ connection: Connection) {
    write("sql: \(event.sql)")
    for (index, value) in event.bindings.enumerated() {
      write("details: SQLite bind[\(index)] = \(SQLDebugLog.shortened(value))")
    }
    if level >= 4 {
      for line in plan(of: event.sql, connection) { write("details: SQLite query plan: \(line)") }
    }
    let time = SQLDebugLog.seconds(.nanoseconds(event.nanoseconds))
    guard event.sql.hasPrefix("SELECT") else { return annotate("sql execution time: \(time)") }
    annotate("sql connection fetch time: \(time)")
    guard level >= 2 else { return }
    var text = "fetch using NSSQLiteStatement with sql text '\(event.sql)' returned \(event.rows) rows"
    if level >= 3 {
      let rows = event.rowValues.map { row in "(\(row.map(SQLDebugLog.shortened).joined(separator: ", ")))" }
      text += " with values: (\(rows.joined(separator: ", ")))"
    }
    annotate(text)
  }

  /// How SQLite carries a statement out; nothing for one that has no plan.
  private func plan(of sql: String, _ connection: Connection) -> [String] {
    guard ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(where: { sql.hasPrefix($0) }) else { return [] }
    // The statement that explains is not to be printed, nor to be explained itself.
    let report = connection.onTrace
    connection.onTrace = nil
    defer { connection.onTrace = report }
    guard let statement = try? connection.prepare("EXPLAIN QUERY PLAN " + sql) else { return [] }
    var lines: [String] = []
    while let isRow = try? statement.step(), isRow { lines.append(statement.string(3) ?? "") }
    return lines
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.4fs", Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// Long values would hide the rest.
  private static func shortened(_ value: String) -> String {
    value.utf8.count > 1_000 ? "\(value.prefix(1_000))… (\(value.utf8.count) bytes)" : value
  }
}
