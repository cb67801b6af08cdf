/// The object IDs of a context's notification.
struct ObjectIDChanges {
  let context: NSManagedObjectContext
  let inserted: Set<NSManagedObjectID>
  let updated: Set<NSManagedObjectID>
  let deleted: Set<NSManagedObjectID>
  let refreshed: Set<NSManagedObjectID>
  let invalidated: Set<NSManagedObjectID>
  let historyToken: NSPersistentHistoryToken?
  let queryGeneration: NSQueryGenerationToken?

  /// nil when the notification is not a context's of this name.
  init?(_ notification: Notification, named name: Notification.Name) {
    guard notification.name == name, let context = notification.object as? NSManagedObjectContext else { return nil }
    func ids(_ key: String) -> Set<NSManagedObjectID> {
      notification.userInfo?[key] as? Set<NSManagedObjectID> ?? []
    }
    self.context = context
    inserted = ids(NSInsertedObjectIDsKey)
    updated = ids(NSUpdatedObjectIDsKey)
    deleted = ids(NSDeletedObjectIDsKey)
    refreshed = ids(NSRefreshedObjectIDsKey)
    invalidated = ids(NSInvalidatedObjectIDsKey)
    historyToken = notification.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
    queryGeneration = notification.userInfo?[NSManagedObjectContextQueryGenerationKey] as? NSQueryGenerationToken
  }

  /// A notification with the same content.
  func notification(named name: Notification.Name) -> Notification {
    var info: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: inserted, NSUpdatedObjectIDsKey: updated, NSDeletedObjectIDsKey: deleted,
      NSRefreshedObjectIDsKey: refreshed, NSInvalidatedObjectIDsKey: invalidated,
    ]
    info[NSPersistentHistoryTokenKey] = historyToken
    info[NSManagedObjectContextQueryGenerationKey] = queryGeneration
    return Notification(name: name, object: context, userInfo: info)
  }
}
