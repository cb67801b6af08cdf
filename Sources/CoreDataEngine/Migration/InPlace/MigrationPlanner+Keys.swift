/// The columns of to-one relationships, and of to-many ones without inverse.
extension MigrationPlanner {
  /// The key, entity and order columns of a to-one relationship.
  func cells(of property: PropertyLayout, _ columns: SQLPlacement.ToOne, in table: SQLTable) -> [MigrationCell] {
    var cells = [
      MigrationCell(
        column: columns.column, type: type(of: columns.column, in: table), owner: property.owner,
        source: { keySource(property, $0) })
    ]
    if let entity = columns.entity {
      cells.append(
        MigrationCell(
          column: entity, type: type(of: entity, in: table), owner: property.owner,
          source: { numberSource(property, $0) }))
    }
    if let order = columns.order {
      cells.append(
        MigrationCell(
          column: order, type: type(of: order, in: table), owner: property.owner,
          source: { orderSource(property, $0) }))
    }
    return cells
  }

  /// The old key that a row has for a to-one relationship, and the hierarchy it leads into.
  private struct OldKey {
    /// The column it is in; nil when it takes a look into another table.
    let columns: SQLPlacement.ToOne?
    let sql: String
    let map: KeyMap
  }

  private func oldKey(_ property: PropertyLayout, _ route: RowRoutes.Route) -> OldKey? {
    if let older = predecessor(of: property, for: route) {
      guard case .toOne(let columns) = route.source.placements[older.slot],
        let map = KeyMap(from: older.destination, to: property.destination, routes: routes, source: source)
      else { return nil }
      return OldKey(columns: columns, sql: "s.\(columns.column)", map: map)
    }
    // A new relationship whose inverse is an old one: the links are known from the other side.
    guard let inverse = property.inverse, let origin = origins(of: inverse).first,
      route.source.layout.isKind(of: origin.property.destination),
      let map = KeyMap(from: origin.property.owner, to: property.destination, routes: routes, source: source),
      let owner = source.entities[origin.property.owner.index]
    else { return nil }
    switch owner.placements[origin.property.slot] {
    case .oneToMany(let columns): return OldKey(columns: columns, sql: "s.\(columns.column)", map: map)
    case .inverseless(let column):
      return OldKey(
        columns: SQLPlacement.ToOne(column: column, entity: nil, order: nil), sql: "s.\(column)", map: map)
    default:
      return linked(by: origin.property, backwards: true).map { OldKey(columns: nil, sql: $0, map: map) }
    }
  }

  private func keySource(_ property: PropertyLayout, _ route: RowRoutes.Route) -> CellSource {
    guard let old = oldKey(property, route) else { return .null }
    if old.map.isPlain, let columns = old.columns { return .column(columns.column) }
    return .expression(old.map.key(old.sql, table: current(old.map.table)))
  }

  private func numberSource(_ property: PropertyLayout, _ route: RowRoutes.Route) -> CellSource {
    guard let old = oldKey(property, route) else { return .null }
    if old.map.isPlain, old.map.keepsNumbers, let entity = old.columns?.entity { return .column(entity) }
    return .expression(old.map.number(old.sql, table: current(old.map.table)))
  }

  /// A list that had no order gets that of its keys.
  private func orderSource(_ property: PropertyLayout, _ route: RowRoutes.Route) -> CellSource {
    guard let old = oldKey(property, route) else { return .null }
    if let order = old.columns?.order { return .column(order) }
    return .expression("CASE WHEN \(old.sql) IS NOT NULL THEN \(MigrationPlanner.place(of: "s.Z_PK")) END")
  }

  /// Places as Core Data numbers them, in the order of keys.
  static func place(of key: String) -> String { "1024 + 1024 * \(key)" }

  /// The key of the owner, in the rows of the destination of a to-many relationship without inverse.
  func ownerCell(of property: PropertyLayout, _ column: SQLIdentifier, in table: SQLTable) -> MigrationCell {
    MigrationCell(
      column: column, type: type(of: column, in: table), owner: property.destination,
      source: { ownerSource(property, $0) })
  }

  private func ownerSource(_ property: PropertyLayout, _ route: RowRoutes.Route) -> CellSource {
    guard let origin = origins(of: property).first(where: { route.source.layout.isKind(of: $0.property.destination) }),
      let owner = source.entities[origin.property.owner.index],
      let map = KeyMap(from: origin.property.owner, to: property.owner, routes: routes, source: source)
    else { return .null }
    let column: SQLIdentifier
    switch owner.placements[origin.property.slot] {
    case .oneToMany(let columns): column = columns.column
    case .inverseless(let found): column = found
    default:
      guard let key = linked(by: origin.property, backwards: true) else { return .null }
      return .expression(map.key(key, table: current(map.table)))
    }
    return map.isPlain ? .column(column) : .expression(map.key("s.\(column)", table: current(map.table)))
  }
}
