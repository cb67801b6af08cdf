import Foundation

@testable import CoreDataEngine

/// Changes one object, inserts one and deletes one of each entity, as far as the model lets a stranger do so.
struct StoreEditing {
  let context: NSManagedObjectContext
  let model: NSManagedObjectModel
  private(set) var changed: [NSManagedObjectID: (key: String, value: String)] = [:]
  private(set) var inserted: [NSManagedObjectID] = []
  private(set) var deleted: [NSManagedObjectID] = []
  private var serial = 0

  init(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) {
    self.context = context
    self.model = model
  }

  mutating func run() throws {
    for entity in model.entities where !entity.isAbstract {
      try edit(entity)
      try insert(entity)
      try delete(entity)
    }
  }

  /// Only what the model's own rules refuse may fail.
  private func saves() throws -> Bool {
    do {
      try context.save()
      return true
    } catch let error as CocoaError where (1_550...1_680).contains(error.errorCode) || error.errorCode == 133_021 {
      context.rollback()
      return false
    }
  }

  private func all(_ entity: NSEntityDescription) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.includesSubentities = false
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    return try context.fetch(request)
  }

  private mutating func edit(_ entity: NSEntityDescription) throws {
    let texts = entity.attributesByName.values.filter { attribute in
      attribute.attributeType == .stringAttributeType && !attribute.isTransient
        && !(attribute is NSDerivedAttributeDescription)
    }
    guard let attribute = texts.min(by: { $0.name < $1.name }), let object = try all(entity).first else { return }
    serial += 1
    let value = "edité \(serial) 🙂"
    object.setValue(value, forKey: attribute.name)
    if try saves() { changed[object.objectID] = (attribute.name, value) }
  }

  private mutating func insert(_ entity: NSEntityDescription) throws {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity.name ?? "", into: context)
    try fill(object, entity, depth: 0)
    if try saves() { inserted.append(object.objectID) }
  }

  private mutating func fill(_ object: NSManagedObject, _ entity: NSEntityDescription, depth: Int) throws {
    for attribute in entity.attributesByName.values
    where !attribute.isOptional && !attribute.isTransient && object.value(forKey: attribute.name) == nil {
      serial += 1
      if let value = StoreEditing.value(attribute.attributeType, serial) {
        object.setValue(value, forKey: attribute.name)
      }
    }
    for relationship in entity.relationshipsByName.values where !relationship.isOptional && depth < 3 {
      guard let destination = relationship.destinationEntity else { continue }
      let concrete = destination.isAbstract ? destination.subentities.first(where: { !$0.isAbstract }) : destination
      guard let concrete else { continue }
      if relationship.isToMany || object.object(relationship.name) != nil { continue }
      let other = NSEntityDescription.insertNewObject(forEntityName: concrete.name ?? "", into: context)
      object.setValue(other, forKey: relationship.name)
      try fill(other, concrete, depth: depth + 1)
    }
  }

  static func value(_ type: NSAttributeType, _ serial: Int) -> Any? {
    switch type {
    case .stringAttributeType: "new \(serial)"
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: NSNumber(value: serial)
    case .doubleAttributeType, .floatAttributeType: NSNumber(value: Double(serial) + 0.5)
    case .booleanAttributeType: NSNumber(value: true)
    case .decimalAttributeType: NSDecimalNumber(string: "12.25")
    case .dateAttributeType: Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    case .UUIDAttributeType: UUID()
    case .URIAttributeType: URL(string: "https://example.org/\(serial)")
    case .binaryDataAttributeType: Data([1, 2, 3])
    default: nil
    }
  }

  private mutating func delete(_ entity: NSEntityDescription) throws {
    let candidates = try all(entity).filter { changed[$0.objectID] == nil && !inserted.contains($0.objectID) }
    var object = candidates.last
    if object == nil {
      // Every entity has one deleted, if it is one that was made for that.
      let new = NSEntityDescription.insertNewObject(forEntityName: entity.name ?? "", into: context)
      try fill(new, entity, depth: 0)
      if try saves() { object = new }
    }
    guard let object else { return }
    let id = object.objectID
    context.delete(object)
    if try saves() { deleted.append(id) }
  }
}
