extension NSManagedObjectContext {
  /// A context has saved; told of on any thread. Follows Apple's `NSManagedObjectContext.DidSaveObjectIDsAsyncMessage`.
  public struct DidSaveObjectIDsAsyncMessage: NotificationCenter.AsyncMessage {
    /// What posts the message.
    public typealias Subject = NSManagedObjectContext

    /// The context.
    public let context: NSManagedObjectContext
    /// IDs of objects that were inserted.
    public let insertedIDs: Set<NSManagedObjectID>
    /// IDs of objects that were updated.
    public let updatedIDs: Set<NSManagedObjectID>
    /// IDs of objects that were deleted.
    public let deletedIDs: Set<NSManagedObjectID>
    /// IDs of objects that were refreshed.
    public let refreshedIDs: Set<NSManagedObjectID>
    /// IDs of objects that were invalidated.
    public let invalidatedIDs: Set<NSManagedObjectID>
    /// The transaction in the persistent history; nil without history.
    public let historyToken: NSPersistentHistoryToken?
    /// The moment that the context reads from now; nil when it reads the newest rows.
    public let queryGeneration: NSQueryGenerationToken?
    private let changes: ObjectIDChanges

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSManagedObjectContextDidSaveObjectIDs }

    /// The message of a notification; nil when it is another's.
    public static func makeMessage(_ notification: Notification) -> DidSaveObjectIDsAsyncMessage? {
      ObjectIDChanges(notification, named: name).map(DidSaveObjectIDsAsyncMessage.init)
    }

    /// A notification that carries the message.
    public static func makeNotification(_ message: DidSaveObjectIDsAsyncMessage) -> Notification {
      message.changes.notification(named: name)
    }

    private init(_ changes: ObjectIDChanges) {
      self.changes = changes
      context = changes.context
      insertedIDs = changes.inserted
      updatedIDs = changes.updated
      deletedIDs = changes.deleted
      refreshedIDs = changes.refreshed
      invalidatedIDs = changes.invalidated
      historyToken = changes.historyToken
      queryGeneration = changes.queryGeneration
    }
  }
}
