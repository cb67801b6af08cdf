/// An entity with what its class is called and connected to.
struct GeneratedClass {
  let entity: EntityRecord
  /// The class's name without its module.
  let name: String
  let superclassName: String
  let accessLevel: GenerationSettings.AccessLevel
  /// Relationship name to the name of the class of its destination.
  let destinations: [String: String]
  /// Fetched property name to the name of the class of its results.
  let results: [String: String]

  /// Nil for an entity whose objects are plain managed objects.
  init?(_ entity: EntityRecord, in document: ModelDocument, settings: GenerationSettings) {
    guard let name = Self.plainName(of: entity) else { return nil }
    self.entity = entity
    self.name = name
    func className(ofEntity name: String?) -> String {
      name.flatMap(document.entity(named:)).flatMap(Self.plainName) ?? "NSManagedObject"
    }
    superclassName = className(ofEntity: entity.parentName)
    accessLevel =
      entity.userInfo[GenerationSettings.accessLevelKey]?.string.flatMap(GenerationSettings.AccessLevel.init)
      ?? settings.accessLevel
    destinations = Dictionary(
      entity.relationships.map { ($0.name, className(ofEntity: $0.destinationEntityName)) }
    ) { first, _ in first }
    results = Dictionary(
      entity.fetchedProperties.map { ($0.name, className(ofEntity: $0.fetchRequest.entityName)) }
    ) { first, _ in first }
  }

  /// The name in source: between backticks if it is a keyword.
  var spelledName: String { SwiftName.escaped(name) }

  /// Whether the class has no parent of the model, whose conformances it would inherit.
  var isRoot: Bool { superclassName == "NSManagedObject" }

  private static func plainName(of entity: EntityRecord) -> String? {
    entity.className.flatMap { $0.split(separator: ".").last.map(String.init) }
  }

  /// The module that the model names for the class; nil if it names none, or the current one.
  var moduleName: String? {
    guard let parts = entity.className?.split(separator: ".", omittingEmptySubsequences: false), parts.count > 1 else {
      return nil
    }
    return parts[0].isEmpty ? nil : parts.dropLast().joined(separator: ".")
  }
}
