/// Taking over what a child saves.
extension NSManagedObjectContext {
  /// Makes a child's changes this context's own, unsaved. Throws before anything is changed.
  func takeChanges(_ changes: ChangeSet, from child: NSManagedObjectContext) throws {
    var mine: [ObjectIdentifier: NSManagedObject] = [:]
    for object in changes.updated { mine[ObjectIdentifier(object)] = try target(ofChanged: object, in: child) }
    for object in changes.inserted {
      let new = object.layout.instantiate()
      insertCounterpart(new, of: object)
      mine[ObjectIdentifier(object)] = new
    }
    func translate(_ object: NSManagedObject) -> NSManagedObject? {
      mine[ObjectIdentifier(object)] ?? counterpart(of: object)
    }
    for object in changes.inserted + changes.updated {
      guard let target = mine[ObjectIdentifier(object)] else { continue }
      for property in object.differingProperties { copy(property, from: object, to: target, translate) }
    }
    for object in changes.deleted {
      if let target = counterpart(of: object) { markDeleted(target) }
    }
    processPendingChanges()
  }

  /// The object that takes a child's changes, with its values read.
  private func target(
    ofChanged object: NSManagedObject, in child: NSManagedObjectContext
  ) throws -> NSManagedObject {
    func gone(_ state: String) -> NSError {
      .coreData(
        NSManagedObjectReferentialIntegrityError,
        reason:
          "\(object) was changed in \(child), and its object in the parent \(self) is \(state). Refresh it or delete it in the child.",
        userInfo: [NSAffectedObjectsErrorKey: [object]])
    }
    guard let target = counterpart(of: object) else { throw gone("deleted") }
    guard target.state.contains(.fault) else { return target }
    if target.rowBase == nil {
      // Setting a value would turn a fault without a row into a deleted object, and the change would be lost.
      guard let row = try readRow(of: target) else { throw gone("no longer in the store") }
      target.attach(row)
    }
    target.fireFault(trustsRow: true)
    return target
  }

  private func insertCounterpart(_ object: NSManagedObject, of original: NSManagedObject) {
    let values = ObjectValues(slots: object.layout.defaults)
    object.key = original.key
    if original.key > 0 {
      // The child has obtained the ID that the object will be saved under.
      object.storeIndex = original.storeIndex
      values.permanentKey = original.key
      values.assignedStore = original.storeIndex
    }
    object.touched = values
    object.state = registry.marks.union([.awake, .pending, .fresh])
    registry.insert(object)
    inserted.insert(object)
    event.inserted.append(object)
    if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = object }
  }

  private func copy(
    _ property: PropertyLayout, from object: NSManagedObject, to target: NSManagedObject,
    _ translate: (NSManagedObject) -> NSManagedObject?
  ) {
    switch property.kind {
    case .attribute: target.setAttribute(object.currentValue(property), property)
    case .toOne: target.setDestination(object.destination(of: property).flatMap(translate), of: property)
    case .toMany: target.take(object.edit(of: property).mapped(translate), of: property)
    }
  }
}
