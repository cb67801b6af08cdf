@testable import CoreDataEngine
import CoreDataSQLite

/// Compares a migrated store with what it was before, property by property, knowing nothing of how it was migrated: every
/// row, every value and every link is what it was, and there are no others.
struct MigratedComparison {
  let older: SQLSchema
  let newer: SQLSchema
  let matching: ModelMatching
  /// Has the new store as its main database, and the old one as `old`.
  let connection: Connection
  private(set) var compared = 0
  private(set) var differences: [String] = []

  init(older: SQLSchema, newer: SQLSchema, matching: ModelMatching, connection: Connection) {
    self.older = older
    self.newer = newer
    self.matching = matching
    self.connection = connection
  }

  mutating func run() throws {
    for table in newer.tables {
      let numbers = newer.numbers(of: table.root, includesSubentities: true).map(String.init).joined(separator: ", ")
      try count("FROM \(table.identifier) WHERE Z_ENT NOT IN (\(numbers))", "\(table.identifier.name): no entity's")
    }
    for case let entity? in newer.entities where !entity.layout.isAbstract { try compare(entity) }
  }

  private mutating func compare(_ entity: SQLEntity) throws {
    let name = entity.layout.name
    let now = try connection.scalar("SELECT count(*) FROM \(entity.table) WHERE Z_ENT = \(entity.number)") ?? 0
    guard let old = predecessor(of: entity.layout) else {
      if now != 0 { differences.append("\(name): \(now) rows of a new entity") }
      return
    }
    let join =
      "FROM \(entity.table) n JOIN old.\(old.table) o ON o.Z_PK + \(try shift(old, entity)) = n.Z_PK AND o.Z_ENT = \(old.number) WHERE n.Z_ENT = \(entity.number)"
    let rows = try connection.scalar("SELECT count(*) FROM old.\(old.table) WHERE Z_ENT = \(old.number)") ?? 0
    let moved = try connection.scalar("SELECT count(*) \(join)") ?? 0
    if rows != moved || rows != now { differences.append("\(name): \(moved) of \(rows) rows, \(now) in all") }
    let predecessors = matching.predecessors(ofPropertiesOf: entity.layout.entity)
    for new in entity.layout.properties where !new.isTransient {
      let before = predecessors[new.name].flatMap { old.layout.property(named: $0.name) }
      if new.isRelationship {
        try compareLinks(new, of: entity, before, of: old)
      } else if !(new.attribute is NSDerivedAttributeDescription) {
        try compareValues(new, entity.placements[new.slot], before, before.map { old.placements[$0.slot] }, join, name)
      }
    }
  }

  private func predecessor(of layout: EntityLayout) -> SQLEntity? {
    matching.predecessor(of: layout.entity).flatMap { older.model.layout(of: $0) }.flatMap { older.entities[$0.index] }
  }

  /// What all keys of an entity have grown by, when hierarchies have become one.
  private func shift(_ old: SQLEntity, _ new: SQLEntity) throws -> Int64 {
    let first = try connection.scalar("SELECT min(Z_PK) FROM \(new.table) WHERE Z_ENT = \(new.number)") ?? 0
    return first - (try connection.scalar("SELECT min(Z_PK) FROM old.\(old.table) WHERE Z_ENT = \(old.number)") ?? 0)
  }

  // MARK: Values

  private mutating func compareValues(
    _ new: PropertyLayout, _ place: SQLPlacement, _ before: PropertyLayout?, _ was: SQLPlacement?, _ join: String,
    _ entity: String
  ) throws {
    let what = "\(entity).\(new.name)"
    let standard = SQLLiteral.defaultValue(of: new) ?? "NULL"
    switch (place, was) {
    case (.attribute(let column), .attribute(let was)?):
      // Only a value that must be there takes the place of none.
      let expected = new.isOptional || before?.isOptional == false ? "o.\(was)" : "ifnull(o.\(was), \(standard))"
      try count("\(join) AND NOT (n.\(column) IS \(expected))", what)
    case (.attribute(let column), nil):
      try count("\(join) AND NOT (n.\(column) IS \(standard))", what)
    case (.composite(let columns), .composite(let was)?):
      for (leaf, column) in zip(new.composite?.leaves ?? [], columns) {
        let old = before?.composite?.leaf(at: leaf.path).map { "o.\(was[$0])" } ?? "NULL"
        try count("\(join) AND NOT (n.\(column) IS \(old))", "\(what).\(leaf.name)")
      }
    default: break
    }
  }

