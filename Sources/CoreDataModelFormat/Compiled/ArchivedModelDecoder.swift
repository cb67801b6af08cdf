import Foundation

/// Turns the archived graph of a model into a document.
struct ArchivedModelDecoder {
  /// The configuration of all entities, which model caches list.
  private static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

  let archive: KeyedArchive
  /// Steps that may still be taken: an archive can share its parts, so walking it could take far longer than its size
  /// says.
  private var budget: Int

  init(archive: KeyedArchive) {
    self.archive = archive
    budget = 64 * archive.entries.count + 100_000
  }

  var remainingBudget: Int { budget }

  mutating func spend(_ steps: Int) throws(ModelFormatError) {
    budget -= steps
    guard budget >= 0 else {
      throw ModelFormatError(.limitExceeded, reason: "the archived model repeats its parts beyond its size")
    }
  }

  mutating func pairs(
    _ value: KeyedArchive.Value?
  ) throws(ModelFormatError) -> [(key: String, value: KeyedArchive.Value)] {
    let pairs = archive.pairs(value) ?? []
    try spend(pairs.count)
    return pairs
  }

  mutating func elements(_ value: KeyedArchive.Value?) throws(ModelFormatError) -> [KeyedArchive.Value] {
    let elements = archive.elements(value) ?? []
    try spend(elements.count)
    return elements
  }

  mutating func strings(_ value: KeyedArchive.Value?) throws(ModelFormatError) -> [String] {
    try elements(value).compactMap { archive.string($0) }
  }

  mutating func predicate(_ value: KeyedArchive.Value?) throws(ModelFormatError) -> PredicateText? {
    let text = ArchivedPredicateText(archive: archive).predicate(value)
    try spend((text?.format?.utf8.count ?? 0) / 8)
    return text
  }

  /// Nil if the expression has no text.
  mutating func expression(_ value: KeyedArchive.Value?) throws(ModelFormatError) -> String? {
    guard case .success(let text) = ArchivedPredicateText(archive: archive).expression(value) else { return nil }
    try spend(text.utf8.count / 8)
    return text
  }

  mutating func document(name: String) throws(ModelFormatError) -> ModelDocument {
    guard let root = archive.object(archive.top["root"]) else {
      throw BinaryPropertyList.malformed("the archive has no root object")
    }
    guard root.classNames.contains("NSManagedObjectModel") else {
      throw BinaryPropertyList.malformed("the archive holds a \(root.className), not an NSManagedObjectModel")
    }
    guard let entities = archive.pairs(root.fields["NSEntities"]) else {
      throw BinaryPropertyList.malformed("the archived model has no entities dictionary")
    }
    var document = ModelDocument(name: name)
    document.versionIdentifiers = try strings(root.fields["NSVersionIdentifiers"]).sorted()
    let propertyNames = try self.propertyNames(of: entities.map(\.value))
    for (key, value) in entities {
      guard let object = archive.object(value), object.classNames.contains("NSEntityDescription") else {
        throw ModelFormatError(.malformedArchive, entity: key, reason: "the archived entity is no entity description")
      }
      document.entities.append(try entity(from: object, key: key, propertyNames: propertyNames))
    }
    document.entities.sort { $0.name < $1.name }
    for (key, value) in try pairs(root.fields["NSFetchRequestTemplates"]) {
      guard let object = archive.object(value) else { continue }
      document.fetchRequests.append(try fetchRequest(from: object, name: key, entityName: nil))
    }
    document.fetchRequests.sort { $0.name < $1.name }
    for (key, value) in try pairs(root.fields["NSConfigurations"]) where key != Self.defaultConfiguration {
      document.configurations[key] = try elements(value).compactMap { entityName($0) }.sorted()
    }
    return document
  }

  /// The name of the entity that a value refers to.
  func entityName(_ value: KeyedArchive.Value?) -> String? {
    archive.object(value).flatMap { archive.string($0.fields["NSEntityName"]) }
  }

  /// Entity name to the names its property dictionary lists.
  private mutating func propertyNames(
    of entities: [KeyedArchive.Value]
  ) throws(ModelFormatError) -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for value in entities {
      guard let object = archive.object(value), let name = archive.string(object.fields["NSEntityName"]) else {
        continue
      }
      names[name] = Set(try pairs(object.fields["NSProperties"]).map(\.key))
    }
    return names
  }
}
