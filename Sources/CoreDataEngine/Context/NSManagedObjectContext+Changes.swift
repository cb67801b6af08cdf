/// Inserting, changing and deleting.
extension NSManagedObjectContext {
  func entity(forClass type: NSManagedObject.Type) -> NSEntityDescription {
    guard let layout = compiledModel.layout(forClass: type) else {
      fatalError("No entity of the model of \(self) has the class '\(type)'.")
    }
    return layout.entity
  }

  func insertNewObject(of entity: NSEntityDescription) -> NSManagedObject {
    guard let layout = compiledModel.layout(of: entity) else {
      fatalError("The entity '\(entity.name ?? "")' is not in the model of \(self).")
    }
    let object = layout.objectClass.init(instantiating: layout.entity)
    insertNew(object)
    return object
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
    object.registry = registry
    object.key = TemporaryKey.next()
    object.identifier = nil
    if object.touched == nil { object.touched = ObjectValues(slots: object.layout.defaults) }
    object.state = [.awake, .pending]
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

  private func undelete(_ object: NSManagedObject) {
    deleted.remove(object)
    if object.touched?.changed.isEmpty == false, !object.state.contains(.inserted) { updated.insert(object) }
  }

  /// Ends the event: deletions reach what they must, then everyone is told.
  func processEvent() {
    guard !event.isEmpty else { return }
    if propagatesDeletesAtEndOfEvent || isSaving { propagateDeletions() }
    let ended = event
    event = PendingEvent()
    var isVisible = !ended.refreshed.isEmpty
    for list in [ended.inserted, ended.changed, ended.deleted] {
      for object in list {
        object.state.remove(.pending)
        if let touched = object.touched {
          touched.changedInEvent = .empty
          touched.eventSnapshot = nil
        }
        isVisible = true
      }
    }
    for object in ended.deleted where object.state.contains(.inserted) {
      // Inserted and deleted before any save: it never was.
      inserted.remove(object)
      deleted.remove(object)
      object.state.insert(.gone)
      registry.forget(object)
    }
    for object in ended.deleted { updated.remove(object) }
    if isVisible { postDidChange(ended) }
  }

  private func postDidChange(_ event: PendingEvent) {
    var info: [AnyHashable: Any] = [:]
    func put(_ objects: ContiguousArray<NSManagedObject>, _ key: String) {
      if !objects.isEmpty { info[key] = Set(objects) }
    }
    if event.deleted.isEmpty {
      put(event.inserted, NSInsertedObjectsKey)
      put(event.changed, NSUpdatedObjectsKey)
    } else {
      let deleted = Set(event.deleted)
      put(event.inserted.filter { !deleted.contains($0) }, NSInsertedObjectsKey)
      put(event.changed.filter { !deleted.contains($0) }, NSUpdatedObjectsKey)
      put(event.deleted.filter { !$0.state.contains(.gone) || $0.key > 0 }, NSDeletedObjectsKey)
    }
    put(event.refreshed, NSRefreshedObjectsKey)
    if info.isEmpty { return }
    NotificationCenter.default.post(name: .NSManagedObjectContextObjectsDidChange, object: self, userInfo: info)
  }

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
