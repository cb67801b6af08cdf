/// What the open members of the class do.
extension NSManagedObject {
  final func propertyValue(forKey key: String) -> Any? {
    if state.contains(.recording) { return recordedValue(forKey: key) }
    guard let property = property(named: key) else { return value(forUnmodeledKey: key) }
    prepareAccess()
    return publicValue(of: property)
  }

  /// A value as key-value coding hands it out.
  final func publicValue(of property: PropertyLayout) -> Any? {
    switch property.kind {
    case .attribute(let kind): return attributeObject(property, kind: kind)
    case .toOne: return destination(of: property)
    case .toMany:
      let members = toMany(property).members
      return property.isOrdered ? NSOrderedSet(array: Array(members)) : NSSet(array: Array(members))
    }
  }

  private func value(forUnmodeledKey key: String) -> Any? {
    if key == "objectID" || key == "self" { return key == "self" ? self : objectID }
    if let fetched = layout.fetchedProperties[key] {
      return requireContext("its fetched property cannot be read").results(of: fetched, for: self)
    }
    return value(forUndefinedKey: key)
  }

  final func setPropertyValue(_ value: Any?, forKey key: String) {
    guard let property = property(named: key) else {
      setValue(value, forUndefinedKey: key)
      return
    }
    switch property.kind {
    case .attribute(let kind):
      var slot = slotValue(value, of: property, kind: kind)
      if let composite = property.composite {
        prepareAccess()
        slot = composite.settled(slot, before: currentValue(property))
      }
      setAttribute(slot, property)
    case .toOne: setDestination(managedObject(value, for: property), of: property)
    case .toMany: setDestinations(managedObjects(value, for: property), of: property)
    }
  }

  private func managedObject(_ value: Any?, for property: PropertyLayout) -> NSManagedObject? {
    guard let value, !(value is NSNull) else { return nil }
    guard let object = value as? NSManagedObject else { unacceptable(value, for: property) }
    return object
  }

  /// The members of a collection, each once, in its order.
  private func managedObjects(_ value: Any?, for property: PropertyLayout) -> ContiguousArray<NSManagedObject> {
    let all: [Any]
    switch value {
    case nil, is NSNull: return []
    case let set as NSOrderedSet: all = set.array
    case let set as NSSet: all = set.allObjects
    case let array as NSArray: all = Array(array)
    case let set as Set<AnyHashable>: all = set.map(\.base)
    case let array as [Any]: all = array
    case .some(let other): unacceptable(other, for: property)
    }
    var seen = Set<ObjectIdentifier>(minimumCapacity: all.count)
    var members: ContiguousArray<NSManagedObject> = []
    members.reserveCapacity(all.count)
    for element in all {
      guard let object = element as? NSManagedObject else { unacceptable(element, for: property) }
      if seen.insert(ObjectIdentifier(object)).inserted { members.append(object) }
    }
    return members
  }

  final func unacceptable(_ value: Any, for property: PropertyLayout) -> Never {
    fatalError(
      "Unacceptable type of value for to-\(property.isToMany ? "many" : "one") relationship: property = \"\(property.name)\" of '\(layout.name)'; desired type = \(property.isToMany ? "NSSet of " : "")\(property.destination.name); given type = \(Swift.type(of: value)); value = \(value)."
    )
  }

  final func primitiveProperty(forKey key: String) -> Any? {
    guard let property = property(named: key) else { undefinedKey(key) }
    if state.contains(.fault) { return nil }
    return publicValue(of: property)
  }

  final func setPrimitiveProperty(_ value: Any?, forKey key: String) {
    guard let property = property(named: key) else { undefinedKey(key) }
    prepareAccess()
    let slot: Value
    switch property.kind {
    case .attribute(let kind): slot = slotValue(value, of: property, kind: kind)
    case .toOne: slot = managedObject(value, for: property).map { .object($0) } ?? .null
    case .toMany:
      let current = toMany(property)
      current.replace(with: managedObjects(value, for: property))
      return
    }
    touch().slots[property.slot] = slot
  }
}
