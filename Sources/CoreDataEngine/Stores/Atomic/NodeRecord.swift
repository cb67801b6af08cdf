/// What the engine makes of the nodes of an atomic store.
enum NodeRecord {
  /// Throws 134070 for a value of another type than the property's.
  static func record(of node: NSAtomicStoreCacheNode) throws -> StoredRecord {
    let layout = node.objectID.layout
    var record = StoredRecord(layout, key: node.objectID.key)
    for property in layout.properties where !property.isTransient {
      let value = node.value(forKey: property.name)
      if let kind = property.attributeKind {
        record.values[property.slot] = try StoredValue.value(value, kind: kind, of: property)
      } else {
        record.destinations[property.slot] = try destinations(value, of: property)
      }
    }
    return record
  }

  private static func destinations(_ value: Any?, of property: PropertyLayout) throws -> [ObjectKey] {
    try members(value).map { member in
      switch member {
      case let node as NSAtomicStoreCacheNode:
        ObjectKey(entityIndex: node.objectID.layout.index, key: node.objectID.key)
      case let id as NSManagedObjectID: ObjectKey(entityIndex: id.layout.index, key: id.key)
      default: throw StoredValue.misfit(member, property)
      }
    }
  }

  private static func members(_ value: Any?) -> [Any] {
    switch value {
    case nil: []
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    case let array as [Any]: array
    case let set as Set<AnyHashable>: set.map(\.base)
    case .some(let single): [single]
    }
  }
}
