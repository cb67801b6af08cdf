import CoreDataEngine
import Foundation

/// The objects of a trial's store.
enum Contents {
  /// Makes a store with `count` objects of each entity, all of whose properties have values.
  static func fill(_ url: URL, type: String, model: NSManagedObjectModel, count: Int) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let options = [NSSQLitePragmasOption: ["page_size": "1024"]]
    let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      var objects: [String: [NSManagedObject]] = [:]
      for entity in model.entities where !entity.isAbstract {
        let name = entity.name ?? ""
        objects[name] = (0..<count).map { number in
          let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
          for attribute in entity.attributesByName.values { set(attribute, of: object, number) }
          return object
        }
      }
      for (_, all) in objects.sorted(by: { $0.key < $1.key }) {
        for (number, object) in all.enumerated() { link(object, number, objects) }
      }
      try context.save()
    }
    try coordinator.remove(store)
  }

  private static func set(_ attribute: NSAttributeDescription, of object: NSManagedObject, _ number: Int) {
    let value: Any
    switch attribute.attributeType {
    case .stringAttributeType: value = "\(attribute.name) \(number)"
    case .doubleAttributeType: value = Double(number) + 0.5
    case .dateAttributeType: value = Date(timeIntervalSinceReferenceDate: Double(number))
    // The first is large enough for a file of its own.
    case .binaryDataAttributeType:
      value = Data(repeating: UInt8(truncatingIfNeeded: number), count: number == 0 ? 150_000 : 9)
    default: value = NSNumber(value: number)
    }
    object.setValue(value, forKey: attribute.name)
  }

  private static func link(_ object: NSManagedObject, _ number: Int, _ objects: [String: [NSManagedObject]]) {
    for relationship in object.entity.relationshipsByName.values {
      guard let all = objects[relationship.destinationEntity?.name ?? ""] else { continue }
      let (first, second) = (all[number % all.count], all[(number * 7 + 3) % all.count])
      if !relationship.isToMany {
        object.setValue(second, forKey: relationship.name)
      } else if relationship.inverseRelationship?.isToMany != false {
        object.setValue(Set([first, second]), forKey: relationship.name)
      }
    }
  }

  /// Every value and every relationship, in words that do not depend on keys.
  static func portrait(_ url: URL, type: String, model: NSManagedObjectModel, options: [AnyHashable: Any]) throws
    -> String
  {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let text = try context.performAndWait {
      var lines: [String] = []
      for entity in model.entities where !entity.isAbstract {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        request.includesSubentities = false
        lines += try context.fetch(request).map { line($0, entity) }
      }
      return lines.sorted().joined(separator: "\n")
    }
    try coordinator.remove(store)
    return text
  }

  private static func line(_ object: NSManagedObject, _ entity: NSEntityDescription) -> String {
    var parts = [entity.name ?? ""]
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name }) {
      let value = object.value(forKey: attribute.name)
      let text = (value as? Data).map { "\($0.count) bytes of \($0.first ?? 0)" } ?? value.map { "\($0)" } ?? "nil"
      parts.append("\(attribute.name)=\(text)")
    }
    for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
      let value = object.value(forKey: relationship.name)
      let members: [Any] = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? [value].compactMap { $0 }
      let names = members.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
      parts.append("\(relationship.name)=\((value is NSOrderedSet ? names : names.sorted()).joined(separator: ","))")
    }
    return parts.joined(separator: " ")
  }
}
