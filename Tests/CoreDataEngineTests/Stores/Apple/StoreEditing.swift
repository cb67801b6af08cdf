import Foundation
import Testing

@testable import CoreDataEngine

/// Changes one object, inserts one and deletes one of each entity, as far as the model lets a stranger do so.
struct StoreEditing {
  /// A value that was given to a row of Apple's.
  struct Edit {
    let id: NSManagedObjectID
    let key: String
    let value: Any
  }

  let context: NSManagedObjectContext
  let model: NSManagedObjectModel
  /// Sees in the file what was saved.
  let reader: LayoutReader
  private(set) var edits: [Edit] = []
  private(set) var relinked = 0
  private var changed: Set<NSManagedObjectID> = []
  private(set) var inserted: [NSManagedObjectID] = []
  private(set) var deleted: [NSManagedObjectID] = []
  private var serial = 0

  init(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel, _ reader: LayoutReader) {
    self.context = context
    self.model = model
    self.reader = reader
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

  /// One attribute of each type, and every relationship that can lead to one object more.
  private mutating func edit(_ entity: NSEntityDescription) throws {
    guard let object = try all(entity).first else { return }
    changed.insert(object.objectID)
    var types = Set<NSAttributeType>()
    for attribute in entity.attributesByName.values.sorted(by: { $0.name < $1.name })
    where !attribute.isTransient && !(attribute is NSDerivedAttributeDescription) {
      guard types.insert(attribute.attributeType).inserted else { continue }
      serial += 1
      let isText = attribute.attributeType == .stringAttributeType
      guard let value = isText ? "edité \(serial) 🙂" : StoreEditing.value(attribute.attributeType, serial) else {
        continue
      }
      object.setValue(value, forKey: attribute.name)
      if try saves() { edits.append(Edit(id: object.objectID, key: attribute.name, value: value)) }
    }
    for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name })
    where !relationship.isTransient {
      try relink(object, relationship, entity)
    }
  }

  private mutating func relink(
    _ object: NSManagedObject, _ relationship: NSRelationshipDescription, _ entity: NSEntityDescription
  ) throws {
    guard let name = relationship.destinationEntity?.name else { return }
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    request.fetchLimit = 50
    let value = object.value(forKey: relationship.name)
    let current = StoreComparison.members(value) + [value as? NSManagedObject].compactMap { $0 }
    let others = try context.fetch(request).filter { $0 !== object && !current.contains($0) }
    guard let other = others.first else { return }
    if !relationship.isToMany {
      object.setValue(other, forKey: relationship.name)
    } else if relationship.isOrdered {
      object.mutableOrderedSetValue(forKey: relationship.name).add(other)
    } else {
      object.mutableSetValue(forKey: relationship.name).add(other)
    }
    guard try saves() else { return }
    relinked += 1
    let (owner, member) = (StoreComparison.key(object), StoreComparison.key(other))
    let label = "\(entity.name ?? "").\(relationship.name) of \(owner)"
    if relationship.isToMany {
      let keys = try reader.destinations(of: relationship, in: entity, owner: owner)
      #expect(keys.contains(member) && keys.count == current.count + 1, "\(label)")
      if relationship.isOrdered { #expect(keys.last == member, "\(label)") }
    } else {
      let column = reader.column(of: relationship, in: entity)
      let stored = try reader.scalar("SELECT \(column) FROM \(LayoutReader.table(entity)) WHERE Z_PK = \(owner)")
      #expect(stored == "\(member)", "\(label)")
    }
  }

  /// Whether a value that was read is one that was set.
  static func isSame(_ found: Any?, _ value: Any) -> Bool {
    switch value {
    case let number as NSNumber: (found as? NSNumber)?.isEqual(to: number) ?? false
    case let text as String: found as? String == text
    case let date as Date: found as? Date == date
    case let uuid as UUID: found as? UUID == uuid
    case let url as URL: found as? URL == url
    case let data as Data: found as? Data == data
    default: false
    }
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
    let candidates = try all(entity).filter { !changed.contains($0.objectID) && !inserted.contains($0.objectID) }
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
