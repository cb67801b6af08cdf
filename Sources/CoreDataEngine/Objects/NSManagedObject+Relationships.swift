/// Reading and setting relationships, the inverse included.
extension NSManagedObject {
  // MARK: To-one

  /// The destination of a to-one relationship. Keeps it: the object holds what has been read through it.
  final func destination(of property: PropertyLayout) -> NSManagedObject? {
    prepareAccess()
    if let value = touched?.slots[property.slot], !value.isUnset {
      if case .object(let object) = value { return unsafeDowncast(object, to: NSManagedObject.self) }
      return nil
    }
    guard property.cell >= 0, let row, row.hasValues, let target = row.destination(of: property) else { return nil }
    if let last = lastDestination, last.key == target.key, last.layout.rootIndex == property.destination.rootIndex {
      return last
    }
    let context = requireContext("its relationship cannot be read")
    let object = context.object(for: target, store: storeIndex)
    // One destination is kept beside the row; a second one needs its slot.
    if lastDestination == nil { lastDestination = object } else { touch().slots[property.slot] = .object(object) }
    return object
  }

  /// The destination of a key if the context has it already. Nothing of the object may be changed.
  @inline(__always) final func known(_ key: Int64, root: Int) -> NSManagedObject? {
    if let last = lastDestination {
      return last.key == key && last.layoutReference._withUnsafeGuaranteedRef({ $0.rootIndex }) == root ? last : nil
    }
    guard !state.contains(.gone), let registryReference,
      let object = registryReference._withUnsafeGuaranteedRef({
        $0.hasContext ? $0.object(store: storeIndex, root: root, key: key) : nil
      })
    else { return nil }
    lastDestination = object
    return object
  }

  /// Sets a to-one relationship and both inverses.
  final func setDestination(_ new: NSManagedObject?, of property: PropertyLayout) {
    prepareAccess()
    let old = destination(of: property)
    if old === new { return }
    if let new { checkMember(new, of: property) }
    assign(new, to: property)
    guard let inverse = property.inverse else { return }
    if let old { old.removeInverse(self, of: inverse) }
    if let new { new.addInverse(self, of: inverse) }
  }

  /// Sets the slot alone.
  final func assign(_ new: NSManagedObject?, to property: PropertyLayout) {
    noteWillChange(property)
    let values = touch()
    values.slots[property.slot] = new.map { .object($0) } ?? .null
    didChange(property, in: values)
  }

  // MARK: Inverse

  /// `other` now has this object as a destination: the side of this object follows.
  final func addInverse(_ other: NSManagedObject, of property: PropertyLayout) {
    prepareAccess()
    if property.isToOne {
      let old = destination(of: property)
      if old === other { return }
      assign(other, to: property)
      // An object that had itself as its partner has let go of itself by taking another.
      if let old, old !== self, let back = property.inverse {
        if back.isToOne { old.assign(nil, to: back) } else { old.removeMember(self, of: back) }
      }
    } else {
      addMember(other, of: property)
    }
  }

  /// `other` no longer has this object as a destination, or is being deleted.
  final func removeInverse(_ other: NSManagedObject, of property: PropertyLayout) {
    prepareAccess()
    if property.isToOne {
      if destination(of: property) === other { assign(nil, to: property) }
    } else {
      removeMember(other, of: property)
    }
  }

  /// Adds to this side of a to-many alone.
  final func addMember(_ object: NSManagedObject, of property: PropertyLayout) {
    noteWillChange(property)
    switch toManyState(property) {
    case .loaded(let value): if !value.append(object) { return }
    case .fault(let delta): delta.add(object)
    }
    didChange(property, in: touch())
  }

  /// Removes from this side of a to-many alone.
  final func removeMember(_ object: NSManagedObject, of property: PropertyLayout) {
    noteWillChange(property)
    switch toManyState(property) {
    case .loaded(let value): if !value.remove(object) { return }
    case .fault(let delta): delta.remove(object)
    }
    didChange(property, in: touch())
  }

  // MARK: To-many

  private enum ToManyState {
    case loaded(ToManyValue)
    case fault(ToManyDelta)
  }

