import CoreDataModelFormat
import Foundation
import Testing

@testable import CoreDataEngine

/// XML stores that Core Data made: Xcode keeps its mapping models in them.
@Suite(.needsFixtureStores) struct AppleXMLStoreTests {
  static let names = FixtureStores.urls(under: "mapping", ["xml"]).map {
    String($0.path.dropFirst(FixtureStores.root.appendingPathComponent("mapping/").path.count))
  }

  /// The model that the elements of a file show.
  private func model(of root: MarkupElement) -> NSManagedObjectModel {
    var entities: [String: NSEntityDescription] = [:]
    for element in root.children where element.name == "object" {
      for child in element.children + [element] {
        guard let name = child.attributes[child.name == "object" ? "type" : "destination"] else { continue }
        let entity = entities[name] ?? NSEntityDescription()
        entity.name = name
        entities[name] = entity
      }
    }
    for element in root.children where element.name == "object" {
      guard let entity = entities[element.attributes["type"] ?? ""] else { continue }
      for child in element.children where entity.propertiesByName[child.attributes["name"] ?? ""] == nil {
        entity.properties += [property(child, entities)]
      }
    }
    let model = NSManagedObjectModel()
    model.entities = Array(entities.values)
    return model
  }

  private func property(_ element: MarkupElement, _ entities: [String: NSEntityDescription]) -> NSPropertyDescription {
    let name = element.attributes["name"] ?? ""
    let types: [String: NSAttributeType] = [
      "string": .stringAttributeType, "bool": .booleanAttributeType, "int16": .integer16AttributeType,
      "binary": .binaryDataAttributeType,
    ]
    if let type = types[element.attributes["type"] ?? ""] { return CasesModel.attribute(name, type) }
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entities[element.attributes["destination"] ?? ""]
    relationship.maxCount = element.attributes["type"] == "1/1" ? 1 : 0
    return relationship
  }

  @Test func thereAreSome() { #expect(AppleXMLStoreTests.names.count >= 13) }

  @Test(arguments: names) func objectsAreReadAndWritten(_ name: String) throws {
    let original = FixtureStores.root.appendingPathComponent("mapping").appendingPathComponent(name)
    let folder = try TemporaryFolder()
    let bytes = try Data(contentsOf: original)
    let url = folder.url.appendingPathComponent("store.xml")
    try bytes.write(to: url)
    let root = try MarkupParser().parse(bytes)
    let model = model(of: root)
    let options: [AnyHashable: Any] = [NSIgnorePersistentStoreVersioningOption: NSNumber(value: true)]
    let store = try TestStore(.xml, model: model, folder: folder, options: options)
    try compare(store.context(), root, store)
    #expect(try Data(contentsOf: url) == bytes)

    let context = store.context()
    let entity = try #require(model.entities.first { !$0.attributesByName.isEmpty })
    let object = context.make(entity.name ?? "")
    try context.save()
    context.delete(object)
    try context.save()
    #expect(try Data(contentsOf: url) != bytes)
    for persistent in store.coordinator.persistentStores { try store.coordinator.remove(persistent) }
    let reopened = try TestStore(.xml, model: model, folder: folder, options: options)
    try compare(reopened.context(), root, reopened)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSXMLStoreType, at: url)
    let expected = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSXMLStoreType, at: original)
    #expect(NSDictionary(dictionary: metadata).isEqual(NSDictionary(dictionary: expected)))
  }

  /// Every element of the file is found as an object, with the same values and destinations.
  private func compare(_ context: NSManagedObjectContext, _ root: MarkupElement, _ store: TestStore) throws {
    let elements = root.children.filter { $0.name == "object" }
    var byID: [String: NSManagedObject] = [:]
    for entity in store.model.entities {
      for object in try context.all(entity.name ?? "") {
        byID["z" + object.objectID.uriRepresentation().lastPathComponent.dropFirst()] = object
      }
    }
    #expect(byID.count == elements.count)
    for element in elements {
      let object = try #require(byID[element.attributes["id"] ?? ""])
      #expect(object.entity.name == element.attributes["type"])
      for child in element.children {
        let name = child.attributes["name"] ?? ""
        if child.name == "attribute" {
          let value = object.value(forKey: name)
          switch child.attributes["type"] {
          case "string": #expect(value as? String == child.text)
          case "binary": #expect(value as? Data == Data(base64Encoded: child.text, options: .ignoreUnknownCharacters))
          default: #expect((value as? NSNumber)?.stringValue == child.text)
          }
        } else {
          let ids = Set((child.attributes["idrefs"] ?? "").split(separator: " ").map(String.init))
          let members = object.object(name).map { [$0] } ?? StoreComparison.members(object.value(forKey: name))
          let found = members.map { "z" + $0.objectID.uriRepresentation().lastPathComponent.dropFirst() }
          #expect(Set(found) == ids)
        }
      }
    }
  }
}
