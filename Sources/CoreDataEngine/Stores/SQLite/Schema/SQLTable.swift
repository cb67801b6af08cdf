/// The table of a hierarchy of entities.
struct SQLTable {
  let root: EntityLayout
  let identifier: SQLIdentifier
  /// In Apple's order, without the three columns that every table has.
  var columns: [SQLColumn] = []
  var hasSubentities: Bool { root.hasSubentities }
}
