/// The values before the current event, whose end is `processPendingChanges`.
extension NSManagedObject {
  final var changedPropertiesOfEvent: [String: Any] {
    guard let touched else { return [:] }
    var values: [String: Any] = [:]
    touched.changedInEvent.forEach { slot in
      let property = layout.properties[slot]
      values[property.name] = publicValueBeforeEvent(property) ?? NSNull()
    }
    return values
  }

  /// The value of an attribute, or the destination of a to-one relationship, before the event. Never `.unset`.
  final func valueBeforeEvent(_ property: PropertyLayout) -> Value {
    let isChanged = touched?.changedInEvent.contains(property.slot) == true
    let before = isChanged ? touched?.eventSnapshot?[property.slot] ?? .unset : currentSlot(property)
    guard before.isUnset else { return before }
    if property.isAttribute { return committedForComparison(property) }
    return (committedPublicValue(of: property) as? NSManagedObject).map { .object($0) } ?? .null
  }

  private func currentSlot(_ property: PropertyLayout) -> Value { touched?.slots[property.slot] ?? .unset }

  /// The destinations of a to-many relationship before the event, read if need be.
  final func membersBeforeEvent(_ property: PropertyLayout) -> ContiguousArray<NSManagedObject> {
    let value = toMany(property)
    guard touched?.changedInEvent.contains(property.slot) == true else { return value.members }
    let stored = value.committed ?? value.members
    switch touched?.eventSnapshot?[property.slot] ?? .unset {
    case .object(let object as RelationshipSnapshot): return object.members
    case .object(let object as ToManyDelta): return object.applied(to: stored)
    case .null: return []
    default: return state.contains(.inserted) ? [] : stored
    }
  }

  private func publicValueBeforeEvent(_ property: PropertyLayout) -> Any? {
    // A new object had no values.
    if state.contains(.fresh) { return nil }
    let before = touched?.eventSnapshot?[property.slot] ?? .unset
    switch property.kind {
    case .toMany:
      let members = Array(membersBeforeEvent(property))
      return property.isOrdered ? NSOrderedSet(array: members) : NSSet(array: members)
    case .toOne:
      if case .object(let object) = valueBeforeEvent(property) { return object }
      return nil
    case .attribute(let kind):
      if before.isUnset { return committedPublicValue(of: property) }
      if case .object(let object) = before, let decoded = object as? TransformableValue { return decoded.value }
      return property.publicValue(before, kind)
    }
  }
}

/// The members of a to-many relationship at one moment.
final class RelationshipSnapshot {
  let members: ContiguousArray<NSManagedObject>

  init(_ members: ContiguousArray<NSManagedObject>) { self.members = members }
}
