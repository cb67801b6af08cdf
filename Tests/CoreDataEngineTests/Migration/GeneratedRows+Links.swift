@testable import CoreDataEngine
import CoreDataSQLite

/// Relationships of made-up rows: with destinations of all kinds, gaps, and orders that are not those of the keys.
extension GeneratedRows {
  private func kinds(of layout: EntityLayout) -> [SQLEntity] { concrete.filter { $0.layout.isKind(of: layout) } }

  /// SQL over `n` for the key and the entity's number of the object that a to-one relationship leads to.
  func toOne(_ property: PropertyLayout, of entity: SQLEntity, _ keys: [Int: Int]) -> (key: String, number: String)? {
    let targets = kinds(of: property.destination)
    guard let first = targets.first else { return nil }
    if let inverse = property.inverse, inverse.isToOne {
      return mutual(property, inverse, of: entity, first, keys)
    }
    func each(_ value: (SQLEntity) -> String) -> String {
      let cases = targets.enumerated().map { "WHEN \($0) THEN \(value($1))" }.joined(separator: " ")
      let all = targets.count == 1 ? value(first) : "CASE i % \(targets.count) \(cases) END"
      return property.isOptional ? all.unless("i % 7 = 6") : all
    }
    return (each { "\(keys[$0.number] ?? 1) + (i * 7 + 3) % \(count)" }, each { "\($0.number)" })
  }

  /// Both sides of a one-to-one relationship say the same, where the first kinds of both meet. A side that must lead
  /// somewhere does so in other kinds too.
  private func mutual(
    _ property: PropertyLayout, _ inverse: PropertyLayout, of entity: SQLEntity, _ target: SQLEntity, _ keys: [Int: Int]
  ) -> (key: String, number: String) {
    let isShared = entity === kinds(of: inverse.destination).first
    guard isShared || !property.isOptional else { return ("NULL", "NULL") }
    let mine = (property.owner.index, property.slot)
    let other = (inverse.owner.index, inverse.slot)
    let (place, origin): (String, String)
    if mine == other {
      (place, origin) = ("\(count - 1) - i", "min(i, \(count - 1) - i)")
    } else if mine < other {
      (place, origin) = ("(i + 3) % \(count)", "i")
    } else {
      (place, origin) = ("(i + \(count) - 3) % \(count)", "(i + \(count) - 3) % \(count)")
    }
    let mayBeEmpty = property.isOptional && inverse.isOptional
    func gap(_ value: String) -> String { mayBeEmpty ? value.unless("\(origin) % 7 = 6") : value }
    return (gap("\(keys[target.number] ?? 1) + \(place)"), gap("\(target.number)"))
  }

  /// Fills join tables, and the columns of to-many relationships without inverse.
  func link(_ keys: [Int: Int], _ connection: Connection) throws {
    var done = Set<SQLIdentifier>()
    for case let entity? in schema.entities {
      for property in entity.layout.properties where property.owner === entity.layout {
        switch entity.placements[property.slot] {
        case .manyToMany(let place):
          guard done.insert(place.table).inserted else { continue }
          try join(property, place, keys, connection)
        case .inverseless(let column):
          guard let owner = kinds(of: property.owner).first else { continue }
          for target in kinds(of: property.destination) {
            try connection.execute(
              "UPDATE \(target.table) SET \(column) = \(keys[owner.number] ?? 1) + (Z_PK * 5) % \(count) WHERE Z_ENT = \(target.number) AND Z_PK % 4 <> 0"
            )
          }
        case .none, .attribute, .composite, .toOne, .oneToMany: break
        }
      }
    }
  }

  /// Each owner has up to three destinations.
  private func join(
    _ property: PropertyLayout, _ place: SQLPlacement.ManyToMany, _ keys: [Int: Int], _ connection: Connection
  ) throws {
    let targets = kinds(of: property.destination)
    guard !targets.isEmpty else { return }
    for (turn, owner) in kinds(of: property.owner).enumerated() {
      let target = targets[turn % targets.count]
      var columns = [place.owner, place.destination]
      var values = ["\(keys[owner.number] ?? 1) + i", "\(keys[target.number] ?? 1) + (i * 3 + m) % \(count)"]
      if let order = place.order, order != place.inverseOrder {
        columns.append(order)
        values.append("1024 * (4 - m)")
      }
      if let order = place.inverseOrder {
        columns.append(order)
        values.append("1024 * (i + \(keys[owner.number] ?? 1))")
      }
      try connection.execute(
        "INSERT OR IGNORE INTO \(place.table) (\(columns.map(\.sql).joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) FROM n, (SELECT 0 AS m UNION ALL SELECT 1 UNION ALL SELECT 2) WHERE i % 9 <> 8"
      )
    }
  }
}
