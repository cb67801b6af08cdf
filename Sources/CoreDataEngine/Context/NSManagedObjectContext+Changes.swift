/// Inserting, changing and deleting.
extension NSManagedObjectContext {
  func entity(forClass type: NSManagedObject.Type) -> NSEntityDescription {
    if let lastInserted, lastInserted.type == type { return lastInserted.entity }
    guard let layout = compiledModel.layout(forClass: type) else {
      fatalError("No entity of the model of \(self) has the class '\(type)'.")
    }
    lastInserted = (type, layout.entity)
    return layout.entity
  }

  func insertNewObject(of entity: NSEntityDescription) -> NSManagedObject {
    guard let layout = compiledModel.layout(of: entity) else {
      fatalError("The entity '\(entity.name ?? "")' is not in the model of \(self).")
    }
    return onQueue {
      let object = layout.instantiate()
      insertNew(object)
      return object
    }
  }

  /// Takes in an object that has no context yet.
  func insertNew(_ object: NSManagedObject) {
    if object.layout.isAbstract {
      fatalError("Cannot create an instance of the abstract entity '\(object.layout.name)'.")
    }
    let registry = registry
    if let existing = object.registry {
      guard existing === registry else {
        fatalError(
          "\(object) already belongs to \(String(describing: existing.context)); it cannot be inserted in \(self).")
      }
      if object.state.contains(.deleted) { undelete(object) }
      return
    }
    object.key = TemporaryKey.next()
    object.identifier = nil
    if object.touched == nil { object.touched = ObjectValues(slots: object.layout.defaults) }
    object.state = registry.marks.union([.awake, .pending, .fresh])
    registry.insert(object)
    inserted.insert(object)
    event.inserted.append(object)
    if retainsRegisteredObjects { retained[ObjectIdentifier(object)] = object }
    object.awakeFromInsert()
  }

  /// Notes that a slot of an object has changed.
  @inline(__always) func noteUpdate(of object: NSManagedObject) {
    if object.state.isDisjoint(with: [.inserted, .updated, .deleted]) { updated.insert(object) }
    if !object.state.contains(.pending) {
      object.state.insert(.pending)
      event.changed.append(object)
    }
  }

  func markDeleted(_ object: NSManagedObject) {
    guard object.registry === existingRegistry, !object.state.contains(.gone) else {
      fatalError("An NSManagedObjectContext cannot delete objects in other contexts: \(object) is not in \(self).")
    }
    object.prepareForDeletion()
    guard !object.state.contains(.deleted) else { return }
    object.prepareAccess()
    guard !object.state.contains(.deleted) else { return }
    deleted.insert(object)
    event.deleted.append(object)
  }

  /// Takes a deletion back that has not been saved.
  func undelete(_ object: NSManagedObject) {
    deleted.remove(object)
    if object.touched?.changed.isEmpty == false, !object.state.contains(.inserted) { updated.insert(object) }
    event.inserted.append(object)
  }

  /// Ends the event: deletions reach what they must, undo is noted, then everyone is told.
  func processEvent() {
    guard !event.isEmpty else { return }
    if propagatesDeletesAtEndOfEvent || isSaving {
      if !isReversing { propagateDeletions() }
    } else {
      deferredDeletions += event.deleted
    }
    // Some may have been inserted again since.
    event.deleted.removeAll { !$0.state.contains(.deleted) }
    let step = undoManager == nil || isReversing ? nil : UndoStep(undoing: event)
    var ended = event
    event = PendingEvent()
    if !ended.deleted.isEmpty {
      ended.deleted.removeAll { endDeletion(of: $0) }
      ended.inserted.removeAll { $0.state.contains(.gone) }
      ended.changed.removeAll { $0.state.contains(.gone) }
    }
    for object in ended.inserted {
      object.state.remove([.pending, .fresh])
      object.touched?.forgetEvent()
    }
    for object in ended.changed { object.state.remove(.pending) }
    if let step { registerUndo(step) }
    postDidChange(ended)
    // Changes that were made while this was announced belong to the next event.
    for object in ended.changed where !object.state.contains(.pending) { object.touched?.forgetEvent() }
  }

  /// Lets go of a deleted object that was never saved. Returns whether it came and went within the event: then nobody has
  /// heard of it.
  private func endDeletion(of object: NSManagedObject) -> Bool {
    let isUnknown = object.state.contains(.fresh)
    object.state.remove(.pending)
    updated.remove(object)
    guard object.state.contains(.inserted) else { return false }
    inserted.remove(object)
    deleted.remove(object)
    object.state.insert(.gone)
    registry.forget(object)
    retained[ObjectIdentifier(object)] = nil
    return isUnknown
  }

  private func postDidChange(_ event: PendingEvent) {
    var event = event
    if !event.deleted.isEmpty {
      let deleted = Set(event.deleted)
      event.inserted.removeAll { deleted.contains($0) }
      event.changed.removeAll { deleted.contains($0) }
    }
    let sets = AnnouncedObjects(event)
    var info: [AnyHashable: Any] = [:]
    if !event.inserted.isEmpty { info[NSInsertedObjectsKey] = sets.inserted.set }
    if !event.changed.isEmpty { info[NSUpdatedObjectsKey] = sets.updated.set }
    if !event.deleted.isEmpty { info[NSDeletedObjectsKey] = sets.deleted.set }
    if !event.refreshed.isEmpty { info[NSRefreshedObjectsKey] = Set(event.refreshed) }
    if info.isEmpty { return }
    if isSaving { announced = sets }
    feed(event)
    MessagePosting.post(.NSManagedObjectContextObjectsDidChange, from: self, info)
  }

  /// Whether there are new, changed or deleted objects.
  var hasUnsavedObjects: Bool { !inserted.isEmpty() || !updated.isEmpty() || !deleted.isEmpty() }

  func assignObject(_ object: Any, to store: NSPersistentStore) {
    guard let object = object as? NSManagedObject, object.registry === existingRegistry else {
      fatalError("Only an object of \(self) can be assigned to a store.")
    }
    guard object.state.contains(.inserted) else {
      fatalError("Can't reassign an object to a different store once it has been saved.")
    }
    guard rootCoordinator?.holds(object.layout, in: store) == true else {
      fatalError("The store \(store) does not hold the entity '\(object.layout.name)'.")
    }
    object.touched?.assignedStore = store.index
  }
}
