import CoreDataSQLite

/// One part of an in-place migration.
struct MigrationStep {
  let title: String
  let statements: [String]
  /// The table whose rows it goes through; nil when its time does not depend on rows.
  var rows: SQLIdentifier?
  /// Asked when the step's turn comes.
  var check: MigrationCheck?
}

/// A question that must have no rows for an answer, asked before a migration is committed.
struct MigrationCheck {
  let sql: String
  /// Makes the error of the first rows of the answer.
  let error: (Statement) throws -> NSError

  /// What is wrong; nil when nothing is.
  func problem(_ connection: Connection) throws -> NSError? {
    let statement = try connection.prepare(sql)
    return try statement.step() ? error(statement) : nil
  }

  /// The keys and texts of the first rows of an answer, and how many there are.
  static func listed(_ statement: Statement) throws -> (keys: [Int], values: [String], count: Int) {
    var found: (keys: [Int], values: [String], count: Int) = ([], [], 0)
    repeat {
      found.count += 1
      guard found.keys.count < 20 else { continue }
      found.keys.append(Int(statement.integer(0)))
      found.values.append(statement.string(1) ?? "")
    } while try statement.step()
    return found
  }
}

/// What an in-place migration does, in order.
struct MigrationPlan {
  var steps: [MigrationStep] = []
  var checks: [MigrationCheck] = []
  /// What is made once the rows are known to fit: indexes and triggers.
  var closing: [MigrationStep] = []
  /// Indexes and triggers of others, which are made again if they still can be.
  var foreign: [StoredObjects.Object] = []
  /// The names that tables have before the migration, by those they have while it runs.
  var originalNames: [String: String] = [:]
  /// Whether rows are written, so that the file may grow by its own size.
  var movesRows: Bool { steps.contains { $0.rows != nil } }
}
