import CoreDataSQLite

/// What must hold of the rows of the new model before the migration counts.
extension MigrationPlanner {
  private static let missing =
    "Cannot migrate store in-place: Validation error missing attribute values on mandatory destination"

  func check(_ plan: inout MigrationPlan, _ tables: [TablePlan]) {
    for case let entity? in destination.entities {
      checkAbstract(entity, &plan)
      for property in entity.layout.properties where property.owner === entity.layout {
        checkRequired(property, of: entity, &plan)
        checkSingleOwners(property, of: entity, &plan)
      }
      for constraint in destination.uniqueConstraints(of: entity) where !isHeld(constraint, tables) {
        checkUnique(constraint, &plan)
      }
    }
  }

  /// Whether an index that stays holds the constraint already.
  private func isHeld(_ constraint: UniqueConstraint, _ tables: [TablePlan]) -> Bool {
    guard let index = stored.indexes.first(where: { $0.name == constraint.indexName.name }) else { return false }
    return index.sql == constraint.definition && interim[index.table] == nil
      && tables.contains { $0.table.identifier == constraint.entity.table && $0.isAltered }
  }

  private func checkAbstract(_ entity: SQLEntity, _ plan: inout MigrationPlan) {
    guard entity.layout.isAbstract, routes.all.contains(where: { $0.destination === entity }) else { return }
    let name = entity.layout.name
    plan.checks.append(
      MigrationCheck(sql: MigrationPlanner.count(entity.table, "Z_ENT = \(entity.number)")) {
        MigrationError.validation(
          "Cannot migrate store in-place: an abstract entity cannot have objects", entity: name, key: "property",
          property: "", detail: "\(name) has \($0.integer(0)) of its own.")
      })
  }

  /// Yields a row only when there is something to count.
  private static func count(_ table: SQLIdentifier, _ condition: String) -> String {
    "SELECT n FROM (SELECT count(*) AS n FROM \(table) WHERE \(condition)) WHERE n > 0"
  }

  /// Properties that have become mandatory, or are new and mandatory, for the rows of which that is so.
  private func checkRequired(_ property: PropertyLayout, of entity: SQLEntity, _ plan: inout MigrationPlan) {
    guard !(property.attribute is NSDerivedAttributeDescription) else { return }
    switch entity.placements[property.slot] {
    case .attribute(let column):
      require(property, property.name, "\(column) IS NULL", of: entity, &plan)
    case .toOne(let columns):
      require(property, property.name, "\(columns.column) IS NULL", of: entity, &plan)
    case .composite(let columns):
      let isNil = columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
      require(property, property.name, isNil, of: entity, &plan)
      for (leaf, column) in zip(property.composite?.leaves ?? [], columns)
      where !leaf.attribute.isOptional {
        require(
          property, "\(property.name).\(leaf.name)", "\(column) IS NULL AND NOT (\(isNil))",
          of: entity, &plan
        ) { older in
          older.composite.flatMap { before in
            before.leaf(at: leaf.path).map { before.leaves[$0].attribute.isOptional }
          } ?? true
        }
      }
    default: return
    }
  }

  /// Checks the rows of which the property, or its element of the name, was optional before or not there.
  private func require(
    _ property: PropertyLayout, _ name: String, _ isMissing: String, of entity: SQLEntity,
    _ plan: inout MigrationPlan, wasOptional: ((PropertyLayout) -> Bool)? = nil
  ) {
    guard wasOptional != nil || !property.isOptional else { return }
    let concerned = routes.all.filter { route in
      guard route.destination.layout.isKind(of: property.owner) else { return false }
      guard let older = predecessor(of: property, for: route) else { return true }
      return wasOptional?(older) ?? older.isOptional
    }
    guard !concerned.isEmpty else { return }
    let kind = property.isAttribute ? "attribute" : "relationship"
    let entityName = entity.layout.name
    plan.checks.append(
      MigrationCheck(
        sql: MigrationPlanner.count(
          entity.table,
          "\(isMissing) AND Z_ENT IN \(MigrationPlanner.list(concerned.map(\.destination.number)))")
      ) {
        MigrationError.validation(
          "\(MigrationPlanner.missing) \(kind)", entity: entityName, key: kind, property: name,
          detail: "\(entityName).\(name) has no value in \($0.integer(0)) rows, and no default.")
      })
  }

  /// A to-many relationship without inverse gives each destination one owner.
  private func checkSingleOwners(_ property: PropertyLayout, of entity: SQLEntity, _ plan: inout MigrationPlan) {
    guard case .inverseless = entity.placements[property.slot] else { return }
    for origin in origins(of: property) {
      guard let owner = source.entities[origin.property.owner.index],
        let links = OlderLinks(of: origin.property, in: source, current: current)
      else { continue }
      switch owner.placements[origin.property.slot] {
      case .toOne, .manyToMany: break
      default: continue
      }
      let (entityName, name) = (entity.layout.name, property.name)
      // Asked of the old tables, so it belongs before they go.
      let place = plan.steps.firstIndex { $0.title == "Drop old tables" } ?? plan.steps.count
      plan.steps.insert(
        MigrationStep(
          title: "Check the owners of \(entityName).\(name)", statements: [],
          check: MigrationCheck(
            sql: "SELECT destination, count(*) FROM (\(links.select)) GROUP BY destination HAVING count(*) > 1 LIMIT 1"
          ) {
            MigrationError.validation(
              "Cannot migrate store in-place: a to-many relationship without inverse cannot share its destinations",
              entity: entityName, key: "relationship", property: name,
              detail: "the destination \($0.integer(0)) of \(entityName).\(name) has \($0.integer(1)) owners.")
          }), at: place)
    }
  }

  private func checkUnique(_ constraint: UniqueConstraint, _ plan: inout MigrationPlan) {
    let columns = constraint.columns.map(\.sql).joined(separator: ", ")
    let present = constraint.columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let (entity, properties) = (constraint.entity.layout.name, constraint.properties)
    plan.checks.append(
      MigrationCheck(
        sql:
          "SELECT count(*), \(columns) FROM \(constraint.entity.table) WHERE \(present) GROUP BY \(columns) HAVING count(*) > 1"
      ) { statement in
        var values: [[String: Any]] = []
        var count = 0
        repeat {
          count += 1
          guard values.count < 20 else { continue }
          var row: [String: Any] = ["count": Int(statement.integer(0))]
          for (place, name) in properties.enumerated() { row[name] = statement.string(Int32(place + 1)) ?? "" }
          values.append(row)
        } while try statement.step()
        return MigrationError.duplicates(entity: entity, properties: properties, values: values, count: count)
      })
  }
}
