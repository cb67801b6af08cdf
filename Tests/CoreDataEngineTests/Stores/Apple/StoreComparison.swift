import Foundation
import Testing

@testable import CoreDataEngine

/// Compares what a context reads with what plain SQL finds in the same file.
struct StoreComparison {
  let context: NSManagedObjectContext
  let reader: LayoutReader
  let model: NSManagedObjectModel
  private(set) var objects = 0
  private(set) var values = 0
  private(set) var links = 0
  private(set) var dangling = 0

  init(_ context: NSManagedObjectContext, _ reader: LayoutReader, _ model: NSManagedObjectModel) {
    self.context = context
    self.reader = reader
    self.model = model
  }

  mutating func run() throws {
    for entity in model.entities { try compare(entity) }
  }

  private mutating func compare(_ entity: NSEntityDescription) throws {
    let name = entity.name ?? ""
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.includesSubentities = false
    let found = try context.fetch(request)
    let rows = try reader.rows(entity)
    #expect(found.count == rows.count, "\(name)")
    #expect(try context.count(for: request) == reader.count(entity), "\(name)")
    for object in found {
      objects += 1
      let key = StoreComparison.key(object)
      guard let row = rows[key] else {
        Issue.record("\(name) has no row \(key)")
        continue
      }
      for property in entity.properties where !property.isTransient {
        if let attribute = property as? NSAttributeDescription {
          values += 1
          let raw = row[reader.column(of: attribute, in: entity)] ?? .null
          let value = object.value(forKey: attribute.name)
          #expect(
            try agrees(value, raw, attribute, of: object),
            "\(name).\(attribute.name) of \(key): \(String(describing: value)), \(raw)")
        } else if let relationship = property as? NSRelationshipDescription {
          try compare(relationship, of: object, entity, row)
        }
      }
    }
  }

  private mutating func compare(
    _ relationship: NSRelationshipDescription, of object: NSManagedObject, _ entity: NSEntityDescription,
    _ row: [String: RawValue]
  ) throws {
    let label = "\(entity.name ?? "").\(relationship.name) of \(StoreComparison.key(object))"
    let members: [NSManagedObject]
    if relationship.isToMany {
      let expected = try reader.destinations(of: relationship, in: entity, owner: StoreComparison.key(object))
      members = StoreComparison.members(object.value(forKey: relationship.name))
      let keys = members.map(StoreComparison.key)
      if relationship.isOrdered {
        #expect(keys == expected, "\(label)")
      } else {
        #expect(keys.sorted() == expected.sorted(), "\(label)")
      }
    } else {
      // 0 is no key.
      let expected = row[reader.column(of: relationship, in: entity)]?.integer.flatMap { $0 == 0 ? nil : $0 }
      members = object.object(relationship.name).map { [$0] } ?? []
      #expect(members.first.map(StoreComparison.key) == expected, "\(label)")
    }
    guard let inverse = relationship.inverseRelationship else { return }
    for member in members {
      links += 1
      // A foreign key without a row: the object counts as deleted once it is looked at.
      if member.objectID.entity.attributesByName.keys.contains(where: {
        _ = member.value(forKey: $0); return member.isDeleted
      }) {
        dangling += 1
        continue
      }
      let back =
        inverse.isToMany
        ? StoreComparison.members(member.value(forKey: inverse.name)) : member.object(inverse.name).map { [$0] } ?? []
      #expect(back.contains { $0 === object }, "\(label): the way back")
    }
  }

  static func key(_ object: NSManagedObject) -> Int64 {
    Int64(object.objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
  }

  static func members(_ value: Any?) -> [NSManagedObject] {
    switch value {
    case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
    case let set as Set<NSManagedObject>: Array(set)
    default: []
    }
  }

  private func agrees(
    _ value: Any?, _ raw: RawValue, _ attribute: NSAttributeDescription, of object: NSManagedObject
  ) throws -> Bool {
    guard raw != .null else { return value == nil }
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
      return (value as? NSNumber)?.int64Value == raw.integer
    case .doubleAttributeType: return (value as? NSNumber)?.doubleValue == raw.double
    case .floatAttributeType: return (value as? NSNumber)?.floatValue == raw.double.map(Float.init)
    case .dateAttributeType: return (value as? Date)?.timeIntervalSinceReferenceDate == raw.double
    case .decimalAttributeType:
      guard let number = (value as? NSDecimalNumber)?.doubleValue, let stored = raw.double else { return false }
      return abs(number - stored) <= abs(stored) * 1e-12
    case .stringAttributeType:
      if case .text(let text) = raw { return value as? String == text }
      return raw.integer.map { value as? String == "\($0)" } ?? false
    case .URIAttributeType:
      if case .text(let text) = raw { return (value as? URL)?.absoluteString == text }
      return false
    case .UUIDAttributeType:
      guard case .blob(let bytes) = raw, let uuid = value as? UUID else { return false }
      return withUnsafeBytes(of: uuid.uuid) { Data($0) } == bytes
    case .binaryDataAttributeType:
      guard case .blob(let bytes) = raw else { return false }
      let expected = attribute.allowsExternalBinaryDataStorage ? try reader.external(bytes) : bytes
      return value as? Data == expected
    case .transformableAttributeType:
      // An archive of a class that is not here reads as nil; the bytes are there all the same.
      guard case .blob(let bytes) = raw else { return false }
      return try kept(attribute, of: object) == bytes
    default: return false
    }
  }

  /// The bytes that the engine has read for a value, which it may not be able to decode.
  private func kept(_ attribute: NSAttributeDescription, of object: NSManagedObject) throws -> Data? {
    guard let store = object.objectID.persistentStore?.objectStore,
      let property = object.layout.property(named: attribute.name),
      let reference = try store.row(of: StoreComparison.key(object), in: object.layout),
      case .data(let bytes) = reference.row.value(of: property.cell, kind: .transformable)
    else { return nil }
    return bytes
  }
}
