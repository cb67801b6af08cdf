import CoreDataCompat

/// Everything that is in a store, by object URI: two stores with equal contents have the same objects under the same URIs,
/// with the same values and relationships.
struct StoreContents: Equatable {
  private var objects: [String: [String: String]] = [:]
  /// How many pairs of objects are related, each counted from one side.
  private(set) var linkCount = 0

  var rowCount: Int { objects.count }

  init(of context: NSManagedObjectContext) throws {
    let entities = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
    for entity in entities where entity.superentity == nil {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      for object in try context.fetch(request) {
        objects[StoreContents.uri(object)] = values(of: object)
      }
    }
    linkCount /= 2
  }

  private static func uri(_ object: NSManagedObject) -> String { object.objectID.uriRepresentation().absoluteString }

  private mutating func values(of object: NSManagedObject) -> [String: String] {
    var values: [String: String] = [:]
    for name in object.entity.attributesByName.keys {
      values[name] = object.value(forKey: name).map { "\($0)" } ?? "nil"
    }
    for (name, relationship) in object.entity.relationshipsByName {
      let value = object.value(forKey: name)
      let related: [String]
      switch value {
      case let one as NSManagedObject: related = [StoreContents.uri(one)]
      case let ordered as NSOrderedSet:
        related = ordered.array.compactMap { $0 as? NSManagedObject }.map(StoreContents.uri)
      case let many as Set<NSManagedObject>: related = many.map(StoreContents.uri).sorted()
      default: related = []
      }
      linkCount += related.count
      values[name] = "\(relationship.isOrdered ? "in order" : "any order"): \(related.joined(separator: " "))"
    }
    return values
  }

  /// What differs, in words, for a message.
  func difference(from other: StoreContents) -> String {
    let missing = objects.keys.filter { other.objects[$0] == nil }
    let added = other.objects.keys.filter { objects[$0] == nil }
    let changed = objects.filter { uri, values in other.objects[uri].map { $0 != values } ?? false }.keys
    let example = (missing + added + changed).sorted().first.map { ", such as \($0)" } ?? ""
    return "\(missing.count) objects are missing, \(added.count) are too many, \(changed.count) differ\(example)"
  }
}
