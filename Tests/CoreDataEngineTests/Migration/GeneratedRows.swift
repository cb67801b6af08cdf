@testable import CoreDataEngine
import CoreDataSQLite

/// Fills a store of any model with made-up rows, by SQL.
struct GeneratedRows {
  let schema: SQLSchema
  let count: Int

  var concrete: [SQLEntity] { schema.entities.compactMap { $0 }.filter { !$0.layout.isAbstract } }

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
    for entity in concrete { try insert(entity, keys, connection) }
    try link(keys, connection)
    for table in schema.tables {
      try connection.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT ifnull(max(Z_PK), 0) FROM \(table.identifier)) WHERE Z_ENT = \(schema.entity(table.root).number)"
      )
    }
  }

  private func insert(_ entity: SQLEntity, _ keys: [Int: Int], _ connection: Connection) throws {
    let first = keys[entity.number] ?? 1
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values = ["i + \(first)", "\(entity.number)", "1"]
    for property in entity.layout.properties {
      switch entity.placements[property.slot] {
      case .attribute(let column):
        columns.append(column.sql)
        values.append(value(of: property, first: first))
      case .composite(let leaves):
        for (leaf, column) in zip(property.composite?.leaves ?? [], leaves) {
          columns.append(column.sql)
          values.append(
            value(leaf.kind, of: leaf.name, first: first).unless("i % 5 = 0"))
        }
      case .toOne(let place):
        guard let link = toOne(property, of: entity, keys) else { continue }
        columns.append(place.column.sql)
        values.append(link.key)
        if let number = place.entity {
          columns.append(number.sql)
          values.append(link.number)
        }
        if let order = place.order {
          columns.append(order.sql)
          values.append("CASE WHEN \(link.key) IS NOT NULL THEN 1024 * (\(count) * 9 - i * 2 + \(first)) END")
        }
      case .none, .oneToMany, .manyToMany, .inverseless: break
      }
    }
    try connection.execute(
      "INSERT INTO \(entity.table) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM n"
    )
  }

  private func value(of property: PropertyLayout, first: Int) -> String {
    guard let kind = property.attributeKind else { return "NULL" }
    let value =
      property.usesExternalStorage
      ? "CAST(x'01' || 'bytes ' || i AS BLOB)" : value(kind, of: property.name, first: first)
    let isUnique = property.owner.entity.constraintNames.contains { $0.contains(property.name) }
    return property.isOptional && !isUnique ? value.unless("i % 5 = 0") : value
  }

  private func value(_ kind: AttributeKind, of name: String, first: Int) -> String {
    // Values of one property differ in all rows of a table, so that they can be unique.
    let salt = first + name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 97 }
    return switch kind {
    case .boolean: "i % 2"
    case .integer16, .integer32, .integer64: "i + \(salt)"
    case .double, .float: "(i + \(salt)) * 0.5"
    case .date: "600000000 + (i + \(first)) * 60.25"
    case .decimal: "i + \(first).25"
    case .string: "'\(name.replacing("'", with: "")) ' || (i + \(first))"
    case .uri: "'https://example.org/' || (i + \(first))"
    case .uuid: "CAST(printf('%016d', i + \(first)) AS BLOB)"
    default: "CAST('bytes ' || i AS BLOB)"
    }
  }
}

extension String {
  /// SQL that yields NULL where a condition holds.
  func unless(_ condition: String) -> String { "CASE WHEN NOT (\(condition)) THEN \(self) END" }
}
