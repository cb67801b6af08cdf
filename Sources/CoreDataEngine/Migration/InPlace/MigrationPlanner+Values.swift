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
