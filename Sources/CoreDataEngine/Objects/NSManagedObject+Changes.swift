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
      return !rowHas(value, property)
    case .toOne:
      let now: ObjectKey? = if case .object(let object) = value { (object as? NSManagedObject)?.objectKey } else { nil }
      return now?.key != committedDestination(of: property)?.key
    case .toMany:
      guard case .object(let object) = value else { return false }
      if let members = object as? ToManyValue { return members.isChanged }
      return !((object as? ToManyDelta)?.isEmpty ?? true)
    }
  }

  /// The destination that the row has, by the key it has now.
  final func committedDestination(of property: PropertyLayout) -> ObjectKey? {
    guard property.isStored, let row, row.hasValues, let target = row.destination(of: property) else { return nil }
    return target.key < 0 ? registry?.context?.present(target) ?? target : target
  }

  /// Whether a slot differs from what was read or saved, found without the property where that can be.
  @inline(__always) final func differsFromCommitted(slot: Int, _ values: ObjectValues) -> Bool {
    switch values.slots[slot] {
    case .unset: return false
    case .integer, .double, .string: return !rowHas(values.slots[slot], slot: slot)
    default: return differsFromCommitted(layout.properties[slot])
    }
  }

  /// Whether the row has this value of an attribute.
  final func rowHas(_ value: Value, _ property: PropertyLayout) -> Bool { rowHas(value, slot: property.slot) }

  /// The same, compared without decoding the row's value where that can be.
  @inline(__always) final func rowHas(_ value: Value, slot: Int) -> Bool {
    let cell = Int(layout.places[slot].cell)
    guard cell >= 0, let row, row.hasValues, !row.isNull(cell) else { return value.isNull }
    switch value {
    case .integer(let integer): return row.integer(cell) == integer
    case .double(let double): return row.double(cell).bitPattern == double.bitPattern
    case .string(var string): return string.withUTF8 { row.bytes(cell).elementsEqual($0) }
    default: return value.isSame(as: committedForComparison(layout.properties[slot]))
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

  /// Whether a save writes the row of an object that is not new.
  final var hasWrittenValues: Bool {
    guard let touched else { return false }
    var found = false
    touched.changed.forEach { slot in
      if !found, layout.places[slot].cell >= 0 { found = differsFromCommitted(slot: slot, touched) }
    }
    return found
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
      guard let target = committedDestination(of: property) else { return nil }
      return registry?.context?.object(for: target, store: storeIndex)
    case .toMany:
      if state.contains(.inserted) || registry?.context == nil { return nil }
      let value = toMany(property)
      let members = value.committed ?? value.members
      return property.isOrdered ? NSOrderedSet(array: Array(members)) : NSSet(array: Array(members))
    }
  }
}
