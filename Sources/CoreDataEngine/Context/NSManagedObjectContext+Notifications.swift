/// What others are told of a save.
extension NSManagedObjectContext {
  func postDidSave(
    inserted: ContiguousArray<NSManagedObject>, updated: ContiguousArray<NSManagedObject>,
    deleted: ContiguousArray<NSManagedObject>, _ receipt: SaveReceipt
  ) {
    typealias Group = AnnouncedObjects.Group
    var objects: [AnyHashable: Any] = [
      NSInsertedObjectsKey: Group(inserted, like: announced?.inserted).set,
      NSUpdatedObjectsKey: Group(updated, like: announced?.updated).set,
      NSDeletedObjectsKey: Group(deleted, like: announced?.deleted).set,
    ]
    announced = nil
    let token = receipt.transactions.isEmpty ? nil : NSPersistentHistoryToken(receipt.transactions)
    if let token { objects[NSPersistentHistoryTokenKey] = token }
    let ids = SavedIDs(inserted: inserted, updated: updated, deleted: deleted)
    for follower in followers() where follower !== self { follower.follow(ids) }
    MessagePosting.post(.NSManagedObjectContextDidSave, from: self, objects)
    var names: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: ids.inserted, NSUpdatedObjectIDsKey: ids.updated, NSDeletedObjectIDsKey: ids.deleted,
    ]
    if let token { names[NSPersistentHistoryTokenKey] = token }
    MessagePosting.post(.NSManagedObjectContextDidSaveObjectIDs, from: self, names)
  }

  /// Tells of changes made elsewhere that the context has taken over.
  func postDidMerge(
    inserted: Set<NSManagedObjectID>, updated: Set<NSManagedObjectID>, deleted: Set<NSManagedObjectID>
  ) {
    MessagePosting.post(
      .NSManagedObjectContextDidMergeChangesObjectIDs, from: self,
      [
        NSInsertedObjectIDsKey: inserted, NSUpdatedObjectIDsKey: updated, NSDeletedObjectIDsKey: deleted,
      ])
  }

  /// The contexts that take over saves by themselves: children, or the others of the coordinator.
  private func followers() -> [NSManagedObjectContext] {
    let nested = children.compactMap(\.context).filter(\.automaticallyMergesChangesFromParent)
    return parent == nil ? nested + (rootCoordinator?.followers() ?? []) : nested
  }

  /// Begins or ends taking over saves.
  func followSaves(_ follows: Bool) {
    guard parent == nil else { return }
    rootCoordinator?.setFollows(self, follows)
  }

  /// Takes over a save of another context, on its own queue.
  private func follow(_ ids: SavedIDs) {
    queue.async { [weak self] in
      guard let self, self.automaticallyMergesChangesFromParent else { return }
      self.run { self.merge(ids) }
    }
  }
}

/// The IDs of a save, in a form that may go to other queues.
struct SavedIDs: Sendable {
  var inserted: Set<NSManagedObjectID> = []
  var updated: Set<NSManagedObjectID> = []
  var deleted: Set<NSManagedObjectID> = []

  init() {}

  init(
    inserted: ContiguousArray<NSManagedObject>, updated: ContiguousArray<NSManagedObject>,
    deleted: ContiguousArray<NSManagedObject>
  ) {
    self.inserted = SavedIDs.ids(of: inserted)
    self.updated = SavedIDs.ids(of: updated)
    self.deleted = SavedIDs.ids(of: deleted)
  }

  private static func ids(of objects: ContiguousArray<NSManagedObject>) -> Set<NSManagedObjectID> {
    if objects.isEmpty { return [] }
    // Room to spare: a comparison of two IDs costs more than a place.
    var ids = Set<NSManagedObjectID>(minimumCapacity: objects.count + objects.count / 2)
    for object in objects { ids.insert(object.currentID) }
    return ids
  }
}
