/// Going back to what the store has, on both sides of relationships.
extension NSManagedObject {
  /// Puts properties back to what the store has: `current`, or without one the row that the object has.
  ///
  /// A to-many relationship whose other side is a to-one stays as it is: the members' own rows say where they belong.
  final func takeStored(_ properties: [PropertyLayout], from current: RowReference? = nil) {
    let values = touch()
    var sides: [OtherSides] = []
    for property in properties {
      if property.isToMany, property.inverse?.isToOne == true { continue }
      if property.inverse != nil { sides.append(OtherSides(of: self, property)) }
      values.slots[property.slot] = .unset
      values.changed.remove(property.slot)
    }
    if let current { attach(current) }
    for side in sides { side.settle(self) }
    guard let context = registry?.context else { return }
    if values.changed.isEmpty { context.updated.remove(self) }
    context.event.refreshed.append(self)
    awake(fromSnapshotEvents: .mergePolicy)
  }

  /// The destination of a to-one relationship by the row, if the context has it.
  fileprivate final func storedDestination(of property: PropertyLayout) -> NSManagedObject? {
    guard let row, row.hasValues, let key = row.destination(of: property)?.key else { return nil }
    return registry?.object(store: storeIndex, root: property.destination.rootIndex, key: key)
  }

  /// The other sides follow an object whose row is gone.
  final func leaveInverses() {
    for property in layout.properties {
      guard let inverse = property.inverse else { continue }
      for object in OtherSides(of: self, property).all + knownMembers(of: property) {
        object.settle(self, of: inverse, isThere: false)
      }
    }
  }

  /// The other sides follow an object whose deletion is not carried out.
  final func returnToInverses() {
    for property in layout.properties {
      guard let inverse = property.inverse else { continue }
      let others = property.isToMany ? toMany(property).members : destination(of: property).map { [$0] } ?? []
      for object in others { object.settle(self, of: inverse, isThere: true) }
    }
  }

  private func knownMembers(of property: PropertyLayout) -> ContiguousArray<NSManagedObject> {
    guard property.isToMany, case .object(let value as ToManyValue) = touched?.slots[property.slot] ?? .unset else {
      return []
    }
    return value.members
  }

  /// Leaves it to the store whether this object leads to `other`, which is `isThere`.
  fileprivate final func settle(_ other: NSManagedObject, of property: PropertyLayout, isThere: Bool) {
    guard state.isDisjoint(with: [.deleted, .gone, .fault]) else { return }
    if property.isToOne {
      settleDestination(other, of: property, isThere: isThere)
    } else {
      settleMember(other, of: property, isThere: isThere)
    }
    forgetUndoneChange(of: property)
    guard let context = registry?.context else { return }
    if state.contains(.updated), touched?.changed.isEmpty ?? true { context.updated.remove(self) }
    context.event.refreshed.append(self)
  }

  private func settleMember(_ other: NSManagedObject, of property: PropertyLayout, isThere: Bool) {
    guard let touched, case .object(let object) = touched.slots[property.slot] else { return }
    if let delta = object as? ToManyDelta {
      delta.forget(other)
    } else if let value = object as? ToManyValue {
      if value.isChanged {
        value.take(other, isMember: isThere)
      } else if value.contains(other) != isThere {
        // Read again when somebody looks.
        touched.slots[property.slot] = .unset
      }
    }
  }

  private func settleDestination(_ other: NSManagedObject, of property: PropertyLayout, isThere: Bool) {
    let leads = destination(of: property) === other
    if leads == isThere { return }
    if touched?.changed.contains(property.slot) == true {
      if !isThere {
        assign(nil, to: property)
      } else if storedDestination(of: property) === other {
        setDestination(other, of: property)
      }
    } else if !hasChanges {
      // The row is as old as the one that is given up.
      registry?.context?.refreshObject(self, merging: true)
    }
  }
}

/// Those whose side of a relationship depends on what becomes of one object's side.
private struct OtherSides {
  let property: PropertyLayout
  /// Where the object leads to now, and where its row says.
  private let leaving: ContiguousArray<NSManagedObject>
  /// What was removed from a to-many relationship.
  private let returning: ContiguousArray<NSManagedObject>

  var all: ContiguousArray<NSManagedObject> { leaving + returning }

  init(of object: NSManagedObject, _ property: PropertyLayout) {
    self.property = property
    guard property.isToMany else {
      var leaving: ContiguousArray<NSManagedObject> = []
      if case .object(let now as NSManagedObject) = object.touched?.slots[property.slot] ?? .unset {
        leaving.append(now)
      }
      if let stored = object.storedDestination(of: property), stored !== leaving.first { leaving.append(stored) }
      self.leaving = leaving
      returning = []
      return
    }
    guard case .object(let value) = object.touched?.slots[property.slot] ?? .unset else {
      leaving = []
      returning = []
      return
    }
    if let members = value as? ToManyValue {
      let difference = members.difference
      leaving = ContiguousArray(difference.added)
      returning = ContiguousArray(difference.removed)
    } else {
      let delta = value as? ToManyDelta
      leaving = delta?.added ?? []
      returning = delta?.removed ?? []
    }
  }

  /// Brings them up to date once the object has what the store has.
  func settle(_ object: NSManagedObject) {
    guard let inverse = property.inverse else { return }
    let after = property.isToOne ? object.storedDestination(of: property) : nil
    for other in leaving where other !== after { other.settle(object, of: inverse, isThere: false) }
    for other in returning { other.settle(object, of: inverse, isThere: true) }
    // Where it has been all along, nothing is to be settled.
    if let after, !(leaving.count == 1 && leaving[0] === after) { after.settle(object, of: inverse, isThere: true) }
  }
}
