extension MigrationPlanner {
  /// The property that the one of a newer entity continues, for the rows of a route; nil for a new one.
  func predecessor(of property: PropertyLayout, for route: RowRoutes.Route) -> PropertyLayout? {
    guard route.destination.layout.isKind(of: property.owner) else { return nil }
    let table = matching.predecessors(ofPropertiesOf: route.destination.layout.entity)
    return table[property.name].flatMap { route.source.layout.property(named: $0.name) }
  }

  func cell(of property: PropertyLayout, _ column: SQLIdentifier, in table: SQLTable) -> MigrationCell {
    MigrationCell(
      column: column, type: type(of: column, in: table), owner: property.owner,
      source: { attributeSource(property, $0) })
  }

  /// The columns of a composite attribute's leaves: each continues the leaf of the same path.
  func leafCells(of property: PropertyLayout, _ columns: [SQLIdentifier], in table: SQLTable) -> [MigrationCell] {
    guard let layout = property.composite else { return [] }
    return zip(layout.leaves, columns).map { leaf, column in
      MigrationCell(
        column: column, type: type(of: column, in: table), owner: property.owner,
        source: { route in
          guard let older = predecessor(of: property, for: route), let before = older.composite,
            let place = before.leaf(at: leaf.path), case .composite(let found) = route.source.placements[older.slot]
          else { return .null }
          return .column(found[place])
        })
    }
  }

  func type(of column: SQLIdentifier, in table: SQLTable) -> String {
    table.columns.first { $0.identifier == column }?.type ?? "INTEGER"
  }

  private func attributeSource(_ property: PropertyLayout, _ route: RowRoutes.Route) -> CellSource {
    let literal = SQLLiteral.defaultValue(of: property)
    guard let older = predecessor(of: property, for: route),
      case .attribute(let column) = route.source.placements[older.slot]
    else { return literal.map(CellSource.literal) ?? .null }
    if let converted = conversion(from: older, to: property, "s.\(column)") {
      guard !property.isOptional, let literal else { return .expression(converted) }
      return .expression("ifnull(\(converted), \(literal))")
    }
    if !property.isOptional, older.isOptional, let literal { return .filled(column, literal) }
    return .column(column)
  }

  /// SQL that turns a stored value into one of another type; nil when it can stay as it is.
  private func conversion(from older: PropertyLayout, to newer: PropertyLayout, _ value: String) -> String? {
    if older.usesExternalStorage != newer.usesExternalStorage {
      return newer.usesExternalStorage
        ? "CASE WHEN \(value) IS NOT NULL THEN CAST(x'01' || \(value) AS BLOB) END"
        : "\(ExternalDataFunction.name)(\(value))"
    }
    return NumberConversion(from: older.attributeKind, to: newer.attributeKind)?.converted(value)
  }
}
