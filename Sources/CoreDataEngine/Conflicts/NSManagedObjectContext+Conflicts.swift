extension NSManagedObjectContext {
  private var policy: NSMergePolicy { mergePolicy as? NSMergePolicy ?? .error }

  /// Lets the merge policy decide about rows that have changed.
  func resolve(_ conflicts: [RowConflict]) throws {
    try policy.resolve(mergeConflicts: conflicts.map { NSMergeConflict($0.object, current: $0.current) })
  }

  /// Lets the merge policy decide about values that must be unique and are not.
  func resolve(_ violations: [ConstraintViolation]) throws {
    try policy.resolve(mergeConflicts: violations.map(conflict))
  }

  private func conflict(_ violation: ConstraintViolation) -> NSConstraintConflict {
    let database = violation.existing.map { reference -> NSManagedObject in
      let key = ObjectKey(entityIndex: reference.row.entityIndex, key: reference.row.key)
      let object = object(for: key, store: violation.object.touched?.assignedStore ?? violation.object.storeIndex)
      if object.rowBase == nil { object.attach(reference) }
      return object
    }
    let objects = (violation.other.map { [$0] } ?? []) + [violation.object]
    return NSConstraintConflict(
      constraint: violation.constraint, database: database,
      snapshot: violation.existing.flatMap { reference in
        database.map { RowSnapshot.values(of: reference.row, in: $0.layout) }
      },
      conflicting: objects,
      snapshots: objects.map { $0.state.contains(.inserted) ? [:] : $0.committedProperties(nil) },
      current: violation.existing)
  }

  /// Takes an unsaved object out of the context, without a trace in its relations.
  func discard(_ object: NSManagedObject) {
    if !object.state.contains(.deleted) { markDeleted(object) }
    processPendingChanges()
  }

  /// A deletion is not carried out after all.
  func undoDeletion(of object: NSManagedObject) { deleted.remove(object) }
}

extension NSManagedObject {
  /// Goes back to the stored values of some properties.
  func dropChanges(of names: [String]) {
    guard let touched else { return }
    for name in names {
      // A path leads into a composite attribute, which goes back as a whole.
      guard let property = property(named: name.split(separator: ".").first.map(String.init) ?? name) else { continue }
      touched.slots[property.slot] = .unset
      touched.changed.remove(property.slot)
    }
  }
}
