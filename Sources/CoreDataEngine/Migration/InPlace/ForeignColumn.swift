/// A column that Core Data knows nothing of.
struct ForeignColumn {
  let column: SQLIdentifier
  let type: String

  /// The columns of several tables, each name once, in whatever case: SQL takes them for one.
  static func united(_ lists: [[ForeignColumn]]) -> [ForeignColumn] {
    var seen = Set<String>()
    return lists.joined().filter { seen.insert($0.column.name.uppercased()).inserted }
  }

  /// SQL that gives a new table the column.
  func addition(to table: SQLIdentifier) -> String { "ALTER TABLE \(table) ADD COLUMN \(column.quoted) \(type)" }
}

extension MigrationPlanner {
  /// The columns of an older table but for those of the names, which are in capitals.
  func foreignColumns(of table: SQLIdentifier, without names: Set<String>) -> [ForeignColumn] {
    (stored.columns[table.name] ?? []).filter { !names.contains($0.uppercased()) }.map {
      let column = SQLIdentifier($0)
      return ForeignColumn(column: column, type: stored.type(of: column, in: table) ?? "")
    }
  }
}
