/// Taking over what other contexts have saved.
extension NSManagedObjectContext {
  func mergeSave(_ notification: Notification) {
    if notification.object as? NSManagedObjectContext === self { return }
    // A save of the same coordinator has left its rows in the cache; what else there may be is old.
    let saver = notification.object as? NSManagedObjectContext
    guard let coordinator = rootCoordinator, saver?.rootCoordinator !== coordinator else {
      return queue.sync {
        run {
          advanceGeneration()
          merge(SavedIDs(userInfo: notification.userInfo ?? [:]))
        }
      }
    }
    NSManagedObjectContext.mergeRemote(notification.userInfo ?? [:], into: [self])
  }

  /// Brings the objects of this context up to date with saved rows.
  func merge(_ ids: SavedIDs) {
    guard existingRegistry != nil, let coordinator = rootCoordinator else { return }
    func concerns(_ id: NSManagedObjectID) -> Bool {
      id.key < 0 ? parent != nil : id.persistentStore?.persistentStoreCoordinator === coordinator
    }
    for id in ids.inserted where concerns(id) {
      let object = objectOrFault(id)
      // The event's list keeps it until everyone has been told.
      event.inserted.append(object)
      touchRelationships(of: object)
    }
    for id in ids.updated where concerns(id) {
      guard let object = registered(id) else { continue }
      refreshObject(object, merging: true)
      touchRelationships(of: object)
    }
    for id in ids.deleted where concerns(id) {
      guard let object = registered(id), !object.state.contains(.deleted) || object.hasChanges else { continue }
      forgetDeleted(object)
    }
    processPendingChanges()
    postDidMerge(
      inserted: ids.inserted.filter(concerns), updated: ids.updated.filter(concerns),
      deleted: ids.deleted.filter(concerns))
  }

  /// Relationships that lead to an object from the other side are read again when they are looked at.
  private func touchRelationships(of object: NSManagedObject) {
    guard object.row?.hasValues == true else { return }
    for property in object.layout.properties where property.isToOne && property.isStored {
      guard let inverse = property.inverse, inverse.isToMany, let target = object.committedDestination(of: property)
      else { continue }
      let root = registry.model.layouts[target.entityIndex].rootIndex
      guard let owner = registry.object(store: object.storeIndex, root: root, key: target.key) else { continue }
      if let touched = owner.touched, !touched.changed.contains(inverse.slot) { touched.slots[inverse.slot] = .unset }
    }
  }

  /// An object whose row another context has deleted. Its values stay readable for those that hold it.
  private func forgetDeleted(_ object: NSManagedObject) {
    if object.state.contains(.fault), object.rowBase != nil { object.state.remove(.fault) }
    updated.remove(object)
    deleted.remove(object)
    object.state.insert(.deleted)
    for property in object.layout.properties where property.isToOne && property.isStored {
      guard let inverse = property.inverse, let owner = object.destination(of: property), let touched = owner.touched,
        !touched.changed.contains(inverse.slot)
      else { continue }
      touched.slots[inverse.slot] = .unset
    }
    event.deleted.append(object)
    object.touched?.changed = .empty
    registry.forget(object)
    object.state.insert(.gone)
    retained[ObjectIdentifier(object)] = nil
  }
}

extension SavedIDs {
  /// The IDs of a did-save notification, given as objects, IDs or URLs.
  init(userInfo: [AnyHashable: Any]) {
    inserted = SavedIDs.ids(userInfo, NSInsertedObjectsKey, NSInsertedObjectIDsKey)
    updated = SavedIDs.ids(userInfo, NSUpdatedObjectsKey, NSUpdatedObjectIDsKey)
      .union(SavedIDs.ids(userInfo, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey))
    deleted = SavedIDs.ids(userInfo, NSDeletedObjectsKey, NSDeletedObjectIDsKey)
  }

  private static func ids(_ info: [AnyHashable: Any], _ keys: String...) -> Set<NSManagedObjectID> {
    var found = Set<NSManagedObjectID>()
    for key in keys {
      let elements: [Any]
      switch info[key] {
      case let set as Set<NSManagedObject>: elements = Array(set)
      case let set as Set<NSManagedObjectID>: elements = Array(set)
      case let set as NSSet: elements = set.allObjects
      case let list as [Any]: elements = list
      default: continue
      }
      for element in elements {
        if let object = element as? NSManagedObject { found.insert(object.currentID) }
        if let id = element as? NSManagedObjectID { found.insert(id) }
      }
    }
    return found
  }
}
