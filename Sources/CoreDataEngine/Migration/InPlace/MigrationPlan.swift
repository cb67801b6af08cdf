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
