/// An entity as its store keeps it: its number, its table, the place of each property.
final class SQLEntity {
  let layout: EntityLayout
  /// `Z_ENT`.
  let number: Int
  let table: SQLIdentifier
  /// By slot.
  let placements: [SQLPlacement]
  /// Gives the highest key handed out, of a root. Parameter: the number.
  let lastKeySQL: String

  init(_ layout: EntityLayout, number: Int, table: SQLIdentifier, placements: [SQLPlacement]) {
    self.layout = layout
    self.number = number
    self.table = table
    self.placements = placements
    lastKeySQL =
      "SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), ifnull((SELECT max(Z_PK) FROM \(table)), 0))"
  }
}
