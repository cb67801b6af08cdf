import CoreDataCompat

/// Everything that is in a store, by object URI. Equal contents are the same objects under the same URIs, with the same
/// values and relationships.
public struct StoreContents: Equatable, Sendable {
  /// Attributes and relationships as text, by URI.
  public private(set) var objects: [String: [String: String]] = [:]

  /// Reads everything through a context; called on its queue. Throws what a fetch throws.
  public init(of context: NSManagedObjectContext) throws {
    let entities = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
    for entity in entities where entity.superentity == nil {
      for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")) {
        objects[Self.uri(object)] = Self.values(of: object)
      }
    }
  }

  private static func uri(_ object: NSManagedObject) -> String { object.objectID.uriRepresentation().absoluteString }

  private static func values(of object: NSManagedObject) -> [String: String] {
    var values = ["entity": object.entity.name ?? ""]
    for name in object.entity.attributesByName.keys {
      values[name] = object.value(forKey: name).map { "\($0)" } ?? "nil"
    }
    for name in object.entity.relationshipsByName.keys {
      switch object.value(forKey: name) {
      case let one as NSManagedObject: values[name] = uri(one)
      case let list as NSOrderedSet:
        values[name] = list.array.compactMap { ($0 as? NSManagedObject).map(uri) }.joined(separator: " ")
      case let set as Set<NSManagedObject>: values[name] = set.map(uri).sorted().joined(separator: " ")
      default: values[name] = "nil"
      }
    }
    return values
  }
}
