import CoreDataSQLite

/// The rows whose derived values the triggers of a transaction have changed, as they tell themselves.
///
/// Belongs to one connection, and to the thread that has it.
final class AffectedRows {
  struct Row: Hashable {
    let entity: Int
    let key: Int64
  }

  /// `(table, entity, key, attribute, value)`.
  static let updateFunction = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
  /// The same, for a row that was inserted.
  static let insertFunction = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

  private(set) var rows = Set<Row>()

  /// Without these functions no row of a table with such triggers could be written.
  static func register(on connection: Connection) throws {
    let affected = AffectedRows()
    connection.companion = affected
    for name in [updateFunction, insertFunction] {
      try connection.register(function: name, argumentCount: 5, deterministic: false) { [unowned affected] arguments in
        affected.rows.insert(Row(entity: Int(truncatingIfNeeded: arguments.integer(1)), key: arguments.integer(2)))
        return .null
      }
    }
  }

  /// The rows noted since the last call.
  static func take(from connection: Connection) -> Set<Row> {
    guard let affected = connection.companion as? AffectedRows, !affected.rows.isEmpty else { return [] }
    defer { affected.rows = [] }
    return affected.rows
  }
}
