import CoreDataModelFormat

/// An entity of a model: its name, its class, its properties and its place in the inheritance tree.
///
/// Mutable until its model is used by a coordinator; a change after that traps.
/// Follows Apple's `NSEntityDescription`.
open class NSEntityDescription: NSObject, NSCopying {
  struct Storage {
    var name: String?
    var className: String?
    var isAbstract = false
    var userInfo: [AnyHashable: Any]? = [:]
    var versionHashModifier: String?
    var renamingIdentifier: String?
    var uniquenessConstraints: [[Any]] = []
    var compoundIndexes: [[Any]] = []
    /// A hash that came with a compiled model or a store, where the method of computing it is not known, and what is computed
    /// for the entity as it was.
    var givenVersionHash: (given: Data, computed: Data)?
    /// The modules that may have the class, as far as the place of the model file tells.
    var moduleHints: [String] = []
  }

  var storage = Storage()
  private(set) var ownProperties: [NSPropertyDescription] = []
  private var fetchIndexes: [NSFetchIndexDescription] = []
  private var children: [NSEntityDescription] = []
  unowned(unsafe) var parent: NSEntityDescription?
  unowned(unsafe) var model: NSManagedObjectModel?
  private var propertyTable: [String: NSPropertyDescription]?
  /// The compiled form, set when the model is frozen. Not retained: the model holds both.
  unowned(unsafe) var layout: EntityLayout?

  /// Makes an entity without a name.
  public override init() { super.init() }

  func assertMutable(_ what: @autoclosure () -> String) {
    guard let model, model.isFrozen else { return }
    fatalError(
      "Can't modify an immutable model: \(what()), entity '\(name ?? "")'. A model cannot change once a coordinator uses it; change a copy."
    )
  }

  func propertiesDidChange() {
    propertyTable = nil
    for child in children { child.propertiesDidChange() }
  }

  /// The model that holds the entity. Reading it before the entity belongs to a model traps. Not retained.
  open var managedObjectModel: NSManagedObjectModel {
    guard let model else { fatalError("The entity '\(name ?? "")' does not belong to a model yet.") }
    return model
  }

  /// The name of the class of the entity's objects; `NSManagedObject` unless set.
  open var managedObjectClassName: String! {
    get { storage.className ?? "NSManagedObject" }
    set { assertMutable("managedObjectClassName"); storage.className = newValue }
  }

  /// The entity's name, unique in its model.
  open var name: String? {
    get { storage.name }
    set { assertMutable("name"); storage.name = newValue; model?.entitiesDidChange() }
  }

  /// Whether no object can be made of this entity itself.
  open var isAbstract: Bool {
    get { storage.isAbstract }
    set { assertMutable("isAbstract"); storage.isAbstract = newValue }
  }

  /// The entities directly below, by name.
  open var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(children.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entities directly below.
  open var subentities: [NSEntityDescription] {
    get { children }
    set {
      assertMutable("subentities")
      for child in children where !newValue.contains(where: { $0 === child }) { child.parent = nil }
      children = newValue
      for child in newValue {
        child.parent = self
        child.propertiesDidChange()
      }
    }
  }

  /// The entity above; nil for a root. Not retained.
  open var superentity: NSEntityDescription? { parent }

  /// All properties, inherited ones included, by name.
  open var propertiesByName: [String: NSPropertyDescription] {
    if let propertyTable { return propertyTable }
    var table = parent?.propertiesByName ?? [:]
    for property in ownProperties { table[property.name] = property }
    propertyTable = table
    return table
  }

  /// All properties, inherited ones first. Setting it replaces those the entity declares itself; inherited ones in
  /// the new value are passed over.
  open var properties: [NSPropertyDescription] {
    get { (parent?.properties ?? []) + ownProperties }
    set {
      assertMutable("properties")
      let inherited = Set((parent?.properties ?? []).map(ObjectIdentifier.init))
      for property in ownProperties { property.owner = nil }
      ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
      for property in ownProperties { property.owner = self }
      propertiesDidChange()
    }
  }

  /// Free information of the model's author.
  open var userInfo: [AnyHashable: Any]? {
    get { storage.userInfo }
    set { assertMutable("userInfo"); storage.userInfo = newValue }
  }

  /// The attributes, inherited ones included, by name.
  open var attributesByName: [String: NSAttributeDescription] {
    propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
  }

  /// The relationships, inherited ones included, by name.
  open var relationshipsByName: [String: NSRelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
  }

  /// The relationships that lead to `entity`.
  open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
  }

  /// Whether this is `entity` or lies below it.
  open func isKindOf(entity: NSEntityDescription) -> Bool {
    var current: NSEntityDescription? = self
    while let candidate = current {
      if candidate === entity { return true }
      current = candidate.parent
    }
    return false
  }

  /// A text that changes the version hash when nothing else in the model does.
  open var versionHashModifier: String? {
    get { storage.versionHashModifier }
    set { assertMutable("versionHashModifier"); storage.versionHashModifier = newValue }
  }

  /// The name by which a migration finds the entity's predecessor; the entity's own name unless set.
  open var renamingIdentifier: String? {
    get { storage.renamingIdentifier ?? storage.name }
    set { assertMutable("renamingIdentifier"); storage.renamingIdentifier = newValue }
  }

  /// The indexes the entity declares.
  open var indexes: [NSFetchIndexDescription] {
    get { fetchIndexes }
    set {
      assertMutable("indexes")
      fetchIndexes = newValue
      for index in newValue { index.entity = self }
    }
  }

  /// Groups of properties (names or descriptions) whose values together are unique among the entity's objects.
  open var uniquenessConstraints: [[Any]] {
    get { storage.uniquenessConstraints }
    set { assertMutable("uniquenessConstraints"); storage.uniquenessConstraints = newValue }
  }

  /// Deprecated by Apple, where setting it has no effect; kept for models that carry it.
  open var compoundIndexes: [[Any]] {
    get { storage.compoundIndexes }
    set { assertMutable("compoundIndexes"); storage.compoundIndexes = newValue }
  }

  /// A copy with copied properties and sub-entities, outside of any model. Destinations and inverses of relationships
  /// still point at the original's; copy the model to copy the whole graph.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSEntityDescription()
    copy.storage = storage
    copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
    copy.indexes = fetchIndexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    copy.subentities = children.compactMap { $0.copy() as? NSEntityDescription }
    return copy
  }

  open override var description: String { "<NSEntityDescription \(name ?? "-")>" }
}

extension NSEntityDescription {
  /// The names of the properties of each uniqueness constraint.
  var constraintNames: [[String]] { Self.names(of: uniquenessConstraints) }

  static func names(of groups: [[Any]]) -> [[String]] {
    groups.map { $0.compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name } }
  }
}
