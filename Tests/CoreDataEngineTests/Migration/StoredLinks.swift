@testable import CoreDataEngine
import CoreDataSQLite

/// The links of a relationship that start at the rows of one entity, as SQL, wherever the store keeps them.
struct StoredLinks {
  /// Rows of owner, destination, the number of the destination's entity (NULL for a row that is not there) and place.
  let select: String

  /// nil for a relationship that is not stored.
  init?(_ property: PropertyLayout, of entity: SQLEntity, in schema: SQLSchema, database: String) {
    guard let destination = schema.entities[property.destination.index] else { return nil }
    let numbers = schema.numbers(of: property.destination, includesSubentities: true).map(String.init)
      .joined(separator: ", ")
    let table = "\(database).\(destination.table)"
    let owners = "\(database).\(entity.table)"
    let links: String
    switch entity.placements[property.slot] {
    case .none, .attribute, .composite: return nil
    case .toOne(let place):
      links = "SELECT o.Z_PK AS owner, o.\(place.column) AS destination, NULL AS place FROM \(owners) o WHERE true"
    case .oneToMany(let place):
      links =
        "SELECT t.\(place.column) AS owner, t.Z_PK AS destination, \(place.order.map { "t.\($0)" } ?? "NULL") AS place FROM \(table) t JOIN \(owners) o ON o.Z_PK = t.\(place.column) WHERE t.Z_ENT IN (\(numbers))"
    case .inverseless(let column):
      links =
        "SELECT t.\(column) AS owner, t.Z_PK AS destination, NULL AS place FROM \(table) t JOIN \(owners) o ON o.Z_PK = t.\(column) WHERE t.Z_ENT IN (\(numbers))"
    case .manyToMany(let place):
      links =
        "SELECT j.\(place.owner) AS owner, j.\(place.destination) AS destination, \(place.order.map { "j.\($0)" } ?? "NULL") AS place FROM \(database).\(place.table) j JOIN \(owners) o ON o.Z_PK = j.\(place.owner) WHERE true"
    }
    select =
      "SELECT l.owner, l.destination, d.Z_ENT AS number, l.place FROM (\(links) AND o.Z_ENT = \(entity.number)) l LEFT JOIN \(table) d ON d.Z_PK = l.destination WHERE l.destination IS NOT NULL"
  }
}
