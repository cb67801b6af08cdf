import CoreDataSQLite

/// Carries out a plan, in the transaction of the caller.
struct MigrationRun {
  let plan: MigrationPlan
  let connection: Connection
  let url: URL

  func run() throws -> InPlaceMigration.Report {
    let all = plan.steps + plan.closing
    var rows: [Int] = []
    for step in all {
      rows.append(try step.rows.map { try count($0) } ?? 0)
    }
    let progress = Progress(totalUnitCount: Int64(rows.reduce(all.count, +)))
    let interrupter = connection.interrupter
    progress.cancellationHandler = { interrupter.interrupt() }
    var report = InPlaceMigration.Report()
    for (place, step) in all.enumerated() {
      if place == plan.steps.count { try runChecks() }
      if progress.isCancelled { throw MigrationError.cancelled(at: url) }
      let start = ContinuousClock.now
      try run(step)
      let elapsed = start.duration(to: .now)
      report.steps.append(
        InPlaceMigration.Report.Step(title: step.title, rows: rows[place], seconds: elapsed / .seconds(1)))
      progress.completedUnitCount += Int64(rows[place] + 1)
    }
    if plan.closing.isEmpty { try runChecks() }
    report.lostObjects = try restoreForeign()
    return report
  }

  /// The rows of a table that may not be there yet.
  private func count(_ table: SQLIdentifier) throws -> Int {
    let name = plan.originalNames[table.name] ?? table.name
    guard try connection.scalar("SELECT count(*) FROM sqlite_master WHERE name = \(SQLIdentifier(name).literal)") == 1
    else {
      return 0
    }
    return Int(try connection.scalar("SELECT count(*) FROM \(SQLIdentifier(name))") ?? 0)
  }

  private func run(_ step: MigrationStep) throws {
    if let check = step.check { try run(check) }
    for statement in step.statements where try !exists(statement) { try connection.execute(statement) }
  }

  /// Whether a statement would make an index that the file has kept.
  private func exists(_ statement: String) throws -> Bool {
    guard statement.hasPrefix("CREATE INDEX") || statement.hasPrefix("CREATE UNIQUE INDEX") else { return false }
    let name = SQLIdentifier(MigrationPlanner.name(of: statement)).literal
    return try connection.scalar("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name = \(name)") == 1
  }

  private func runChecks() throws {
    for check in plan.checks { try run(check) }
  }

  private func run(_ check: MigrationCheck) throws {
    guard let error = try check.problem(connection) else { return }
    if error.code == NSMigrationConstraintViolationError { throw error }
    throw MigrationError.failed(
      at: url, reason: error.userInfo["reason"] as? String ?? error.localizedDescription, underlying: error)
  }

  /// Makes the indexes and triggers of others again; names those that the new tables have no place for.
  private func restoreForeign() throws -> [String] {
    var lost: [String] = []
    for object in plan.foreign {
      do {
        try connection.savepoint("foreign") { try connection.execute(object.sql) }
      } catch let error as SQLiteError {
        // A full disk is no reason to leave an index out.
        guard error.code == .error else { throw error }
        lost.append(object.name)
      }
    }
    return lost
  }
}
