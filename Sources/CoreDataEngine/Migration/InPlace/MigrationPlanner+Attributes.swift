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
    var defaults: [Value]?
    if case .data(let data) = property.owner.defaults[property.slot] {
      defaults = layout.values(in: data)
    }
    return layout.leaves.indices.map { place in
      let literal = defaults.flatMap { SQLLiteral.text(of: $0[place]) }
      return MigrationCell(
        column: columns[place], type: type(of: columns[place], in: table), owner: property.owner,
        source: { leafSource(layout.leaves[place], of: property, default: literal, $0) })
    }
  }

  private func leafSource(
    _ leaf: CompositeLayout.Leaf, of property: PropertyLayout, default literal: String?,
    _ route: RowRoutes.Route
  ) -> CellSource {
    guard let older = predecessor(of: property, for: route), let before = older.composite,
      case .composite(let columns) = route.source.placements[older.slot]
    else { return literal.map(CellSource.literal) ?? .null }
    let place = before.leaf(at: leaf.path)
    let column = place.map { columns[$0] }
    let isFilled =
      place.map { !leaf.attribute.isOptional && before.leaves[$0].attribute.isOptional } ?? true
    guard isFilled, let literal else { return column.map(CellSource.column) ?? .null }
    guard property.isOptional else {
      return column.map { .filled($0, literal) } ?? .literal(literal)
    }
    // A composite that is nil stays so.
    let isThere = columns.map { "s.\($0) IS NOT NULL" }.joined(separator: " OR ")
    let value = column.map { "ifnull(s.\($0), \(literal))" } ?? literal
    return .expression("CASE WHEN \(isThere) THEN \(value) END")
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
