import CoreDataEngine
import Foundation

/// The store that is damaged: every kind of attribute and relationship, a hierarchy, history, external data.
enum Template {
  /// `extra` adds an attribute; only databases derive values.
  static func model(extra: Bool = false, derives: Bool = true) -> NSManagedObjectModel {
    let (animal, dog, owner, tag) = (
      NSEntityDescription(), NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
    )
    for (entity, name) in [(animal, "Animal"), (dog, "Dog"), (owner, "Owner"), (tag, "Tag")] { entity.name = name }
    let photo = attribute("photo", .binaryDataAttributeType)
    photo.allowsExternalBinaryDataStorage = true
    let count = NSDerivedAttributeDescription()
    count.name = "petCount"
    count.attributeType = .integer64AttributeType
    count.isOptional = true
    count.derivationExpression = NSExpression(format: "pets.@count")
    let place = NSCompositeAttributeDescription()
    place.name = "place"
    place.isOptional = true
    place.elements = [attribute("latitude", .doubleAttributeType), attribute("town", .stringAttributeType)]
    let bag = attribute("bag", .transformableAttributeType)
    let kept = attribute("kept", .stringAttributeType)
    kept.preservesValueInHistoryOnDeletion = true
    animal.properties =
      [
        attribute("name", .stringAttributeType), attribute("age", .integer16AttributeType),
        attribute("weight", .doubleAttributeType), attribute("born", .dateAttributeType),
        attribute("price", .decimalAttributeType), attribute("id", .UUIDAttributeType),
        attribute("link", .URIAttributeType), attribute("wild", .booleanAttributeType), photo, bag, kept, place,
      ] + (extra ? [attribute("more", .stringAttributeType)] : [])
    dog.properties = [attribute("tricks", .integer32AttributeType)]
    owner.properties = [attribute("name", .stringAttributeType)] + (derives ? [count] : [])
    tag.properties = [attribute("label", .stringAttributeType)]
    tag.uniquenessConstraints = [["label"]]
    pair(animal, "owner", 1, owner, "pets", 0, ordered: true)
    pair(animal, "tags", 0, tag, "animals", 0, ordered: true)
    pair(animal, "friend", 1, animal, "friends", 0)
    let seen = NSRelationshipDescription()
    (seen.name, seen.destinationEntity, seen.maxCount, seen.isOptional) = ("seen", animal, 0, true)
    owner.properties += [seen]
    animal.subentities = [dog]
    let model = NSManagedObjectModel()
    model.entities = [animal, owner, tag]
    return model
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
    return attribute
  }

  private static func pair(
    _ a: NSEntityDescription, _ name: String, _ max: Int, _ b: NSEntityDescription, _ back: String, _ backMax: Int,
    ordered: Bool = false
  ) {
    let (there, here) = (NSRelationshipDescription(), NSRelationshipDescription())
    (there.name, there.destinationEntity, there.maxCount, there.inverseRelationship) = (name, b, max, here)
    (here.name, here.destinationEntity, here.maxCount, here.inverseRelationship) = (back, a, backMax, there)
    (there.isOptional, here.isOptional, here.isOrdered) = (true, true, ordered)
    a.properties += [there]
    b.properties += [here]
  }

  static var options: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: NSNumber(value: true)] }

  static func make(at url: URL, type: String) throws {
    let isDatabase = type == NSSQLiteStoreType
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(derives: isDatabase))
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: isDatabase ? options : nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    func new(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      for (key, value) in values { object.setValue(value, forKey: key) }
      return object
    }
    let owners = (0..<4).map { new("Owner", ["name": "owner \($0)"]) }
    let tags = (0..<4).map { new("Tag", ["label": "tag \($0)"]) }
    let animals = (0..<24).map { index -> NSManagedObject in
      var values: [String: Any] = ["name": "animal \(index)", "age": index, "weight": Double(index) / 3]
      values["born"] = Date(timeIntervalSinceReferenceDate: Double(index))
      values["price"] = NSDecimalNumber(string: "12.345")
      values["id"] = UUID()
      values["link"] = URL(fileURLWithPath: "/\(index)")
      values["wild"] = index % 2 == 0
      values["photo"] = Data(repeating: 7, count: index == 5 ? 200_000 : 20)
      values["bag"] = ["a": index]
      values["kept"] = "kept"
      values["place"] = ["latitude": Double(index), "town": "t"] as [String: Any]
      values["owner"] = owners[index % 4]
      values["tags"] = NSSet(array: [tags[index % 4], tags[(index + 1) % 4]])
      return new(index % 3 == 0 ? "Dog" : "Animal", values)
    }
    for index in 1..<24 { animals[index].setValue(animals[index / 2], forKey: "friend") }
    owners[0].setValue(NSSet(array: Array(animals[..<5])), forKey: "seen")
    try context.save()
    context.delete(animals[23])
    animals[22].setValue("renamed", forKey: "name")
    try context.save()
    try coordinator.remove(store)
  }
}
