/// What has changed since the object was read or saved.
extension NSManagedObject {
  /// Whether the value of a slot differs from the one read or saved.
  final func differsFromCommitted(_ property: PropertyLayout) -> Bool {
    guard let value = touched?.slots[property.slot], !value.isUnset else { return false }
    switch property.kind {
    case .attribute:
      if case .object(let object) = value, let decoded = object as? TransformableValue, property.isStored {
        return TransformableCoding.differs(decoded, from: committedValue(property), of: property)
      }
      return !value.isSame(as: committedForComparison(property))
    case .toOne:
      let now: ObjectKey? = if case .object(let object) = value { (object as? NSManagedObject)?.objectKey } else { nil }
      let before = property.isStored ? row.flatMap { $0.hasValues ? $0.destination(of: property) : nil } : nil
      return now?.key != before?.key
    case .toMany:
      guard case .object(let object) = value else { return false }
      if let members = object as? ToManyValue { return members.isChanged }
      return !((object as? ToManyDelta)?.isEmpty ?? true)
    }
  }

  /// External data is compared by its bytes, not by the reference that the row has.
  final func committedForComparison(_ property: PropertyLayout) -> Value {
    let stored = committedValue(property)
    guard property.usesExternalStorage, case .data(let data) = stored else { return stored }
    let resolved = try? ExternalData.resolve(data, in: registry?.context?.objectStore(at: storeIndex))
    return resolved.map(Value.data) ?? stored
  }

  /// The changed slots whose values really differ, in slot order.
  final var differingProperties: [PropertyLayout] {
    guard let touched, !touched.changed.isEmpty else { return [] }
    var list: [PropertyLayout] = []
    touched.changed.forEach { slot in
      let property = layout.properties[slot]
      if state.contains(.inserted) || differsFromCommitted(property) { list.append(property) }
    }
    return list
  }

  final var hasPersistentChanges: Bool {
    if !state.isDisjoint(with: [.inserted, .deleted]) { return true }
    return differingProperties.contains { !$0.isTransient }
  }

  final var changedProperties: [String: Any] {
    var values: [String: Any] = [:]
    for property in differingProperties where !property.isTransient {
      values[property.name] = publicValue(of: property) ?? NSNull()
    }
    return values
  }

  final func committedProperties(_ keys: [String]?) -> [String: Any] {
    prepareAccess()
    var values: [String: Any] = [:]
    for property in layout.properties where !property.isTransient && keys?.contains(property.name) ?? true {
      values[property.name] = committedPublicValue(of: property) ?? NSNull()
    }
    return values
  }

  /// The value as it was read or saved, as key-value coding would hand it out.
  final func committedPublicValue(of property: PropertyLayout) -> Any? {
    switch property.kind {
    case .attribute(let kind):
      return property.publicValue(committedForComparison(property), kind)
    case .toOne:
      guard property.isStored, let row, row.hasValues, let target = row.destination(of: property) else { return nil }
      return registry?.context?.object(for: target, store: storeIndex)
    case .toMany:
      if state.contains(.inserted) || registry?.context == nil { return nil }
      let value = toMany(property)
      let members = value.committed ?? value.members
      return property.isOrdered ? NSOrderedSet(array: Array(members)) : NSSet(array: Array(members))
    }
  }
}
