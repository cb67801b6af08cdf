/// The statements for the tables of many-to-many relationships.
extension MigrationPlanner {
  func fill(_ join: JoinPlan, _ plan: inout MigrationPlan) {
    guard case .fill = join.way else { return }
    var origins = self.origins(of: join.property).map { (origin: $0, isInverse: false) }
    if origins.isEmpty, let inverse = join.property.inverse {
      origins = self.origins(of: inverse).map { (origin: $0, isInverse: true) }
    }
    let name = join.placement.table
    let foreign = origins.map { foreignColumns(of: $0.origin.property, in: join) }
    plan.steps.append(
      MigrationStep(
        title: "Create \(name.name)",
        statements: [join.table.definition]
          + ForeignColumn.united(foreign).map { $0.addition(to: name) }))
    for ((origin, isInverse), foreignColumns) in zip(origins, foreign) {
      guard
        let links = OlderLinks(
          of: origin.property, in: source, with: foreignColumns, current: current)
      else {
        continue
      }
      plan.steps.append(
        MigrationStep(
          title: "Link \(join.property.owner.name).\(join.property.name)",
          statements: insertion(join, origin, links, foreignColumns, isInverse: isInverse),
          rows: source.entities[origin.property.owner.index].map { current($0.table) }))
    }
  }

  /// The columns of others in the older table of links; none where the links were kept otherwise.
  private func foreignColumns(of older: PropertyLayout, in join: JoinPlan) -> [ForeignColumn] {
    guard
      case .manyToMany(let columns)? = source.entities[older.owner.index]?.placements[older.slot]
    else { return [] }
    let table = join.table
    let known = [
      columns.owner, columns.destination, columns.order, columns.inverseOrder, table.first,
      table.second,
    ]
    return foreignColumns(
      of: columns.table, without: Set((known + table.orders).compactMap { $0?.name.uppercased() }))
  }

  private func insertion(
    _ join: JoinPlan, _ origin: Origin, _ links: OlderLinks, _ foreignColumns: [ForeignColumn],
    isInverse: Bool
  ) -> [String] {
    let placement = join.placement
    let (ownerEnd, destinationEnd) = (join.property.owner, join.property.destination)
    let older = origin.property
    guard
      let owners = KeyMap(from: older.owner, to: isInverse ? destinationEnd : ownerEnd, routes: routes, source: source),
      let destinations = KeyMap(
        from: older.destination, to: isInverse ? ownerEnd : destinationEnd, routes: routes, source: source)
    else { return [] }
    let ownerKey = owners.key("l.owner", table: current(owners.table))
    let destinationKey = destinations.key("l.destination", table: current(destinations.table))
    let (first, second) = isInverse ? (destinationKey, ownerKey) : (ownerKey, destinationKey)
    let (place, inversePlace) = isInverse ? ("l.inverse_place", "l.place") : ("l.place", "l.inverse_place")
    var columns = [placement.owner.sql, placement.destination.sql]
    var values = ["o", "d"]
    if let order = placement.order {
      columns.append(order.sql)
      values.append("ifnull(p, \(MigrationPlanner.place(of: "d")))")
    }
    if let order = placement.inverseOrder {
      columns.append(order.sql)
      values.append("ifnull(q, \(MigrationPlanner.place(of: "o")))")
    }
    columns += foreignColumns.map(\.column.quoted)
    values += foreignColumns.indices.map { "foreign_\($0)" }
    let others = foreignColumns.indices.map { ", l.foreign_\($0)" }.joined()
    return [
      "INSERT OR IGNORE INTO \(placement.table) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM (SELECT \(first) AS o, \(second) AS d, \(place) AS p, \(inversePlace) AS q\(others) FROM (\(links.select)) AS l) WHERE o IS NOT NULL AND d IS NOT NULL"
    ]
  }

  func alter(_ join: JoinPlan, _ plan: inout MigrationPlan) {
    guard case .alter(let old, let table) = join.way else { return }
    let name = current(table)
    var statements = JoinPlan.renames(from: old, to: join.placement).map {
      "ALTER TABLE \(name) RENAME COLUMN \($0.from) TO \($0.to)"
    }
    if name != join.placement.table { statements.append("ALTER TABLE \(name) RENAME TO \(join.placement.table)") }
    guard !statements.isEmpty else { return }
    plan.steps.append(
      MigrationStep(title: "Rename \(table.name) to \(join.placement.table.name)", statements: statements))
  }
}
