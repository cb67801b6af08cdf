import CoreDataEngine

/// What objects look like: their values, and where their relationships lead, in order where they have one.
struct GraphPicture: Equatable, CustomStringConvertible {
  private var lines: [String] = []

  /// Of objects that a test has made, by the place in the test's list; those that are deleted or gone are absent.
  init(_ objects: [NSManagedObject]) {
    let places = Dictionary(uniqueKeysWithValues: objects.enumerated().map { (ObjectIdentifier($1), $0) })
    func place(_ object: NSManagedObject) -> String { places[ObjectIdentifier(object)].map(String.init) ?? "?" }
    for (index, object) in objects.enumerated() {
      guard object.managedObjectContext != nil, !object.isDeleted else { continue }
      var parts: [String] = []
      for (name, property) in object.entity.propertiesByName.sorted(by: { $0.key < $1.key }) {
        guard let relationship = property as? NSRelationshipDescription else {
          parts.append("\(name)=\(object.value(forKey: name).map { "\($0)" } ?? "-")")
          continue
        }
        switch object.value(forKey: name) {
        case let set as NSOrderedSet:
          parts.append("\(name)=\(set.compactMap { ($0 as? NSManagedObject).map(place) })")
        case let set as NSSet:
          parts.append("\(name)=\(set.allObjects.compactMap { ($0 as? NSManagedObject).map(place) }.sorted())")
        case let object as NSManagedObject: parts.append("\(name)=\(place(object))")
        default: parts.append("\(name)=\(relationship.isToMany ? "?" : "-")")
        }
      }
      lines.append("\(index) \(object.entity.name ?? ""): \(parts.joined(separator: " "))")
    }
  }

  /// Of everything in a store, by the `name` or `label` of the objects.
  init(storedIn context: NSManagedObjectContext) throws {
    func title(_ object: NSManagedObject) -> String {
      object.text(object.entity.name == "Tag" ? "label" : "name") ?? ""
    }
    for entity in ["Person", "Team", "Tag"] {
      for object in try context.all(entity) {
        var parts: [String] = []
        for (name, property) in object.entity.propertiesByName.sorted(by: { $0.key < $1.key }) {
          let value = object.value(forKey: name)
          switch value {
          case let set as NSOrderedSet:
            parts.append("\(name)=\(set.compactMap { ($0 as? NSManagedObject).map(title) })")
          case let set as NSSet:
            parts.append("\(name)=\(set.allObjects.compactMap { ($0 as? NSManagedObject).map(title) }.sorted())")
          case let object as NSManagedObject: parts.append("\(name)=\(title(object))")
          default: parts.append("\(name)=\(value.map { "\($0)" } ?? "-")")
          }
          _ = property
        }
        lines.append("\(entity): \(parts.joined(separator: " "))")
      }
    }
    lines.sort()
  }

  var description: String { "\n" + lines.joined(separator: "\n") }
}
