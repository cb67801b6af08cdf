@testable import CoreDataEngine
import CoreDataSQLite

/// Fills a store of any model with made-up rows, by SQL, and compares two stores row by row.
struct GeneratedRows {
  let schema: SQLSchema
  let count: Int

  private var concrete: [SQLEntity] { schema.entities.compactMap { $0 }.filter { !$0.layout.isAbstract } }

  /// The first key of each entity's rows, by its number: the entities of a table have their keys one after another.
  private var firstKeys: [Int: Int] {
    var next: [SQLIdentifier: Int] = [:]
    var keys: [Int: Int] = [:]
    for entity in concrete {
      keys[entity.number] = next[entity.table, default: 1]
      next[entity.table, default: 1] += count
    }
    return keys
  }

  func insert(into connection: Connection) throws {
    let keys = firstKeys
    try connection.execute(
      "CREATE TEMP TABLE n (i INTEGER PRIMARY KEY); WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < \(count - 1)) INSERT INTO n SELECT i FROM c"
    )
    for entity in concrete {
      var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
      var values = ["i + \(keys[entity.number] ?? 1)", "\(entity.number)", "1"]
      for property in entity.layout.properties {
        switch entity.placements[property.slot] {
        case .attribute(let column):
          columns.append(column.sql)
          values.append(value(of: property, first: keys[entity.number] ?? 1))
        case .toOne(let place):
          guard let target = target(of: property.destination) else { continue }
          columns.append(place.column.sql)
          values.append("\(keys[target.number] ?? 1) + (i * 7 + 3) % \(count)")
          if let number = place.entity {
            columns.append(number.sql)
            values.append("\(target.number)")
          }
          if let order = place.order {
            columns.append(order.sql)
            values.append("2048 + 1024 * i")
          }
        default: break
        }
      }
      try connection.execute(
        "INSERT INTO \(entity.table) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM n"
      )
    }
    for table in schema.joinTables {
      guard let entity = schema.entities[table.owner.index],
        let property = entity.layout.properties.first(where: {
          if case .manyToMany(let place) = entity.placements[$0.slot] { place.table == table.identifier } else { false }
        }), case .manyToMany(let place) = entity.placements[property.slot],
        let first = target(of: entity.layout), let second = target(of: property.destination)
      else { continue }
      let orders = table.orders.map { ", \($0)" }.joined()
      let places = table.orders.map { _ in ", 2048 + 1024 * i" }.joined()
      try connection.execute(
        "INSERT OR IGNORE INTO \(table.identifier) (\(place.owner), \(place.destination)\(orders)) SELECT \(keys[first.number] ?? 1) + i, \(keys[second.number] ?? 1) + (i * 3 + 1) % \(count)\(places) FROM n"
      )
    }
    for table in schema.tables {
      try connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT ifnull(max(Z_PK), 0) FROM \(table.identifier)) WHERE Z_ENT = \(schema.entity(table.root).number)"
      )
    }
  }

  private func target(of layout: EntityLayout) -> SQLEntity? { concrete.first { $0.layout.isKind(of: layout) } }

  private func value(of property: PropertyLayout, first: Int) -> String {
    // Values of one property differ in all rows of a table, so that they can be unique.
    let salt = first + property.name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 97 }
    let value: String
    switch property.attributeKind {
    case .boolean: value = "i % 2"
    case .integer16, .integer32, .integer64: value = "i + \(salt)"
    case .double, .float: value = "(i + \(salt)) * 0.5"
    case .date: value = "600000000 + (i + \(first)) * 60.25"
    case .decimal: value = "i + \(first).25"
    case .string: value = "'\(property.name.replacing("'", with: "")) ' || (i + \(first))"
    case .uri: value = "'https://example.org/' || (i + \(first))"
    case .uuid: value = "CAST(printf('%016d', i + \(first)) AS BLOB)"
    default:
      value = property.usesExternalStorage ? "CAST(x'01' || 'bytes ' || i AS BLOB)" : "CAST('bytes ' || i AS BLOB)"
    }
    let isUnique = property.owner.entity.constraintNames.contains { $0.contains(property.name) }
    return property.isOptional && !isUnique ? "CASE WHEN i % 5 <> 0 THEN \(value) END" : value
  }
}

/// Compares a migrated store with what it was before, property by property, knowing nothing of how it was migrated.
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
    for case let entity? in newer.entities where !entity.layout.isAbstract {
      guard let predecessor = matching.predecessor(of: entity.layout.entity),
        let layout = older.model.layout(of: predecessor), let old = older.entities[layout.index]
      else { continue }
      let join =
        "FROM \(entity.table) n JOIN old.\(old.table) o ON o.Z_PK = n.Z_PK AND o.Z_ENT = \(old.number) WHERE n.Z_ENT = \(entity.number)"
      let rows = try connection.scalar("SELECT count(*) FROM old.\(old.table) WHERE Z_ENT = \(old.number)") ?? 0
      let moved = try connection.scalar("SELECT count(*) \(join)") ?? 0
      if rows != moved { differences.append("\(entity.layout.name): \(moved) of \(rows) rows") }
      for (name, property) in matching.predecessors(ofPropertiesOf: entity.layout.entity) {
        guard let new = entity.layout.property(named: name), let before = layout.property(named: property.name) else {
          continue
        }
        try compare(new, entity, before, old, join)
      }
    }
  }

  private mutating func compare(
    _ new: PropertyLayout, _ entity: SQLEntity, _ before: PropertyLayout, _ old: SQLEntity, _ join: String
  ) throws {
    switch (entity.placements[new.slot], old.placements[before.slot]) {
    case (.attribute(let column), .attribute(let was)):
      try count(
        join + " AND o.\(was) IS NOT NULL AND NOT (n.\(column) IS o.\(was))", "\(entity.layout.name).\(new.name)")
    case (.toOne(let column), .toOne(let was)):
      try count(join + " AND NOT (n.\(column.column) IS o.\(was.column))", "\(entity.layout.name).\(new.name)")
    case (.manyToMany(let place), .manyToMany(let was)):
      let now = "SELECT \(place.owner), \(place.destination) FROM \(place.table)"
      let then = "SELECT \(was.owner), \(was.destination) FROM old.\(was.table)"
      try count("FROM (\(then) EXCEPT \(now))", "\(entity.layout.name).\(new.name)")
    default: break
    }
  }

  private mutating func count(_ rest: String, _ what: String) throws {
    compared += 1
    let wrong = try connection.scalar("SELECT count(*) \(rest)") ?? 0
    if wrong > 0 { differences.append("\(what): \(wrong) rows differ") }
  }
}
