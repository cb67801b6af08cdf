extension NSManagedObjectContext {
  /// A context of the main actor has saved. Follows Apple's `NSManagedObjectContext.DidSaveObjectIDsMessage`.
  public struct DidSaveObjectIDsMessage: NotificationCenter.MainActorMessage {
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
    @MainActor public static func makeMessage(_ notification: Notification) -> DidSaveObjectIDsMessage? {
      ObjectIDChanges(notification, named: name).map(DidSaveObjectIDsMessage.init)
    }

    /// A notification that carries the message.
    @MainActor public static func makeNotification(_ message: DidSaveObjectIDsMessage) -> Notification {
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
