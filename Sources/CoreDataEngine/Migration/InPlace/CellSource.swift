/// Where the value of a column comes from, for the rows of one older entity.
enum CellSource: Equatable {
  case null
  case literal(String)
  /// A column of the row, as it is.
  case column(SQLIdentifier)
  /// A column of the row, or, where it is NULL, a literal.
  case filled(SQLIdentifier, String)
  /// SQL over the row, which has the alias `s`.
  case expression(String)

  var sql: String {
    switch self {
    case .null: "NULL"
    case .literal(let text): text
    case .column(let column): "s.\(column)"
    case .filled(let column, let text): "ifnull(s.\(column), \(text))"
    case .expression(let text): text
    }
  }

  /// The column whose place the value can keep.
  var kept: SQLIdentifier? {
    switch self {
    case .column(let column), .filled(let column, _): column
    case .null, .literal, .expression: nil
    }
  }
}

/// A column of a new table.
struct MigrationCell {
  let column: SQLIdentifier
  let type: String
  /// The entity whose rows have a value in it.
  let owner: EntityLayout
  let source: (RowRoutes.Route) -> CellSource

  /// The value for the rows of a route; NULL where the entity has no such property.
  func value(for route: RowRoutes.Route) -> CellSource {
    route.destination.layout.isKind(of: owner) ? source(route) : .null
  }
}