  /// The set if it has been read, or what is to be changed in it once it is.
  private func toManyState(_ property: PropertyLayout) -> ToManyState {
    let values = touch()
    switch values.slots[property.slot] {
    case .object(let object):
      if let value = object as? ToManyValue { return .loaded(value) }
      return .fault(unsafeDowncast(object, to: ToManyDelta.self))
    case .null:
      let value = ToManyValue(property, members: [])
      values.slots[property.slot] = .object(value)
      return .loaded(value)
    default:
      let delta = ToManyDelta()
      values.slots[property.slot] = .object(delta)
      return .fault(delta)
    }
  }

  /// The destinations of a to-many relationship, read if need be.
  final func toMany(_ property: PropertyLayout) -> ToManyValue {
    prepareAccess()
    let slot = touched?.slots[property.slot] ?? .unset
    if case .object(let object) = slot, let value = object as? ToManyValue { return value }
    if case .null = slot {
      if case .loaded(let value) = toManyState(property) { return value }
    }
    let stored: ContiguousArray<NSManagedObject>
    if state.contains(.inaccessible) || (registry == nil) {
      stored = []
    } else {
      stored = requireContext("its relationship cannot be read").loadDestinations(of: property, owner: self)
    }
    return setStored(stored, of: property)
  }

  /// Takes destinations read from the store, and applies what was changed before they were read.
  @discardableResult
  final func setStored(_ stored: ContiguousArray<NSManagedObject>, of property: PropertyLayout) -> ToManyValue {
    let values = touch()
    let value = ToManyValue(property, members: stored)
    if case .object(let object) = values.slots[property.slot], let delta = object as? ToManyDelta {
      for object in delta.removed { value.remove(object) }
      for object in delta.added { value.append(object) }
    }
    values.slots[property.slot] = .object(value)
    return value
  }

  /// Adds a destination and keeps its inverse.
  final func add(_ object: NSManagedObject, to property: PropertyLayout) {
    checkMember(object, of: property)
    let value = toMany(property)
    guard !value.contains(object) else { return }
    noteWillChange(property)
    value.append(object)
    didChange(property, in: touch())
    if let inverse = property.inverse { object.addInverse(self, of: inverse) }
  }

  /// Removes a destination and keeps its inverse.
  final func remove(_ object: NSManagedObject, from property: PropertyLayout) {
    let value = toMany(property)
    guard value.contains(object) else { return }
    noteWillChange(property)
    value.remove(object)
    didChange(property, in: touch())
    if let inverse = property.inverse { object.removeInverse(self, of: inverse) }
  }

  /// Replaces all destinations, in order, and keeps the inverses of those that come and go.
  final func setDestinations(_ new: ContiguousArray<NSManagedObject>, of property: PropertyLayout) {
    for object in new { checkMember(object, of: property) }
    let value = toMany(property)
    if value.members.elementsEqual(new, by: ===) { return }
    noteWillChange(property)
    let before = value.members
    let staying = Set(new.map(ObjectIdentifier.init))
    let known = Set(before.map(ObjectIdentifier.init))
    value.replace(with: new)
    didChange(property, in: touch())
    guard let inverse = property.inverse else { return }
    for object in before where !staying.contains(ObjectIdentifier(object)) { object.removeInverse(self, of: inverse) }
    for object in new where !known.contains(ObjectIdentifier(object)) { object.addInverse(self, of: inverse) }
  }

  /// A destination must be of the right entity and of the same context; anything else traps before a side has changed.
  private func checkMember(_ object: NSManagedObject, of property: PropertyLayout) {
    guard object.layout.isKind(of: property.destination) || object.layout.name == property.destination.name else {
      fatalError(
        "Unacceptable type of value for to-\(property.isToMany ? "many" : "one") relationship: property = \"\(property.name)\" of '\(layout.name)'; desired type = \(property.destination.name); given type = \(object.layout.name); value = \(object)."
      )
    }
    guard object.registry === registry else {
      fatalError(
        "Illegal attempt to establish a relationship '\(property.name)' between objects in different contexts (source = \(self) in \(String(describing: registry?.context)), destination = \(object) in \(String(describing: object.registry?.context)))."
      )
    }
  }

  // MARK: IDs

  final func destinationIDs(of property: PropertyLayout) -> [NSManagedObjectID] {
    if property.isToOne { return destination(of: property).map { [$0.objectID] } ?? [] }
    return toMany(property).members.map(\.objectID)
  }
}
