/// What the five policies do to an object whose row has changed.
enum ConflictResolution {
  static func resolve(_ conflict: NSMergeConflict, by type: NSMergePolicyType) throws {
    let object = conflict.sourceObject
    guard let context = object.registry?.context else { return }
    // A conflict that the program has made does not bring the row.
    guard let current = try conflict.current ?? (conflict.newVersionNumber == 0 ? nil : context.readRow(of: object))
    else {
      resolveDeleted(object, in: context, by: type)
      return
    }
    switch type {
    case .errorMergePolicyType: return
    case .rollbackMergePolicyType:
      take(current, dropping: { _ in true }, object)
      if object.state.contains(.deleted) {
        context.deleted.remove(object)
        object.returnToInverses()
      }
    case .mergeByPropertyStoreTrumpMergePolicyType:
      let theirs = changed(from: object.row, to: current.row, object.layout)
      take(current, dropping: { theirs.contains($0.slot) }, object)
    case .mergeByPropertyObjectTrumpMergePolicyType:
      take(current, dropping: { _ in false }, object)
    case .overwriteMergePolicyType:
      pinAll(object)
      take(current, dropping: { _ in false }, object)
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
  private static func take(_ current: RowReference, dropping: (PropertyLayout) -> Bool, _ object: NSManagedObject) {
    let changed = object.touch().changed
    let properties = object.layout.properties.filter { changed.contains($0.slot) ? dropping($0) : $0.isStored }
    object.takeStored(properties, from: current)
  }

  /// Makes every value of the object a change, so that all of them are written.
  private static func pinAll(_ object: NSManagedObject) {
    let values = object.touch()
    for property in object.layout.properties where property.isStored {
      if property.isToOne {
        let destination = object.destination(of: property)
        values.slots[property.slot] = destination.map { .object($0) } ?? .null
      } else {
        values.slots[property.slot] = object.pinnedValue(property)
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
      object.leaveInverses()
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
}
