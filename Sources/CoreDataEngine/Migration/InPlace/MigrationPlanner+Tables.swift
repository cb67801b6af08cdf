/// The statements for the tables of entities.
extension MigrationPlanner {
  // MARK: Filling

  func fill(_ table: TablePlan, _ plan: inout MigrationPlan) {
    guard case .fill = table.way else { return }
    let name = table.table.identifier
    plan.steps.append(
      MigrationStep(
        title: "Create \(name.name)",
        statements: [destination.definition(of: table.table)]
          + table.allForeignColumns.map { $0.addition(to: name) }))
    for (feed, foreignColumns) in zip(table.feeds, table.foreignColumns) {
      var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
      var values = [key(feed.routes[0]), number(feed.routes), "s.Z_OPT"]
      for cell in table.cells {
        let value = self.value(of: cell, feed.routes)
        guard value != "NULL" else { continue }
        columns.append(cell.column.sql)
        values.append(value)
      }
      for foreign in foreignColumns {
        columns.append(foreign.column.quoted)
        values.append("s.\(foreign.column.quoted)")
      }
      let numbers = MigrationPlanner.list(feed.routes.map(\.source.number))
      plan.steps.append(
        MigrationStep(
          title: "Copy \(feed.table.name) to \(name.name)",
          statements: [
            "INSERT INTO \(name) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM \(current(feed.table)) AS s WHERE s.Z_ENT IN \(numbers) ORDER BY s.Z_PK"
          ], rows: current(feed.table)))
    }
  }

  private func key(_ route: RowRoutes.Route) -> String { route.offset == 0 ? "s.Z_PK" : "s.Z_PK + \(route.offset)" }

  private func number(_ routes: [RowRoutes.Route]) -> String {
    if routes.allSatisfy({ $0.source.number == $0.destination.number }) { return "s.Z_ENT" }
    let cases = routes.map { "WHEN \($0.source.number) THEN \($0.destination.number)" }.joined(separator: " ")
    return "CASE s.Z_ENT \(cases) END"
  }

  /// The value of a column for the rows of all routes.
  private func value(of cell: MigrationCell, _ routes: [RowRoutes.Route]) -> String {
    var groups: [(sql: String, numbers: [Int])] = []
    for route in routes {
      let sql = cell.value(for: route).sql
      if let place = groups.firstIndex(where: { $0.sql == sql }) {
        groups[place].numbers.append(route.source.number)
      } else {
        groups.append((sql, [route.source.number]))
      }
    }
    if groups.count == 1 { return groups[0].sql }
    let cases = groups.filter { $0.sql != "NULL" }.map {
      "WHEN s.Z_ENT IN \(MigrationPlanner.list($0.numbers)) THEN \($0.sql)"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }

  // MARK: Altering

  func alter(_ table: TablePlan, _ plan: inout MigrationPlan) {
    guard case .alter(let old) = table.way, let routes = table.feeds.first?.routes else { return }
    let name = current(old)
    var statements: [String] = []
    for cell in table.cells {
      let kept = routes.lazy.compactMap { cell.value(for: $0).kept }.first
      if let kept {
        if kept != cell.column { statements.append("ALTER TABLE \(name) RENAME COLUMN \(kept) TO \(cell.column)") }
      } else {
        statements.append("ALTER TABLE \(name) ADD COLUMN \(cell.column) \(cell.type)")
      }
    }
    if !statements.isEmpty {
      plan.steps.append(MigrationStep(title: "Alter \(table.table.identifier.name)", statements: statements))
    }
    let updates = removals(from: old, keeping: routes) + self.updates(table, routes, name) + renumbering(routes, name)
    if !updates.isEmpty {
      plan.steps.append(
        MigrationStep(title: "Update \(table.table.identifier.name)", statements: updates, rows: name))
    }
    if name != table.table.identifier {
      plan.steps.append(
        MigrationStep(
          title: "Rename \(old.name) to \(table.table.identifier.name)",
          statements: ["ALTER TABLE \(name) RENAME TO \(table.table.identifier)"]))
    }
  }

  /// Rows of entities that are gone, or that have gone to another table.
  private func removals(from table: SQLIdentifier, keeping routes: [RowRoutes.Route]) -> [String] {
    let kept = Set(routes.map(\.source.number))
    let gone = source.entities.compactMap { $0 }.filter {
      $0.table == table && !$0.layout.isAbstract && !kept.contains($0.number)
    }
    guard !gone.isEmpty else { return [] }
    return ["DELETE FROM \(current(table)) WHERE Z_ENT IN \(MigrationPlanner.list(gone.map(\.number)))"]
  }

  /// Values that are not those of the column that was kept: defaults, and what an entity has no property for any more.
  private func updates(_ table: TablePlan, _ routes: [RowRoutes.Route], _ name: SQLIdentifier) -> [String] {
    var literals: [[Int]: [String]] = [:]
    var statements: [String] = []
    for cell in table.cells {
      var groups: [String: [Int]] = [:]
      var filled: [String: [Int]] = [:]
      let kept = routes.lazy.compactMap { cell.value(for: $0).kept }.first
      for route in routes {
        switch cell.value(for: route) {
        case .literal(let text): groups[text, default: []].append(route.source.number)
        case .filled(_, let text): filled[text, default: []].append(route.source.number)
        case .null:
          if let kept, holds(kept, route.source) { groups["NULL", default: []].append(route.source.number) }
        case .column, .expression: break
        }
      }
      for (text, numbers) in groups.sorted(by: { $0.key < $1.key }) {
        literals[numbers, default: []].append("\(cell.column) = \(text)")
      }
      for (text, numbers) in filled.sorted(by: { $0.key < $1.key }) {
        statements.append(
          "UPDATE \(name) SET \(cell.column) = \(text) WHERE \(cell.column) IS NULL AND Z_ENT IN \(MigrationPlanner.list(numbers))"
        )
      }
    }
    for (numbers, assignments) in literals.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      statements.append(
        "UPDATE \(name) SET \(assignments.joined(separator: ", ")) WHERE Z_ENT IN \(MigrationPlanner.list(numbers))")
    }
    return statements
  }

  /// Whether rows of an entity may have a value in a column.
  private func holds(_ column: SQLIdentifier, _ entity: SQLEntity) -> Bool {
    entity.placements.contains { placement in
      switch placement {
      case .attribute(let own): own == column
      case .composite(let columns): columns.contains(column)
      case .toOne(let columns): columns.column == column || columns.entity == column || columns.order == column
      default: false
      }
    }
      || source.entities.contains { other in
        guard let other else { return false }
        return other.layout.properties.contains { property in
          guard property.isToMany, case .inverseless(let own) = other.placements[property.slot] else { return false }
          return own == column && entity.layout.isKind(of: property.destination)
        }
      }
  }

  private func renumbering(_ routes: [RowRoutes.Route], _ name: SQLIdentifier) -> [String] {
    let changed = routes.filter { $0.source.number != $0.destination.number }
    guard !changed.isEmpty else { return [] }
    let cases = changed.map { "WHEN \($0.source.number) THEN \($0.destination.number)" }.joined(separator: " ")
    return [
      "UPDATE \(name) SET Z_ENT = CASE Z_ENT \(cases) END WHERE Z_ENT IN \(MigrationPlanner.list(changed.map(\.source.number)))"
    ]
  }
}
