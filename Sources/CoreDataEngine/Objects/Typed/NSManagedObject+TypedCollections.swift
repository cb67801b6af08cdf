/// Changes of to-many relationships by several members at once, as generated accessors make them.
extension NSManagedObject {
  /// Adds destinations to a to-many relationship and keeps their inverses. An element that is no managed object traps.
  public func add<T>(_ objects: some Sequence, to property: ManagedProperty<T>) {
    let resolved = property.resolved(in: layout)
    for object in objects { add(member(object, of: resolved), to: resolved) }
  }

  /// Removes destinations from a to-many relationship and keeps their inverses. An element that is no managed object
  /// traps.
  public func remove<T>(_ objects: some Sequence, from property: ManagedProperty<T>) {
    let resolved = property.resolved(in: layout)
    let leaving = objects.map { member($0, of: resolved) }
    guard resolved.isOrdered else {
      for object in leaving { remove(object, from: resolved) }
      return
    }
    // One by one, each would move all members behind it.
    let gone = Set(leaving.map(ObjectIdentifier.init))
    setDestinations(toMany(resolved).members.filter { !gone.contains(ObjectIdentifier($0)) }, of: resolved)
  }

  /// Inserts destinations of an ordered relationship: each at its index, in the order of the indexes, as
  /// `NSMutableArray` does. The counts have to be the same.
  public func insert<T>(_ objects: [NSManagedObject], into property: ManagedProperty<T>, at indexes: NSIndexSet) {
    let resolved = property.resolved(in: layout)
    precondition(
      objects.count == indexes.count,
      "\(objects.count) objects for \(indexes.count) indexes of '\(layout.name).\(property.name)'.")
    var members = toMany(resolved).members
    let inserted = Set(objects.map(ObjectIdentifier.init))
    members.removeAll { inserted.contains(ObjectIdentifier($0)) }
    for (object, index) in zip(objects, indexes) { members.insert(object, at: checked(index, members.count, resolved)) }
    setDestinations(members, of: resolved)
  }

  /// Removes the destination at a place of an ordered relationship.
  public func remove<T>(at index: Int, from property: ManagedProperty<T>) {
    remove(at: IndexSet(integer: index), from: property)
  }

  /// Removes the destinations at some places of an ordered relationship.
  public func remove<T>(at indexes: NSIndexSet, from property: ManagedProperty<T>) {
    remove(at: IndexSet(indexes), from: property)
  }

  /// Puts a destination in the place of another one of an ordered relationship.
  public func replace<T>(at index: Int, with object: NSManagedObject, in property: ManagedProperty<T>) {
    replace(at: NSIndexSet(index: index), with: [object], in: property)
  }

  /// Puts destinations in the places of other ones of an ordered relationship. The counts have to be the same.
  public func replace<T>(at indexes: NSIndexSet, with objects: [NSManagedObject], in property: ManagedProperty<T>) {
    let resolved = property.resolved(in: layout)
    precondition(
      objects.count == indexes.count,
      "\(objects.count) objects for \(indexes.count) indexes of '\(layout.name).\(property.name)'.")
    var members = toMany(resolved).members
    let places = Set(indexes)
    for (object, index) in zip(objects, indexes) { members[checked(index, members.count - 1, resolved)] = object }
    // A member is in the set once: where it was before, it goes.
    let placed = Set(objects.map(ObjectIdentifier.init))
    var result: ContiguousArray<NSManagedObject> = []
    result.reserveCapacity(members.count)
    for (index, object) in members.enumerated()
    where places.contains(index) || !placed.contains(ObjectIdentifier(object)) { result.append(object) }
    setDestinations(result, of: resolved)
  }

  /// The objects of a fetched property, read for this call.
  public subscript<T: NSManagedObject>(fetched name: String) -> [T] { value(forKey: name) as? [T] ?? [] }

  private func member(_ element: Any, of property: PropertyLayout) -> NSManagedObject {
    guard let object = element as? NSManagedObject else {
      fatalError(
        "Unacceptable type of value for to-many relationship: property = \"\(property.name)\" of '\(layout.name)'; given type = \(Swift.type(of: element)); value = \(element)."
      )
    }
    return object
  }

  private func checked(_ index: Int, _ limit: Int, _ property: PropertyLayout) -> Int {
    precondition(
      (0...limit).contains(index), "Index \(index) is out of bounds of '\(layout.name).\(property.name)'.")
    return index
  }
}
