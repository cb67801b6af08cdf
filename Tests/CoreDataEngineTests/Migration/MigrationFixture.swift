@testable import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite

/// A store file that is filled with one model and opened with another.
final class MigrationFixture {
  let folder: TemporaryFolder

  let kind: StoreKind
  /// The checksums of the versions in the package of the models.
  private var versions: [String] = []

  init(_ kind: StoreKind = .sqlite) throws {
    self.kind = kind
    folder = try TemporaryFolder()
  }

  var url: URL { folder.url.appendingPathComponent("store.\(kind.rawValue)") }

  /// The model as the newest version of a package: unlike SQLite stores, others do not carry their model along.
  func packaged(_ model: NSManagedObjectModel) throws -> NSManagedObjectModel {
    guard kind != .sqlite else { return model }
    let package = folder.url.appendingPathComponent("M.momd")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    let checksum = model.versionChecksum
    if !versions.contains(checksum) { versions.append(checksum) }
    let name = "M \((versions.firstIndex(of: checksum) ?? 0) + 1)"
    try CompiledModelWriter().data(for: ModelDocument(model)).write(to: package.appendingPathComponent("\(name).mom"))
    let info: [String: Any] = ["NSManagedObjectModel_CurrentVersionName": name]
    try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0)
      .write(to: package.appendingPathComponent("VersionInfo.plist"))
    return try NSManagedObjectModel(validating: package)
  }

  static var inferring: [AnyHashable: Any] {
    [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
  }

  /// Opens the store with a model, lets `body` work in a context and saves.
  @discardableResult
  func open<Result>(
    _ model: NSManagedObjectModel, options: [AnyHashable: Any]? = MigrationFixture.inferring,
    _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    try MigrationWay.open(url, kind, packaged(model), options: options, body)
  }

  /// The error that opening the store with a model ends in.
  func error(
    opening model: NSManagedObjectModel, options: [AnyHashable: Any]? = MigrationFixture.inferring
  ) -> NSError? {
    do {
      try open(model, options: options) { _ in }
      return nil
    } catch {
      return error as NSError
    }
  }

  /// The bytes of all files of the store, by name.
  func bytes() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0 != "M.momd" }
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.url.appendingPathComponent($0))) })
  }

  func connection() throws -> Connection { try Connection(.file(url.path)) }

  /// Everything that SQL says about the tables and indexes, without the model's archive.
  func schema() throws -> [String] {
    let connection = try connection()
    defer { connection.close() }
    let rows = try connection.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
    var all: [String] = []
    while try rows.step() { all.append(rows.string(0) ?? "") }
    let keys = try connection.prepare("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    while try keys.step() { all.append("\(keys.integer(0)) \(keys.string(1) ?? "") \(keys.integer(2))") }
    return all
  }
}

/// Models written as short text, since migrations need many.
///
/// One line per property: `Person.name String`, `Person.team -> Team.members`, `Team.members ->> Person.team`; `Person:Base`
/// alone declares an entity below another. Words after the type: `required`, `=default`, `was:old`, `ordered`, `unique`,
/// `indexed`, `external`, `preserved`. An entity line takes `abstract` and `was:Old`.
enum ModelText {
  static func model(_ text: String) -> NSManagedObjectModel {
    var entities: [String: NSEntityDescription] = [:]
    var parents: [(String, String)] = []
    var properties: [String: [NSPropertyDescription]] = [:]
    var links: [(NSRelationshipDescription, String)] = []
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty }
    func entity(_ name: String) -> NSEntityDescription {
      if let known = entities[name] { return known }
      let new = NSEntityDescription()
      new.name = name
      entities[name] = new
      return new
    }
    for line in lines {
      let head = line[0].split(separator: ".").map(String.init)
      guard head.count == 2 else {
        let names = head[0].split(separator: ":").map(String.init)
        let declared = entity(names[0])
        if names.count > 1 { parents.append((names[0], names[1])) }
        declared.isAbstract = line.contains("abstract")
        declared.renamingIdentifier = option("was:", line)
        continue
      }
      let owner = entity(head[0])
      let property: NSPropertyDescription
      if line[1].hasPrefix("->") {
        let relationship = NSRelationshipDescription()
        relationship.maxCount = line[1] == "->" ? 1 : 0
        relationship.isOrdered = line.contains("ordered")
        links.append((relationship, line[2]))
        property = relationship
      } else {
        property = attribute(line)
      }
      property.name = head[1]
      property.isOptional = !line.contains("required")
      property.renamingIdentifier = option("was:", line)
      properties[head[0], default: []].append(property)
      if line.contains("unique") { owner.uniquenessConstraints.append([head[1]]) }
      if line.contains("indexed") {
        owner.indexes.append(
          NSFetchIndexDescription(
            name: "by\(head[1])",
            elements: [NSFetchIndexElementDescription(property: property, collationType: .binary)]))
      }
    }
    for (name, list) in properties { entity(name).properties = list }
    for (child, parent) in parents { entity(parent).subentities.append(entity(child)) }
    for (relationship, target) in links {
      let parts = target.split(separator: ".").map(String.init)
      relationship.destinationEntity = entity(parts[0])
      guard parts.count > 1 else { continue }
      relationship.inverseRelationship =
        properties[parts[0]]?.first { $0.name == parts[1] } as? NSRelationshipDescription
    }
    let model = NSManagedObjectModel()
    model.entities = entities.values.filter { $0.superentity == nil }.sorted { ($0.name ?? "") < ($1.name ?? "") }
    return model
  }

  private static func option(_ prefix: String, _ line: [String]) -> String? {
    line.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  private static func attribute(_ line: [String]) -> NSAttributeDescription {
    let types: [String: NSAttributeType] = [
      "Int16": .integer16AttributeType, "Int32": .integer32AttributeType, "Int64": .integer64AttributeType,
      "Double": .doubleAttributeType, "Float": .floatAttributeType, "Decimal": .decimalAttributeType,
      "Bool": .booleanAttributeType, "String": .stringAttributeType, "Date": .dateAttributeType,
      "Transformable": .transformableAttributeType, "Data": .binaryDataAttributeType, "UUID": .UUIDAttributeType,
      "URI": .URIAttributeType,
    ]
    let attribute = line[1] == "Count" ? NSDerivedAttributeDescription() : NSAttributeDescription()
    attribute.attributeType = types[line[1]] ?? .integer64AttributeType
    if let derived = attribute as? NSDerivedAttributeDescription {
      derived.derivationExpression = NSExpression(format: "\(line[2]).@count")
    }
    attribute.allowsExternalBinaryDataStorage = line.contains("external")
    attribute.preservesValueInHistoryOnDeletion = line.contains("preserved")
    if let text = option("=", line) {
      switch attribute.attributeType {
      case .stringAttributeType: attribute.defaultValue = text
      case .decimalAttributeType: attribute.defaultValue = NSDecimalNumber(string: text)
      default: attribute.defaultValue = NSNumber(value: Double(text) ?? 0)
      }
    }
    return attribute
  }
}