  // MARK: Links

  private mutating func compareLinks(
    _ new: PropertyLayout, of entity: SQLEntity, _ before: PropertyLayout?, of old: SQLEntity
  ) throws {
    guard let now = StoredLinks(new, of: entity, in: newer, database: "main") else { return }
    let what = "\(entity.layout.name).\(new.name)"
    try count("FROM (\(now.select)) WHERE number IS NULL", "\(what) leads nowhere")
    if case .toOne(let place) = entity.placements[new.slot] {
      try compareNumbers(place, of: entity, new, what)
    }
    guard let before, let then = StoredLinks(before, of: old, in: older, database: "old") else {
      if before == nil, !continuesByInverse(new) { try count("FROM (\(now.select))", "\(what) is new, and has links") }
      return
    }
    let survivors = survivors(from: before.destination, to: new.destination)
    let kept = survivors.map { "\($0.old.number)" }.joined(separator: ", ")
    func each(_ value: (SQLEntity, SQLEntity) throws -> String) rethrows -> String {
      let cases = try survivors.map { "WHEN \($0.old.number) THEN \(try value($0.old, $0.new))" }
      return cases.isEmpty ? "NULL" : "CASE number \(cases.joined(separator: " ")) END"
    }
    let number = each { "\($1.number)" }
    let destination = try each { "destination + \(try shift($0, $1))" }
    let owner = "owner + \(try shift(old, entity))"
    // Places may be written anew; what counts is who comes before whom.
    let isOrdered = new.isToMany && new.isOrdered && before.isOrdered
    let rank = isOrdered ? "row_number() OVER (PARTITION BY owner ORDER BY place)" : "0"
    let expected =
      "SELECT \(owner), \(destination), \(number), \(rank) FROM (\(then.select)) WHERE number IN (\(kept))"
    let found = "SELECT owner, destination, number, \(rank) FROM (\(now.select))"
    try count("FROM (SELECT * FROM (\(expected)) EXCEPT SELECT * FROM (\(found)))", "\(what): links lost")
    try count("FROM (SELECT * FROM (\(found)) EXCEPT SELECT * FROM (\(expected)))", "\(what): links too many")
    if new.isToMany, new.isOrdered {
      try count("FROM (\(now.select)) WHERE place IS NULL", "\(what): links without a place")
    }
  }

  /// The number beside a key is that of the row it leads to, and is there only with it.
  private mutating func compareNumbers(
    _ place: SQLPlacement.ToOne, of entity: SQLEntity, _ property: PropertyLayout, _ what: String
  ) throws {
    guard let number = place.entity, let target = newer.entities[property.destination.index] else { return }
    try count(
      "FROM \(entity.table) n LEFT JOIN \(target.table) d ON d.Z_PK = n.\(place.column) WHERE n.Z_ENT = \(entity.number) AND NOT (n.\(number) IS d.Z_ENT)",
      "\(what): wrong numbers")
  }

  /// The older entities that the newer relationship can still lead to, with the newer ones.
  private func survivors(from before: EntityLayout, to new: EntityLayout) -> [(old: SQLEntity, new: SQLEntity)] {
    newer.entities.compactMap { entity in
      guard let entity, !entity.layout.isAbstract, entity.layout.isKind(of: new),
        let old = predecessor(of: entity.layout), old.layout.isKind(of: before)
      else { return nil }
      return (old, entity)
    }
  }

  /// Whether the other side of a new relationship was there before.
  private func continuesByInverse(_ property: PropertyLayout) -> Bool {
    guard let inverse = property.inverse else { return false }
    return newer.entities.contains { entity in
      guard let entity, entity.layout.isKind(of: inverse.owner) else { return false }
      return matching.predecessors(ofPropertiesOf: entity.layout.entity)[inverse.name] != nil
    }
  }

  private mutating func count(_ rest: String, _ what: String) throws {
    compared += 1
    let wrong = try connection.scalar("SELECT count(*) \(rest)") ?? 0
    if wrong > 0 { differences.append("\(what): \(wrong) rows") }
  }
}
