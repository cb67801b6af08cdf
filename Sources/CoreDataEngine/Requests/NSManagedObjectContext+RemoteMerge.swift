/// Taking over what was written past the context: by batch requests, other coordinators, other processes.
extension NSManagedObjectContext {
  static func mergeRemote(_ changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]) {
    for context in contexts {
      guard let coordinator = context.rootCoordinator else { continue }
      let ids = SavedIDs(userInfo: changes, in: coordinator)
      ids.dropCachedRows()
      context.queue.sync {
        context.run {
          context.advanceGeneration()
          context.merge(ids)
        }
      }
    }
  }
}

extension SavedIDs {
  /// The IDs of a dictionary as `mergeChanges(fromRemoteContextSave:into:)` takes it: objects, IDs or URIs, in sets or
  /// arrays. Those of a store that another coordinator has opened stand for the rows of this one's.
  init(userInfo: [AnyHashable: Any], in coordinator: NSPersistentStoreCoordinator) {
    self.init(userInfo: userInfo)
    inserted = SavedIDs.resolved(inserted, coordinator)
      .union(SavedIDs.uris(userInfo, coordinator, NSInsertedObjectsKey, NSInsertedObjectIDsKey))
    updated = SavedIDs.resolved(updated, coordinator).union(
      SavedIDs.uris(
        userInfo, coordinator, NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey,
        NSRefreshedObjectIDsKey))
    deleted = SavedIDs.resolved(deleted, coordinator)
      .union(SavedIDs.uris(userInfo, coordinator, NSDeletedObjectsKey, NSDeletedObjectIDsKey))
  }

  private static func resolved(
    _ ids: Set<NSManagedObjectID>, _ coordinator: NSPersistentStoreCoordinator
  ) -> Set<NSManagedObjectID> {
    guard ids.contains(where: { $0.persistentStore?.persistentStoreCoordinator !== coordinator }) else { return ids }
    return Set(
      ids.compactMap { id in
        if id.persistentStore?.persistentStoreCoordinator === coordinator || id.isTemporaryID { return id }
        return coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
      })
  }

  private static func uris(
    _ info: [AnyHashable: Any], _ coordinator: NSPersistentStoreCoordinator, _ keys: String...
  ) -> Set<NSManagedObjectID> {
    var found = Set<NSManagedObjectID>()
    for key in keys {
      let urls: [URL]
      switch info[key] {
      case let set as Set<URL>: urls = Array(set)
      case let list as [URL]: urls = list
      case let set as NSSet: urls = set.allObjects.compactMap { $0 as? URL }
      default: continue
      }
      found.formUnion(urls.compactMap(coordinator.managedObjectID(forURIRepresentation:)))
    }
    return found
  }

  /// What the caches have of rows that were written past them is old.
  func dropCachedRows() {
    for id in updated.union(deleted) where id.key > 0 {
      id.persistentStore?.openStore?.cache.remove(CollectionOfOne(id.key), in: id.layout)
    }
  }
}
