/// An entity as a model file describes it; the property lists hold its own properties only, never inherited ones.
package struct EntityRecord: Equatable, Sendable {
  /// Which source Xcode (and our build plugin) writes for an entity.
  package enum CodeGeneration: String, Sendable {
    case manual = "none"
    case `class` = "class"
    case category = "category"
  }

  package var name: String
  /// The class as spelled in the file (a leading "." stands for the current module); nil for `NSManagedObject`.
  package var className: String?
  package var parentName: String?
  package var isAbstract = false
  /// The name the entity had in the version before; nil if it was not renamed.
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var codeGeneration = CodeGeneration.manual
  package var attributes: [AttributeRecord] = []
  package var relationships: [RelationshipRecord] = []
  package var fetchedProperties: [FetchedPropertyRecord] = []
  package var fetchIndexes: [FetchIndexRecord] = []
  /// Each constraint lists the names of its properties in order.
  package var uniquenessConstraints: [[String]] = []
  /// Legacy indexes over several properties; newer tools write fetch indexes.
  package var compoundIndexes: [[String]] = []
  package var coreSpotlightDisplayNameExpression: String?
  package var userInfo: [String: ModelValue] = [:]

  package init(name: String) {
    self.name = name
  }

  /// Nil for the class that entities have by default.
  static func customClassName(_ name: String) -> String? {
    name.isEmpty || name == "NSManagedObject" ? nil : name
  }

  package var propertyNames: [String] {
    attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.name)
  }
}
