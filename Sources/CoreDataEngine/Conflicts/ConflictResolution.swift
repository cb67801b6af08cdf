/// What the five policies do to an object.
enum ConflictResolution {
  static func resolve(_ conflict: NSMergeConflict, by type: NSMergePolicyType) {
    let object = conflict.sourceObject
    guard let context = object.registry?.context else { return }
    guard let current = conflict.current else {
      resolveDeleted(object, in: context, by: type)
      return
    }
    switch type {
    case .errorMergePolicyType: return
    case .rollbackMergePolicyType:
      take(current, dropping: { _ in true }, object, context)
      context.undoDeletion(of: object)
    case .mergeByPropertyStoreTrumpMergePolicyType:
      let theirs = changed(from: object.row, to: current.row, object.layout)
      take(current, dropping: { theirs.contains($0.slot) }, object, context)
    case .mergeByPropertyObjectTrumpMergePolicyType:
      take(current, dropping: { _ in false }, object, context)
    case .overwriteMergePolicyType:
      pinAll(object)
      take(current, dropping: { _ in false }, object, context)
    }
  }

  /// The stored slots that another has changed between two rows.
  private static func changed(from old: Row?, to new: Row, _ layout: EntityLayout) -> SlotSet {
    var slots = SlotSet.empty
    guard let old, old.hasValues else { return slots }
    for property in layout.properties where property.isStored {
      let same: Bool
      if let kind = property.attributeKind {
        same = old.value(of: property.cell, kind: kind).isSame(as: new.value(of: property.cell, kind: kind))
      } else {
        same = old.destination(of: property) == new.destination(of: property)
      }
      if !same { slots.insert(property.slot) }
    }
    return slots
  }

  /// Puts the object on the stored row; changes that `dropping` names go.
  private static func take(
    _ current: RowReference, dropping: (PropertyLayout) -> Bool, _ object: NSManagedObject,
    _ context: NSManagedObjectContext
  ) {
    let values = object.touch()
    for property in object.layout.properties {
      if !values.changed.contains(property.slot) {
        if property.isStored { values.slots[property.slot] = .unset }
      } else if dropping(property) {
        values.slots[property.slot] = .unset
        values.changed.remove(property.slot)
      }
    }
    object.attach(current)
    if values.changed.isEmpty { context.updated.remove(object) }
    object.awake(fromSnapshotEvents: .mergePolicy)
  }

  /// Makes every value of the object a change, so that all of them are written.
  private static func pinAll(_ object: NSManagedObject) {
    let values = object.touch()
    for property in object.layout.properties where property.isStored {
      if property.isToOne {
        let destination = object.destination(of: property)
        values.slots[property.slot] = destination.map { .object($0) } ?? .null
      } else {
        values.slots[property.slot] = object.currentValue(property)
      }
      values.changed.insert(property.slot)
    }
  }

  /// The row is gone. Rollback and store-trump let it go; the others insert the object anew.
  private static func resolveDeleted(
    _ object: NSManagedObject, in context: NSManagedObjectContext, by type: NSMergePolicyType
  ) {
    let wasDeletion = object.state.contains(.deleted)
    context.updated.remove(object)
    context.deleted.remove(object)
    if wasDeletion || type == .rollbackMergePolicyType || type == .mergeByPropertyStoreTrumpMergePolicyType {
      context.registry.forget(object)
      object.state.insert(.gone)
      return
    }
    pinAll(object)
    object.touch().permanentKey = object.key
    object.touch().assignedStore = object.storeIndex
    object.dropRow()
    context.inserted.insert(object)
  }

  static func resolve(_ conflict: NSConstraintConflict, by type: NSMergePolicyType) {
    guard let context = conflict.conflictingObjects.first?.registry?.context else { return }
    if let database = conflict.databaseObject {
      for object in conflict.conflictingObjects {
        settle(object, against: database, conflict, by: type, in: context)
      }
      return
    }
    // All are in the save: the last wins, but for the policies that keep what was there first.
    let keepsFirst = type == .rollbackMergePolicyType || type == .mergeByPropertyStoreTrumpMergePolicyType
    let winner = keepsFirst ? conflict.conflictingObjects.first : conflict.conflictingObjects.last
    for object in conflict.conflictingObjects where object !== winner { context.discard(object) }
  }

  private static func settle(
    _ object: NSManagedObject, against database: NSManagedObject, _ conflict: NSConstraintConflict,
    by type: NSMergePolicyType, in context: NSManagedObjectContext
  ) {
    switch type {
    case .errorMergePolicyType: return
    case .rollbackMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType:
      if object.state.contains(.inserted) {
        context.discard(object)
      } else {
        object.dropChanges(of: conflict.constraint)
      }
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
      // The stored row goes on under its own identity, with the values of the object.
      copyValues(from: object, to: database, all: type == .overwriteMergePolicyType)
      context.discard(object)
    }
  }

  private static func copyValues(from object: NSManagedObject, to database: NSManagedObject, all: Bool) {
    for property in object.layout.properties {
      guard let target = database.property(named: property.name) else { continue }
      switch property.kind {
      case .attribute:
        if object.state.contains(.inserted) || all || object.differsFromCommitted(property) {
          database.setAttribute(object.currentValue(property), target)
        }
      case .toOne:
        if let destination = object.destination(of: property) { database.setDestination(destination, of: target) }
      case .toMany:
        // A set that the new object does not fill leaves the stored one as it is.
        let members = object.toMany(property).members
        if !members.isEmpty { database.setDestinations(members, of: target) }
      }
    }
  }
}
