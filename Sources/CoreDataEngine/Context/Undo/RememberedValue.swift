/// What undo puts into one slot. It holds objects, not rows, so that it stays right when there is a save in between.
enum RememberedValue {
  /// An attribute, or the destination of a to-one relationship.
  case value(Value)
  /// All destinations of a to-many relationship, in order.
  case members(ContiguousArray<NSManagedObject>)
  /// What comes and goes in a to-many relationship without order: the rest of it need not be read.
  case edit(removing: ContiguousArray<NSManagedObject>, adding: ContiguousArray<NSManagedObject>)
}

extension NSManagedObject {
  /// What undoes the event's changes of a slot.
  final func rememberedBeforeEvent(_ property: PropertyLayout) -> RememberedValue {
    guard property.isToMany else { return .value(valueBeforeEvent(property)) }
    return property.isOrdered ? .members(membersBeforeEvent(property)) : editBackToEventStart(property)
  }

  private func editBackToEventStart(_ property: PropertyLayout) -> RememberedValue {
    if case .object(let now as ToManyDelta) = touched?.slots[property.slot] ?? .unset {
      let before: ToManyDelta
      switch touched?.eventSnapshot?[property.slot] ?? .unset {
      case .object(let object as ToManyDelta): before = object
      default: before = ToManyDelta()
      }
      return .edit(
        removing: now.added.without(before.added) + before.removed.without(now.removed),
        adding: now.removed.without(before.removed) + before.added.without(now.added))
    }
    let before = membersBeforeEvent(property)
    let now = toMany(property).members
    return .edit(removing: now.without(before), adding: before.without(now))
  }

  /// The present value of a slot, for putting it back later.
  final func rememberedNow(_ property: PropertyLayout) -> RememberedValue {
    if property.isToMany { return .members(toMany(property).members) }
    if property.isToOne { return .value(destination(of: property).map { .object($0) } ?? .null) }
    let value = touched?.slots[property.slot] ?? .unset
    return .value(value.isUnset ? committedForComparison(property) : value)
  }

  /// Puts a remembered value into a slot; the other side of a relationship has a memento of its own.
  final func restore(_ remembered: RememberedValue, _ property: PropertyLayout) {
    prepareAccess()
    switch remembered {
    case .value(.object(let object as NSManagedObject)) where property.isToOne:
      assign(object.state.contains(.gone) ? nil : object, to: property)
    case .value(let value):
      noteWillChange(property)
      let values = touch()
      values.slots[property.slot] = value
      didChange(property, in: values)
    case .members(let members):
      let present: ContiguousArray = members.filter { !$0.state.contains(.gone) }
      let value = toMany(property)
      if value.members.elementsEqual(present, by: ===) { return }
      noteWillChange(property)
      value.replace(with: present)
      didChange(property, in: touch())
    case .edit(let removing, let adding):
      for object in removing { removeMember(object, of: property) }
      for object in adding where !object.state.contains(.gone) { addMember(object, of: property) }
    }
  }

  /// After undo: what is again as it was saved counts as unchanged.
  final func forgetUndoneChange(of property: PropertyLayout) {
    guard let touched, !state.contains(.inserted) else { return }
    if case .object(let object) = touched.slots[property.slot] {
      (object as? ToManyValue)?.settleIfUnchanged()
      if (object as? ToManyDelta)?.isEmpty == true { touched.slots[property.slot] = .unset }
    }
    // A transient value has nothing saved to differ from.
    if property.isTransient || !differsFromCommitted(property) { touched.changed.remove(property.slot) }
  }
}

extension ContiguousArray<NSManagedObject> {
  fileprivate func without(_ others: ContiguousArray<NSManagedObject>) -> ContiguousArray<NSManagedObject> {
    if others.isEmpty || isEmpty { return self }
    let known = Set(others.map(ObjectIdentifier.init))
    return filter { !known.contains(ObjectIdentifier($0)) }
  }
}
