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
        try prefetchToMany(property, owners, store, index, &reached)
      } else {
        try prefetchToOne(property, owners, store, index, &reached)
      }
    }
    try prefetch(path.dropFirst(), from: reached, property.destination)
  }

  private func prefetchToMany(
    _ property: PropertyLayout, _ owners: [NSManagedObject], _ store: any ObjectStore, _ index: UInt16,
    _ reached: inout [NSManagedObject]
  ) throws {
    let faults = owners.filter { $0.isRelationshipFault(property) }
    let keys = faults.map(\.key)
    // Held until every owner has its own: the rows' pages live as long as an object does.
    var objects: [NSManagedObject] = []
    if let found = try store.destinationRows(of: property, owners: keys) {
      materialize(found.pages, store: index, into: &objects)
      let members = Prefetch.group(objects, by: found.owners)
      for owner in faults { owner.setStored(members[owner.key] ?? [], of: property) }
    } else {
      let found = try store.destinations(of: property, owners: keys, rowsToo: true)
      materialize(found.pages, store: index, into: &objects)
      for owner in faults {
        let keys = found.keys[owner.key] ?? []
        owner.setStored(ContiguousArray(keys.map { object(for: $0, store: index) }), of: property)
      }
    }
    for owner in owners { reached.append(contentsOf: owner.toMany(property).members) }
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
      if object.state.contains(.fault), object.page == nil, object.key > 0 { unread.append(object.key) }
    }
    if unread.isEmpty { return }
    var objects: [NSManagedObject] = []
    materialize(try store.rows(of: unread, in: property.destination), store: index, into: &objects)
  }
}

private enum Prefetch {
  /// The objects of each owner; runs of one owner are moved as a whole.
  static func group(
    _ objects: [NSManagedObject], by owners: ContiguousArray<Int64>
  ) -> [Int64: ContiguousArray<NSManagedObject>] {
    var groups: [Int64: ContiguousArray<NSManagedObject>] = [:]
    var start = 0
    while start < objects.count {
      let owner = owners[start]
      var end = start + 1
      while end < objects.count, owners[end] == owner { end += 1 }
      groups[owner, default: []].append(contentsOf: objects[start..<end])
      start = end
    }
    return groups
  }
}
