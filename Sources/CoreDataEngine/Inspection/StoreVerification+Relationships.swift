import CoreDataSQLite

extension StoreVerification {
  func relationshipProblems() throws -> [StoreProblem] {
    var problems: [StoreProblem] = []
    var seenTables = Set<SQLIdentifier>()
    for entity in stored {
      for property in entity.layout.properties where property.owner === entity.layout && property.isRelationship {
        switch entity.placements[property.slot] {
        case .toOne(let columns):
          problems += try toOneProblems(property, of: entity, columns)
        case .manyToMany(let columns) where seenTables.insert(columns.table).inserted:
          problems += try joinProblems(property, of: entity, columns)
        case .none, .attribute, .composite, .oneToMany, .manyToMany, .inverseless: continue
        }
      }
    }
    return problems
  }

  private func toOneProblems(
    _ property: PropertyLayout, of entity: SQLEntity, _ columns: SQLPlacement.ToOne
  ) throws -> [StoreProblem] {
    guard store.schema.entities[property.destination.index] != nil else { return [] }
    var problems: [StoreProblem] = []
    let place = "\(entity.layout.name).\(property.name)"
    let target = store.schema.entity(property.destination).table
    let column = columns.column
    var clearing = "\(column) = NULL"
    if let number = columns.entity { clearing += ", \(number) = NULL" }
    if let order = columns.order { clearing += ", \(order) = NULL" }
    let dangling = """
      Z_ENT IN (\(numbers(entity.layout))) AND \(column) IS NOT NULL AND NOT EXISTS \
      (SELECT 1 FROM \(target) d WHERE d.Z_PK = \(entity.table).\(column) AND d.Z_ENT IN (\(numbers(property.destination))))
      """
    let lost = try count("SELECT count(*) FROM \(entity.table) WHERE \(dangling)")
    if lost > 0 {
      problems.append(
        StoreProblem(
          kind: .danglingReference, place: place, reason: "the object at the other end does not exist", count: lost,
          repair: .statement("UPDATE \(entity.table) SET \(clearing) WHERE \(dangling)")))
    }
    // Of a pair of to-one relationships each end has a column, and the two must say the same.
    guard let inverse = property.inverse, inverse.isToOne,
      case .toOne(let other) = store.schema.placement(of: inverse)
    else { return problems }
    let oneSided = """
      Z_ENT IN (\(numbers(entity.layout))) AND \(column) IS NOT NULL AND EXISTS \
      (SELECT 1 FROM \(target) d WHERE d.Z_PK = \(entity.table).\(column) AND d.\(other.column) IS NOT \(entity.table).Z_PK)
      """
    let halves = try count("SELECT count(*) FROM \(entity.table) WHERE \(oneSided)")
    if halves > 0 {
      problems.append(
        StoreProblem(
          kind: .oneSidedInverse, place: place,
          reason: "the inverse \(inverse.owner.name).\(inverse.name) does not point back", count: halves,
          repair: .statement("UPDATE \(entity.table) SET \(clearing) WHERE \(oneSided)")))
    }
    return problems
  }

  private func joinProblems(
    _ property: PropertyLayout, of entity: SQLEntity, _ columns: SQLPlacement.ManyToMany
  ) throws -> [StoreProblem] {
    guard store.schema.entities[property.destination.index] != nil else { return [] }
    let target = store.schema.entity(property.destination).table
    let broken = """
      NOT EXISTS (SELECT 1 FROM \(entity.table) o WHERE o.Z_PK = \(columns.table).\(columns.owner)) OR \
      NOT EXISTS (SELECT 1 FROM \(target) d WHERE d.Z_PK = \(columns.table).\(columns.destination))
      """
    let rows = try count("SELECT count(*) FROM \(columns.table) WHERE \(broken)")
    guard rows > 0 else { return [] }
    return [
      StoreProblem(
        kind: .joinTable, place: "\(entity.layout.name).\(property.name)",
        reason: "rows of \(columns.table.name) lead to objects that do not exist", count: rows,
        repair: .statement("DELETE FROM \(columns.table) WHERE \(broken)"))
    ]
  }
}
