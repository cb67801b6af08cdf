/// The row that a node of an incremental store stands for.
struct IncrementalRow {
  let node: NSIncrementalStoreNode
  let store: NSIncrementalStore
  let context: NSManagedObjectContext

  func write(_ key: Int64, to writer: inout RowWriter) throws -> RowReference {
    let layout = node.objectID.layout
    // Relationships first: the store's own code may read other objects meanwhile.
    var destinations: [Int: ObjectKey] = [:]
    for property in layout.properties where property.isToOne && property.isStored {
      destinations[property.slot] = try destination(of: property)
    }
    let version = Int32(truncatingIfNeeded: node.version & 0x7fff_ffff)
    writer.begin(key: key, version: version, entityIndex: layout.index, cellCount: layout.cellCount)
    for property in layout.properties where property.isStored {
      if let kind = property.attributeKind {
        let value = node.value(for: property.description)
        writer.setStored(
          try StoredValue.value(value is NSNull ? nil : value, kind: kind, of: property), property)
      } else if let destination = destinations[property.slot] {
        writer.setDestination(destination, property)
      }
    }
    return writer.end()
  }

  private func destination(of property: PropertyLayout) throws -> ObjectKey? {
    guard let relationship = property.relationship else { return nil }
    let value =
      try node.value(for: property.description)
      ?? store.newValue(forRelationship: relationship, forObjectWith: node.objectID, with: context)
    return try IncrementalRow.destinations(value, of: property).first
  }

  /// Throws 134070 for anything but IDs, `NSNull`, and collections of IDs.
  static func destinations(_ value: Any, of property: PropertyLayout) throws -> [ObjectKey] {
    switch value {
    case let id as NSManagedObjectID: return [ObjectKey(entityIndex: id.layout.index, key: id.key)]
    case is NSNull: return []
    case let list as [Any]: return try list.flatMap { try destinations($0, of: property) }
    case let set as NSSet: return try set.allObjects.flatMap { try destinations($0, of: property) }
    case let set as NSOrderedSet: return try set.array.flatMap { try destinations($0, of: property) }
    case let set as Set<AnyHashable>: return try set.flatMap { try destinations($0.base, of: property) }
    default: throw StoredValue.misfit(value, property)
    }
  }
}
