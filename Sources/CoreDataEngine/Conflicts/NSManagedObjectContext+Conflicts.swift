extension NSManagedObjectContext {
  private var policy: NSMergePolicy { mergePolicy as? NSMergePolicy ?? .error }

  /// Lets the merge policy decide about rows that have changed.
  func resolve(_ conflicts: [RowConflict]) throws {
    try policy.resolve(
      mergeConflicts: conflicts.map { conflict in
        let object = conflict.object
        let cached = store(at: object.storeIndex)?.objectStore.cache.row(of: object.key, in: object.layout)
        return NSMergeConflict(object, cached: cached, current: conflict.current)
      })
  }

  /// Lets the merge policy decide about values that must be unique and are not.
  func resolve(_ violations: [ConstraintViolation]) throws {
    try policy.resolve(mergeConflicts: SharedValues.grouping(violations).map(conflict))
  }

  private func conflict(_ shared: SharedValues) -> NSConstraintConflict {
    var database: NSManagedObject?
    var row: Row?
    if let existing = shared.existing {
      let key = ObjectKey(entityIndex: existing.row.entityIndex, key: existing.row.key)
      let object = object(for: key, store: shared.store)
      if object.rowBase == nil { object.attach(existing) }
      database = object
      row = existing.row
    } else if let saved = shared.saved {
      database = saved
      row = saved.row
    }
    return NSConstraintConflict(
      constraint: shared.constraint, database: database,
      databaseSnapshot: row.flatMap { row in database.map { RowSnapshot.values(of: row, as: $0) } },
      conflicting: shared.objects, conflictingSnapshots: shared.objects.map { RowSnapshot.values(of: $0) ?? [:] })
  }

  /// Takes a duplicate out of the context. No delete rule applies: what led to it leads to `survivor`, or where it led.
  func replace(_ object: NSManagedObject, with survivor: NSManagedObject) {
    if !object.state.contains(.inserted) { object.prepareForDeletion() }
    guard object.state.isDisjoint(with: [.deleted, .gone]) else { return }
    for property in object.layout.properties where property.isRelationship {
      object.handOver(property, to: survivor)
    }
    withdraw(object)
  }
}

extension NSManagedObject {
  /// Leads nowhere by a relationship any more. Those that lead back here lead to `survivor`, if it may have several of them
  /// and they lead nowhere else yet.
  fileprivate final func handOver(_ property: PropertyLayout, to survivor: NSManagedObject) {
    if property.isToOne {
      setDestination(nil, of: property)
      return
    }
    let members = toMany(property).members
    if members.isEmpty { return }
    setDestinations([], of: property)
    guard let target = survivor.property(named: property.name), target.isToMany else { return }
    for member in members
    where member !== self && member !== survivor && member.state.isDisjoint(with: [.deleted, .gone]) {
      guard let inverse = property.inverse else {
        // What only a new duplicate knows of goes with it.
        if !state.contains(.inserted) { survivor.add(member, to: target) }
        continue
      }
      if inverse.isToOne {
        member.setDestination(survivor, of: inverse)
      } else {
        survivor.add(member, to: target)
      }
    }
  }
}
