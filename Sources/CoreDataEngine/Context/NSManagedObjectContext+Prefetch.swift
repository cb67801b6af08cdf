/// Reads relationships of many objects in one go.
extension NSManagedObjectContext {
  /// Follows a path of relationship names from `objects`, reading what is not known yet: one statement a step, not one
  /// an object.
  func prefetch(
    _ path: ArraySlice<String>, from objects: [NSManagedObject], _ layout: EntityLayout
  ) throws {
    guard let name = path.first, parent == nil else { return }
    guard let property = layout.property(named: name), property.isRelationship else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        reason: "keypath \(name) not found in entity \(layout.name): it is no relationship that could be prefetched.")
    }
    var reached: [NSManagedObject] = []
    for (index, owners) in Dictionary(grouping: objects.filter { $0.key > 0 }, by: \.storeIndex) {
      guard let store = objectStore(at: index) else { continue }
      if property.isToMany {
        try prefetchToMany(property, owners, store, index, isLast: path.count == 1, &reached)
      } else {
        try prefetchToOne(property, owners, store, index, &reached)
      }
    }
    try prefetch(path.dropFirst(), from: reached, property.destination)
  }

  private func prefetchToMany(
    _ property: PropertyLayout, _ owners: [NSManagedObject], _ store: any ObjectStore, _ index: UInt16,
    isLast: Bool, _ reached: inout [NSManagedObject]
  ) throws {
    let faults = owners.filter { $0.isRelationshipFault(property) }
    let keys = faults.map(\.key)
    // Held until every owner has its own: the rows' pages live as long as an object does.
    var objects: [NSManagedObject] = []
    if let found = try store.destinationRows(of: property, owners: keys) {
      materialize(found.pages, store: index, into: &objects)
      let members = OwnerGroups(objects, by: found.owners, owners: faults)
      for owner in faults { owner.setStored(members[owner], of: property) }
    } else {
      let found = try store.destinations(of: property, owners: keys, rowsToo: true)
      materialize(found.pages, store: index, into: &objects)
      for owner in faults {
        let keys = found.keys[owner.key] ?? []
        owner.setStored(ContiguousArray(keys.map { object(for: $0, store: index) }), of: property)
      }
    }
    if isLast { return }
    // A member of several owners is reached once, or what it has would be read and set several times.
    var seen = Set<ObjectIdentifier>()
    for owner in owners {
      for member in owner.toMany(property).members where seen.insert(ObjectIdentifier(member)).inserted {
        reached.append(member)
      }
    }
  }

  private func prefetchToOne(
    _ property: PropertyLayout, _ owners: [NSManagedObject], _ store: any ObjectStore, _ index: UInt16,
    _ reached: inout [NSManagedObject]
  ) throws {
    var destinations = Set<ObjectIdentifier>()
    var unread: [Int64] = []
    for owner in owners {
      guard let object = owner.destination(of: property) else { continue }
      guard destinations.insert(ObjectIdentifier(object)).inserted else { continue }
      reached.append(object)
      if object.state.contains(.fault), object.rowBase == nil, object.key > 0 { unread.append(object.key) }
    }
    if unread.isEmpty { return }
    var objects: [NSManagedObject] = []
    materialize(try store.rows(of: unread, in: property.destination), store: index, into: &objects)
  }
}

/// Sorts destinations by owner.
private struct OwnerGroups {
  private struct Place: KeyTableElement {
    let number: Int

    static let none = Place(number: -1)
    var isNone: Bool { number < 0 }
  }

  private let places: KeyTable<Place>
  private var groups: [ContiguousArray<NSManagedObject>]

  /// `keys` has the owner of each object. The objects of an owner keep their order.
  init(_ objects: [NSManagedObject], by keys: ContiguousArray<Int64>, owners: [NSManagedObject]) {
    let places = KeyTable<Place>()
    self.places = places
    places.reserve(owners.count)
    for (number, owner) in owners.enumerated() { places.set(Place(number: number), for: owner.key) }
    var counts = ContiguousArray(repeating: 0, count: owners.count)
    let numbers = ContiguousArray(keys.map { places[$0]?.number ?? -1 })
    for number in numbers where number >= 0 { counts[number] += 1 }
    groups = counts.map { count in
      var group: ContiguousArray<NSManagedObject> = []
      group.reserveCapacity(count)
      return group
    }
    for (index, number) in numbers.enumerated() where number >= 0 { groups[number].append(objects[index]) }
  }

  /// The objects of an owner.
  subscript(owner: NSManagedObject) -> ContiguousArray<NSManagedObject> {
    places[owner.key].map { groups[$0.number] } ?? []
  }
}
