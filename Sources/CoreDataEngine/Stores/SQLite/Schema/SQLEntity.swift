/// An entity as its store keeps it: its number, its table, the place of each property.
final class SQLEntity {
  let layout: EntityLayout
  /// `Z_ENT`.
  let number: Int
  let table: SQLIdentifier
  /// By slot.
  let placements: [SQLPlacement]

  init(_ layout: EntityLayout, number: Int, table: SQLIdentifier, placements: [SQLPlacement]) {
    self.layout = layout
    self.number = number
    self.table = table
    self.placements = placements
  }
}
