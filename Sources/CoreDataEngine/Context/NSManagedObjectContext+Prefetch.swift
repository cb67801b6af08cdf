/// Reads relationships of many objects in one go.
extension NSManagedObjectContext {
  /// Follows a path of relationship names from `objects`, reading what is not known yet: one statement a step, not one
  /// an object.
  func prefetch(
    _ path: ArraySlice<String>, from objects: [NSManagedObject], _ layout: EntityLayout
  ) throws {
    guard let name = path.first else { return }
    guard let property = layout.property(named: name), property.isRelationship else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        reason: "keypath \(name) not found in entity \(layout.name): it is no relationship that could be prefetched.")
    }
    if let parent {
      let reached = try prefetch(property, of: objects, through: parent)
      return try prefetch(path.dropFirst(), from: reached, property.destination)
    }
    var reached: [NSManagedObject] = []
    for (index, owners) in Dictionary(grouping: objects.filter { $0.key > 0 }, by: \.storeIndex) {
      guard let store = objectStore(at: index) else { continue }
      if property.isToMany {
        try prefetchToMany(property, owners, store, index, isLast: path.count == 1, &reached)
      } else {
        reached += try prefetchToOne(property, owners)
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

  private func prefetchToOne(_ property: PropertyLayout, _ owners: [NSManagedObject]) throws -> [NSManagedObject] {
    var seen = Set<ObjectIdentifier>()
    let reached = owners.compactMap { $0.destination(of: property) }.filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
    try readRows(of: reached, property.destination)
    return reached
  }

  /// One step in a child. The parent reads what it does not know in as few statements as it would for itself.
  private func prefetch(
    _ property: PropertyLayout, of owners: [NSManagedObject], through parent: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    guard property.isToMany else { return try prefetchToOne(property, owners) }
    let faults = owners.filter { $0.isRelationshipFault(property) }
    let found = try parent.prefetched(property, ofChildObjects: faults)
    // Held until every owner has its own.
    let held = objects(of: found.runs)
    for (owner, keys) in zip(faults, found.keys) {
      owner.setStored(ContiguousArray(keys.map { object(for: $0.key, store: $0.store) }), of: property)
    }
    withExtendedLifetime(held) {}
    var seen = Set<ObjectIdentifier>()
    return owners.flatMap { $0.toMany(property).members }.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Reads the rows of those objects of a hierarchy that have none yet, in one go.
  func readRows(of objects: [NSManagedObject], _ layout: EntityLayout) throws {
    let bare = objects.filter { $0.state.contains(.fault) && $0.rowBase == nil }
    if bare.isEmpty { return }
    if let parent {
      withExtendedLifetime(self.objects(of: try parent.rows(ofChildObjects: bare, layout))) {}
      return
    }
    for (index, group) in Dictionary(grouping: bare.filter { $0.key > 0 }, by: \.storeIndex) {
      guard let store = objectStore(at: index) else { continue }
      var objects: [NSManagedObject] = []
      materialize(try store.rows(of: group.map(\.key), in: layout), store: index, into: &objects)
    }
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
