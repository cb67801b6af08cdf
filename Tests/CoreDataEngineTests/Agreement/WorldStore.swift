import Foundation
import Testing

@testable import CoreDataEngine

/// A world in a store.
final class WorldStore {
  let world: World
  let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator
  private let model: CompiledModel
  private(set) var ids: [NSManagedObjectID] = []
  private(set) var places: [NSManagedObjectID: Int] = [:]
  /// Where a store keeps its file; nil for one that has none.
  private let folder: TemporaryFolder?

  /// Objects from `pending` on are not saved. A store in a file is read from it after it was written.
  init(_ world: World, _ kind: StoreKind, pending: Int = .max) throws {
    self.world = world
    let description = world.model
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: description)
    folder = StoreKind.lasting.contains(kind) ? try TemporaryFolder() : nil
    let file = folder?.url.appendingPathComponent("store")
    let url = kind == .memory ? nil : file ?? URL(fileURLWithPath: "/dev/null")
    let store = try coordinator.addPersistentStore(ofType: kind.type, configurationName: nil, at: url, options: nil)
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    model = try description.compile()
    try context.performAndWait {
      try fill(pending)
      guard file != nil else { return }
      context.reset()
      try coordinator.remove(store)
      _ = try coordinator.addPersistentStore(ofType: kind.type, configurationName: nil, at: url, options: nil)
      let found = ids.map { coordinator.managedObjectID(forURIRepresentation: $0.uriRepresentation()) }
      ids = try found.map { try #require($0) }
      places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    }
  }

  private func fill(_ pending: Int) throws {
    var objects: [NSManagedObject] = []
    for (index, object) in world.objects.enumerated() {
      let entity = NSEntityDescription.insertNewObject(forEntityName: world.entities[object.entity].name, into: context)
      for (name, sample) in object.values { entity.setValue(sample.value { $0 }, forKey: name) }
      objects.append(entity)
      // What is saved is linked among itself; the links of the others come with these, unsaved.
      if index + 1 == pending {
        link(objects)
        try context.save()
      }
    }
    link(objects)
    if pending > world.objects.count { try context.save() }
    ids = objects.map(\.objectID)
    places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
  }

  private func link(_ objects: [NSManagedObject]) {
    for (index, owner) in objects.enumerated() {
      let object = world.objects[index]
      for (name, other) in object.one where other < objects.count { owner.setValue(objects[other], forKey: name) }
      for (name, others) in object.many {
        owner.setValue(NSSet(array: others.filter { $0 < objects.count }.map { objects[$0] }), forKey: name)
      }
    }
  }

  /// The objects of an entity that a predicate finds, by their places.
  func matches(_ format: String, _ arguments: [ClaimFormat.Argument], _ entity: Int) throws -> Set<Int> {
    let values = arguments.map { $0.value { ids[$0] } }
    let tree = try WorldStore.tree(format, values)
    if let found = try storedMatches(tree, entity) { return found }
    let request = NSFetchRequest<NSManagedObjectID>(entityName: world.entities[entity].name)
    request.resultType = .managedObjectIDResultType
    request.predicate = NSPredicate.make(tree)
    return try context.performAndWait { Set(try context.fetch(request).compactMap { places[$0] }) }
  }

  /// The tree of a format; every other argument is left to a variable, and given to it afterwards.
  private static func tree(_ format: String, _ arguments: [Any]) throws -> PredicateTree {
    let parts = format.split(separator: "%@", omittingEmptySubsequences: false)
    var (text, direct, variables) = (String(parts[0]), [Any](), [String: Any]())
    for (place, part) in parts.dropFirst().enumerated() {
      if place % 2 == 0 {
        direct.append(arguments[place])
        text += "%@" + part
      } else {
        variables["argument\(place)"] = arguments[place]
        text += "$argument\(place)" + part
      }
    }
    let predicate = try NSPredicate.parse(text, arguments: direct)
    return (variables.isEmpty ? predicate : predicate.withSubstitutionVariables(variables)).tree
  }

  /// What the store itself finds; nil when that takes a context, because of unsaved objects or of what SQL cannot say.
  private func storedMatches(_ tree: PredicateTree, _ entity: Int) throws -> Set<Int>? {
    guard !context.hasChanges, let store = coordinator.persistentStores.first else { return nil }
    guard let layout = model.layout(named: world.entities[entity].name) else { return nil }
    var query = RowQuery(layout)
    query.predicate = tree
    guard try store.objectStore.split(query).isWhole else { return nil }
    let keys = try store.objectStore.keys(query)
    return Set(
      keys.compactMap { key in
        places[
          NSManagedObjectID(
            key: key.key, layout: model.layouts[key.entityIndex], model: model, store: store.reference)]
      })
  }
}

extension World {
  /// The model as the engine has it.
  var model: NSManagedObjectModel {
    let descriptions = entities.map { entity in
      let description = NSEntityDescription()
      description.name = entity.name
      return description
    }
    for (index, entity) in entities.enumerated() {
      descriptions[index].properties = entity.attributes.map { name, kind in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = kind.type
        attribute.isOptional = true
        return attribute
      }
      descriptions[index].properties += entity.relationships.map { relationship in
        let description = NSRelationshipDescription()
        description.name = relationship.name
        description.destinationEntity = descriptions[relationship.destination]
        description.maxCount = relationship.isToMany ? 0 : 1
        description.isOptional = true
        return description
      }
    }
    for (index, entity) in entities.enumerated() {
      if let parent = entity.parent { descriptions[parent].subentities.append(descriptions[index]) }
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        descriptions[index].relationshipsByName[relationship.name]?.inverseRelationship =
          descriptions[relationship.destination].relationshipsByName[inverse]
      }
    }
    let model = NSManagedObjectModel()
    model.entities = descriptions
    return model
  }
}

extension SampleKind {
  var type: NSAttributeType {
    switch self {
    case .int16: .integer16AttributeType
    case .int32: .integer32AttributeType
    case .int64: .integer64AttributeType
    case .double: .doubleAttributeType
    case .float: .floatAttributeType
    case .bool: .booleanAttributeType
    case .text: .stringAttributeType
    case .date: .dateAttributeType
    case .decimal: .decimalAttributeType
    case .uuid: .UUIDAttributeType
    case .uri: .URIAttributeType
    case .data: .binaryDataAttributeType
    }
  }
}
