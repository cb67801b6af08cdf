import CoreDataModelFormat

/// A model: entities, configurations and fetch request templates.
///
/// A model can be changed until a coordinator uses it; it is then frozen, and safe to read from any thread.
/// Follows Apple's `NSManagedObjectModel`.
open class NSManagedObjectModel: NSObject, NSCopying, NSCoding {
  private var entityList: [NSEntityDescription] = []
  private var entityTable: [String: NSEntityDescription]?
  private var configurationTable: [String: [NSEntityDescription]] = [:]
  private var templates: [String: NSFetchRequest<NSFetchRequestResult>] = [:]
  private var identifiers: Set<AnyHashable> = []
  private let compiled = Lock<CompiledModel?>(nil)
  private var frozen = false
  /// The files the model was read from: where its other versions are looked for.
  var fileURLs: [URL] = []

  /// Text for errors and interfaces, by key. Kept, and used for the names of entities and properties.
  open var localizationDictionary: [String: String]?

  /// Makes an empty model.
  public override init() { super.init() }

  /// Restores an archived model. Nil, with the reason as the coder's error, for an archive that holds none.
  public required init?(coder: NSCoder) {
    super.init()
    guard decodeContents(coder) else { return nil }
  }

  deinit {
    // What outlives the model must not point at it.
    for entity in entityList where entity.model === self { entity.model = nil }
  }

  /// Whether a coordinator uses the model.
  var isFrozen: Bool { frozen }

  func assertMutable(_ what: @autoclosure () -> String) {
    if frozen {
      fatalError(
        "Can't modify an immutable model: \(what()). A model cannot change once a coordinator uses it; change a copy.")
    }
  }

  func entitiesDidChange() { entityTable = nil }

  /// The entities by name.
  open var entitiesByName: [String: NSEntityDescription] {
    if let entityTable { return entityTable }
    let table = Dictionary(entityList.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    entityTable = table
    return table
  }

  /// All entities. A sub-entity is added with its parent, and once.
  open var entities: [NSEntityDescription] {
    get { entityList }
    set {
      assertMutable("entities")
      for entity in entityList { entity.model = nil }
      var seen = Set<ObjectIdentifier>()
      var all: [NSEntityDescription] = []
      func add(_ entity: NSEntityDescription) {
        guard seen.insert(ObjectIdentifier(entity)).inserted else { return }
        all.append(entity)
        entity.subentities.forEach(add)
      }
      newValue.forEach(add)
      entityList = all
      for entity in all { entity.model = self }
      entitiesDidChange()
    }
  }

  /// The names of the configurations.
  open var configurations: [String] { configurationTable.keys.sorted() }

  /// The entities of a configuration; all of them for nil and for the default configuration; nil for an unknown name.
  open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration, configuration != NSManagedObjectModel.defaultConfigurationName else { return entities }
    return configurationTable[configuration]
  }

  static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

  /// Defines a configuration. An entity that is not the model's traps.
  open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
    assertMutable("configuration '\(configuration)'")
    for entity in entities where entity.model !== self {
      fatalError("The entity '\(entity.name ?? "")' of configuration '\(configuration)' is not part of the model.")
    }
    configurationTable[configuration] = entities
  }

  /// Keeps a fetch request under a name; nil removes it.
  open func setFetchRequestTemplate(_ fetchRequestTemplate: NSFetchRequest<NSFetchRequestResult>?, forName name: String)
  {
    assertMutable("fetch request template '\(name)'")
    templates[name] = fetchRequestTemplate
  }

  /// The template of this name; nil for none.
  open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<NSFetchRequestResult>? { templates[name] }

  /// A copy of the template with `$NAME` variables replaced; nil when there is no such template.
  open func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<NSFetchRequestResult>? {
    guard let request = templates[name]?.copy() as? NSFetchRequest<NSFetchRequestResult> else { return nil }
    request.predicate = request.predicate?.withSubstitutionVariables(variables)
    return request
  }

  /// All templates by name.
  open var fetchRequestTemplatesByName: [String: NSFetchRequest<NSFetchRequestResult>] { templates }

  /// The developer's names for this version of the model.
  open var versionIdentifiers: Set<AnyHashable> {
    get { identifiers }
    set { assertMutable("versionIdentifiers"); identifiers = newValue }
  }

  /// The compiled form. The first call freezes the model; a contradictory one throws, and stays changeable.
  func compile() throws -> CompiledModel {
    try compiled.withLock { existing in
      if let existing { return existing }
      let new = try CompiledModel(self)
      _ = entitiesByName  // Filled now: a frozen model is read from many threads.
      for entity in entityList { _ = entity.propertiesByName }
      frozen = true
      existing = new
      return new
    }
  }

  /// A copy of the whole graph that can be changed: relationships of the copy lead to entities of the copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSManagedObjectModel()
    let roots = entityList.filter { $0.superentity == nil }
    copy.entities = roots.compactMap { $0.copy() as? NSEntityDescription }
    let table = copy.entitiesByName
    for entity in copy.entityList {
      for case let relationship as NSRelationshipDescription in entity.ownProperties {
        let destination = relationship.destinationEntity?.name.flatMap { table[$0] }
        relationship.relationship.inverse = relationship.inverseRelationship.flatMap {
          destination?.propertiesByName[$0.name] as? NSRelationshipDescription
        }
        relationship.relationship.destination = destination
      }
    }
    for (name, members) in configurationTable {
      copy.configurationTable[name] = members.compactMap { $0.name.flatMap { table[$0] } }
    }
    copy.templates = templates
    copy.identifiers = identifiers
    copy.fileURLs = fileURLs
    copy.localizationDictionary = localizationDictionary
    return copy
  }

  /// Takes everything of a model that is not used any more.
  func takeContents(of other: NSManagedObjectModel) {
    let roots = other.entityList.filter { $0.superentity == nil }
    let groups = other.configurationTable
    other.entities = []
    other.configurationTable = [:]
    entities = roots
    configurationTable = groups
    identifiers = other.identifiers
    fileURLs = other.fileURLs
    localizationDictionary = other.localizationDictionary
    takeTemplates(of: other)
  }

  func takeTemplates(of other: NSManagedObjectModel) { templates.merge(other.templates) { mine, _ in mine } }
}
