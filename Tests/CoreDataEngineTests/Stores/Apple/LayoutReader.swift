import CoreDataSQLite
import Foundation

@testable import CoreDataEngine

/// Reads a store by plain SQL over Core Data's documented layout; a second implementation, which shares nothing with the
/// engine but the description of the model.
final class LayoutReader {
  private let url: URL
  private let connection: Connection
  private let model: NSManagedObjectModel
  /// Entity numbers by name, in the order Core Data gives them.
  private(set) var numbers: [String: Int64] = [:]
  private let tables: [String: Set<String>]
  /// The columns of a hierarchy's attributes and to-one relationships, by owner and name.
  private var columns: [String: String] = [:]

  init(_ url: URL, model: NSManagedObjectModel) throws {
    connection = try Connection(.file(url.path), options: Connection.OpenOptions(readOnly: true))
    self.url = url
    self.model = model
    var found: [String: Set<String>] = [:]
    for name in try LayoutReader.column("SELECT name FROM sqlite_master WHERE type = 'table'", connection) {
      found[name] = Set(try LayoutReader.column("SELECT name FROM pragma_table_info('\(name)')", connection))
    }
    tables = found
    for root in LayoutReader.ordered(model.entities.filter { $0.superentity == nil }) { number(root) }
    let rows = try connection.prepare("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
    while try rows.step() { if let name = rows.string(0), numbers[name] != nil { numbers[name] = rows.integer(1) } }
    for root in model.entities where root.superentity == nil { nameColumns(root) }
  }

  deinit { connection.close() }

  // MARK: Names

  private static func ordered(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted { ($0.name ?? "").lowercased() < ($1.name ?? "").lowercased() }
  }

  private static func family(_ entity: NSEntityDescription) -> [NSEntityDescription] {
    [entity] + ordered(entity.subentities).flatMap(family)
  }

  private func number(_ root: NSEntityDescription) {
    for entity in LayoutReader.family(root) { numbers[entity.name ?? ""] = Int64(numbers.count + 1) }
  }

  private static func root(_ entity: NSEntityDescription) -> NSEntityDescription {
    entity.superentity.map(root) ?? entity
  }

  static func table(_ entity: NSEntityDescription) -> String { "Z" + (root(entity).name ?? "").uppercased() }

  /// The entity that declares a property.
  private static func owner(_ name: String, _ entity: NSEntityDescription) -> NSEntityDescription {
    if let parent = entity.superentity, parent.propertiesByName[name] != nil { return owner(name, parent) }
    return entity
  }

  private func nameColumns(_ root: NSEntityDescription) {
    var taken: [String: Int] = [:]
    func take(_ property: NSPropertyDescription, _ entity: NSEntityDescription) {
      let bare = "Z" + property.name.uppercased()
      let count = taken[bare, default: 0]
      taken[bare] = count + 1
      columns["\(entity.name ?? "").\(property.name)"] = count == 0 ? bare : "\(bare)\(count)"
    }
    for entity in LayoutReader.family(root) {
      let own = entity.properties.filter { property in
        !property.isTransient && LayoutReader.owner(property.name, entity) === entity
      }.sorted { $0.name.lowercased() < $1.name.lowercased() }
      for case let property as NSAttributeDescription in own { take(property, entity) }
      for case let property as NSRelationshipDescription in own where !property.isToMany { take(property, entity) }
    }
  }

  func column(of property: NSPropertyDescription, in entity: NSEntityDescription) -> String {
    columns["\(LayoutReader.owner(property.name, entity).name ?? "").\(property.name)"] ?? "?"
  }

  // MARK: Reading

  private static func column(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.prepare(sql)
    var values: [String] = []
    while try statement.step() { values.append(statement.string(0) ?? "") }
    return values
  }

  func scalar(_ sql: String) throws -> String? { try LayoutReader.column(sql, connection).first }

  /// Everything `.schema` prints, in a fixed order.
  func schema() throws -> [String] {
    try LayoutReader.column("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name", connection)
  }

  /// Where a table holds the rows of one entity alone, their `Z_ENT` may be the number of an older model.
  private func condition(_ entity: NSEntityDescription) -> String {
    LayoutReader.family(LayoutReader.root(entity)).count == 1
      ? "Z_ENT IS NOT NULL" : "Z_ENT = \(numbers[entity.name ?? ""] ?? 0)"
  }

  func count(_ entity: NSEntityDescription) throws -> Int {
    Int(try connection.scalar("SELECT count(*) FROM \(LayoutReader.table(entity)) WHERE \(condition(entity))") ?? 0)
  }

  /// The rows of one entity, without those of its sub-entities, by key.
  func rows(_ entity: NSEntityDescription) throws -> [Int64: [String: RawValue]] {
    let sql = "SELECT * FROM \(LayoutReader.table(entity)) WHERE \(condition(entity))"
    let statement = try connection.prepare(sql)
    var rows: [Int64: [String: RawValue]] = [:]
    while try statement.step() {
      var row: [String: RawValue] = [:]
      for index in 0..<statement.columnCount { row[statement.columnName(index)] = value(statement, index) }
      rows[row["Z_PK"]?.integer ?? 0] = row
    }
    return rows
  }

  /// The bytes of all transformable values, by entity, key and column.
  func transformables() throws -> [String: RawValue] {
    var found: [String: RawValue] = [:]
    for entity in model.entities {
      for (key, row) in try rows(entity) {
        for case let attribute as NSAttributeDescription in entity.properties
        where attribute.attributeType == .transformableAttributeType && !attribute.isTransient {
          let column = column(of: attribute, in: entity)
          found["\(entity.name ?? "")/\(key)/\(column)"] = row[column] ?? .null
        }
      }
    }
    return found
  }

  private func value(_ statement: Statement, _ index: Int32) -> RawValue {
    switch statement.columnType(index) {
    case .null: .null
    case .integer: .integer(statement.integer(index))
    case .double: .real(statement.double(index))
    case .text: .text(statement.string(index) ?? "")
    case .blob: .blob(statement.blob(index).map { Data($0) } ?? Data())
    }
  }

  /// The keys of the destinations of a to-many relationship; in order for an ordered one.
  func destinations(
    of relationship: NSRelationshipDescription, in entity: NSEntityDescription, owner key: Int64
  ) throws -> [Int64] {
    guard let destination = relationship.destinationEntity else { return [] }
    let declaring = LayoutReader.owner(relationship.name, entity)
    let ownNumber = numbers[declaring.name ?? ""] ?? 0
    guard let inverse = relationship.inverseRelationship else {
      let column = "Z\(ownNumber)\(relationship.name.uppercased())"
      return try keys("SELECT Z_PK FROM \(LayoutReader.table(destination)) WHERE \(column) = \(key) ORDER BY Z_PK")
    }
    guard inverse.isToMany else {
      let order = relationship.isOrdered ? "Z_FOK_\(inverse.name.uppercased())" : "Z_PK"
      return try keys(
        "SELECT Z_PK FROM \(LayoutReader.table(destination)) WHERE \(column(of: inverse, in: destination)) = \(key) ORDER BY \(order), Z_PK"
      )
    }
    let other = LayoutReader.owner(inverse.name, destination)
    let otherNumber = numbers[other.name ?? ""] ?? 0
    let (own, theirs) = (
      "Z_\(ownNumber)\(inverse.name.uppercased())", "Z_\(otherNumber)\(relationship.name.uppercased())"
    )
    let names = ["Z_\(ownNumber)\(relationship.name.uppercased())", "Z_\(otherNumber)\(inverse.name.uppercased())"]
    guard let table = names.first(where: { tables[$0]?.isSuperset(of: [own, theirs]) ?? false }) else { return [] }
    let order = relationship.isOrdered ? "Z_FOK_\(otherNumber)\(relationship.name.uppercased())" : theirs
    return try keys("SELECT \(theirs) FROM \(table) WHERE \(own) = \(key) ORDER BY \(order)")
  }

  /// The bytes that a value with a mark stands for: those after it, or those of the file that it names.
  func external(_ value: Data) throws -> Data? {
    if value.first == 1 { return Data(value.dropFirst()) }
    guard value.first == 2, value.last == 0 else { return nil }
    let name = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
    let file = String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
    return try Data(contentsOf: folder.appendingPathComponent(file))
  }

  private func keys(_ sql: String) throws -> [Int64] {
    let statement = try connection.prepare(sql)
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys
  }
}
