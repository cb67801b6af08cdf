import CoreDataSQLite

/// What must hold of the rows of the older model, asked before they move.
extension MigrationPlanner {
  /// The rows that an error names.
  private static let named = 20

  /// Numbers whose new type may not have them.
  func checkNumbers(_ plan: inout MigrationPlan) {
    for case let entity? in destination.entities {
      for property in entity.layout.properties where property.owner === entity.layout {
        for group in conversions(of: property) { checkNumbers(of: property, group, &plan) }
      }
    }
  }

  /// Rows of an older table whose numbers change their type in the same way.
  private struct ConvertedColumn {
    let table: SQLIdentifier
    let column: SQLIdentifier
    let condition: String
    var numbers: [Int]
  }

  private func conversions(of property: PropertyLayout) -> [ConvertedColumn] {
    var groups: [ConvertedColumn] = []
    for route in routes.all {
      guard let older = predecessor(of: property, for: route),
        case .attribute(let column) = route.source.placements[older.slot],
        let condition = NumberConversion(from: older.attributeKind, to: property.attributeKind)?.fits("s.\(column)")
      else { continue }
      let table = route.source.table
      if let place = groups.firstIndex(where: { $0.table == table && $0.column == column && $0.condition == condition })
      {
        groups[place].numbers.append(route.source.number)
      } else {
        groups.append(
          ConvertedColumn(table: table, column: column, condition: condition, numbers: [route.source.number]))
      }
    }
    return groups
  }

  private func checkNumbers(of property: PropertyLayout, _ group: ConvertedColumn, _ plan: inout MigrationPlan) {
    let (entity, name) = (property.owner.name, property.name)
    let sql =
      "SELECT s.Z_PK, CAST(s.\(group.column) AS TEXT) FROM \(current(group.table)) AS s WHERE s.\(group.column) IS NOT NULL AND NOT ifnull(\(group.condition), 0) AND s.Z_ENT IN \(MigrationPlanner.list(group.numbers)) ORDER BY s.Z_PK"
    plan.steps.append(
      MigrationStep(
        title: "Check the values of \(entity).\(name)", statements: [],
        check: MigrationCheck(sql: sql) { statement in
          let found = try MigrationPlanner.listed(statement)
          let list = zip(found.keys, found.values).map { "\($1) in the row \($0)" }.joined(separator: ", ")
          let more = found.count - found.keys.count
          let rest = more > 0 ? ", and in \(more) more rows something else that does not fit" : ""
          return MigrationError.validation(
            "Cannot migrate store in-place: a value does not fit the new type of its attribute", entity: entity,
            key: "attribute", property: name, detail: "\(entity).\(name) is \(list)\(rest).",
            info: ["rows": found.keys, "count": found.count])
        }))
  }

  /// Rows that belong to no entity of the older model would be left behind where a table is filled anew or dropped, and might
  /// come to belong to another one where entities get other numbers. Where no row is touched they stay, unseen as before.
  func checkEntities(_ plan: inout MigrationPlan, _ tables: [TablePlan]) {
    for table in source.tables where !isLeftAlone(table, tables) {
      let numbers = source.entities.compactMap { $0 }.filter { $0.table == table.identifier && !$0.layout.isAbstract }
        .map(\.number)
      let name = table.identifier.name
      let sql =
        "SELECT Z_PK, ifnull(CAST(Z_ENT AS TEXT), 'NULL') FROM \(current(table.identifier)) WHERE Z_ENT IS NULL OR Z_ENT NOT IN \(MigrationPlanner.list(numbers)) ORDER BY Z_PK"
      plan.steps.append(
        MigrationStep(
          title: "Check the entities of \(name)", statements: [],
          check: MigrationCheck(sql: sql) { statement in
            let found = try MigrationPlanner.listed(statement)
            let list = zip(found.keys, found.values).map { "the row \($0) has \($1)" }.joined(separator: ", ")
            let more = found.count - found.keys.count
            return MigrationError.validation(
              "Cannot migrate store in-place: rows belong to no entity of the store's model", entity: table.root.name,
              key: "table", property: name,
              detail:
                "\(found.count) rows of \(name) have a Z_ENT that is no entity's: \(list)\(more > 0 ? ", and \(more) more" : "").",
              info: ["rows": found.keys, "count": found.count])
          }))
    }
  }

  /// Whether a table keeps all its rows, with their numbers.
  private func isLeftAlone(_ table: SQLTable, _ tables: [TablePlan]) -> Bool {
    guard
      let plan = tables.first(where: { if case .alter(let old) = $0.way { old == table.identifier } else { false } })
    else { return false }
    return !losesRows(plan) && plan.feeds.flatMap(\.routes).allSatisfy { $0.source.number == $0.destination.number }
  }

  /// The keys and texts of the first rows of an answer, and how many there are.
  private static func listed(_ statement: Statement) throws -> (keys: [Int], values: [String], count: Int) {
    var found: (keys: [Int], values: [String], count: Int) = ([], [], 0)
    repeat {
      found.count += 1
      guard found.keys.count < named else { continue }
      found.keys.append(Int(statement.integer(0)))
      found.values.append(statement.string(1) ?? "")
    } while try statement.step()
    return found
  }
}
