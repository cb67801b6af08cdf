import Foundation

/// Turns the archived graph of a model into a document.
struct ArchivedModelDecoder {
  /// The configuration of all entities, which model caches list.
  private static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

  let archive: KeyedArchive
  /// Entries that may still be copied into opaque default values.
  var extractionBudget = 100_000

  init(archive: KeyedArchive) {
    self.archive = archive
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
    document.versionIdentifiers = archive.strings(root.fields["NSVersionIdentifiers"]).sorted()
    let propertyNames = self.propertyNames(of: entities.map(\.value))
    for (key, value) in entities {
      guard let object = archive.object(value), object.classNames.contains("NSEntityDescription") else {
        throw ModelFormatError(.malformedArchive, entity: key, reason: "the archived entity is no entity description")
      }
      document.entities.append(try entity(from: object, key: key, propertyNames: propertyNames))
    }
    document.entities.sort { $0.name < $1.name }
    for (key, value) in archive.pairs(root.fields["NSFetchRequestTemplates"]) ?? [] {
      guard let object = archive.object(value) else { continue }
      document.fetchRequests.append(fetchRequest(from: object, name: key, entityName: nil))
    }
    document.fetchRequests.sort { $0.name < $1.name }
    for (key, value) in archive.pairs(root.fields["NSConfigurations"]) ?? [] where key != Self.defaultConfiguration {
      document.configurations[key] = (archive.elements(value) ?? []).compactMap { entityName($0) }.sorted()
    }
    return document
  }

  /// The name of the entity that a value refers to.
  func entityName(_ value: KeyedArchive.Value?) -> String? {
    archive.object(value).flatMap { archive.string($0.fields["NSEntityName"]) }
  }

  /// Entity name to the names its property dictionary lists.
  private func propertyNames(of entities: [KeyedArchive.Value]) -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for value in entities {
      guard let object = archive.object(value), let name = archive.string(object.fields["NSEntityName"]) else {
        continue
      }
      names[name] = Set((archive.pairs(object.fields["NSProperties"]) ?? []).map(\.key))
    }
    return names
  }
}
