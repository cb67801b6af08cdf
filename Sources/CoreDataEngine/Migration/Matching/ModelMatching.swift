/// Which entities and properties of an older model the ones of a newer model continue.
final class ModelMatching {
  let source: [NSEntityDescription]
  let destination: [NSEntityDescription]
  private let sourceByName: [String: NSEntityDescription]
  private let destinationByName: [String: NSEntityDescription]
  private let predecessors: [String: String]
  private let successors: [String: String]
  /// By the name of the newer entity, then of its property.
  private var properties: [String: [String: NSPropertyDescription]] = [:]

  init(source: [NSEntityDescription], destination: [NSEntityDescription]) {
    self.source = source
    self.destination = destination
    sourceByName = Dictionary(source.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    destinationByName = Dictionary(destination.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    predecessors = RenameMatching(of: destination.map(Self.item), in: source.map(Self.item)).predecessors
    successors = Dictionary(predecessors.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entity that this one of the newer model continues; nil for a new one.
  func predecessor(of entity: NSEntityDescription) -> NSEntityDescription? {
    entity.name.flatMap { predecessors[$0] }.flatMap { sourceByName[$0] }
  }

  /// The entity that continues this one of the older model; nil for one that is gone.
  func successor(of entity: NSEntityDescription) -> NSEntityDescription? {
    entity.name.flatMap { successors[$0] }.flatMap { destinationByName[$0] }
  }

  /// The stored properties of the predecessor, inherited ones included, by the names of those that continue them.
  func predecessors(ofPropertiesOf entity: NSEntityDescription) -> [String: NSPropertyDescription] {
    guard let name = entity.name, let older = predecessor(of: entity) else { return [:] }
    if let known = properties[name] { return known }
    let table = older.propertiesByName
    let new = entity.propertiesByName.values.filter(Self.isStored)
    let old = table.values.filter(Self.isStored)
    let names = RenameMatching(of: new.map(Self.item), in: old.map(Self.item)).predecessors
    let found = names.compactMapValues { table[$0] }
    properties[name] = found
    return found
  }

  private static func isStored(_ property: NSPropertyDescription) -> Bool {
    !property.isTransient && (property is NSAttributeDescription || property is NSRelationshipDescription)
  }

  private static func item(_ entity: NSEntityDescription) -> RenameMatching.Item {
    let name = entity.name ?? ""
    return RenameMatching.Item(name: name, identifier: entity.renamingIdentifier ?? name)
  }

  private static func item(_ property: NSPropertyDescription) -> RenameMatching.Item {
    RenameMatching.Item(name: property.name, identifier: property.renamingIdentifier ?? property.name)
  }
}
