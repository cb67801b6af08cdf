/// The context's notifications and the keys of their `userInfo`, as members of the class.
extension NSManagedObjectContext {
  /// A key of the `userInfo` of a context's notification.
  public enum NotificationKey: String, Sendable {
    /// The query generation that the context reads from a save or merge on.
    case queryGeneration = "newQueryGeneration"
    /// Present when all objects of the context were invalidated.
    case invalidatedAllObjects = "invalidatedAll"
    /// Objects that were inserted.
    case insertedObjects = "inserted"
    /// Objects that were updated.
    case updatedObjects = "updated"
    /// Objects that were deleted.
    case deletedObjects = "deleted"
    /// Objects that were refreshed.
    case refreshedObjects = "refreshed"
    /// Objects that were invalidated.
    case invalidatedObjects = "invalidated"
    /// IDs of objects that were inserted.
    case insertedObjectIDs = "inserted_objectIDs"
    /// IDs of objects that were updated.
    case updatedObjectIDs = "updated_objectIDs"
    /// IDs of objects that were deleted.
    case deletedObjectIDs = "deleted_objectIDs"
    /// IDs of objects that were refreshed.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// IDs of objects that were invalidated.
    case invalidatedObjectIDs = "invalidated_objectIDs"
  }

  /// The context is about to save.
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
  /// The context has saved; the `userInfo` holds the objects.
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  /// Objects of the context have changed; the `userInfo` holds them.
  public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
  /// The context has saved; the `userInfo` holds object IDs.
  public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
  /// The context has merged changes made elsewhere; the `userInfo` holds object IDs.
  public static let didMergeChangesObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs
}
