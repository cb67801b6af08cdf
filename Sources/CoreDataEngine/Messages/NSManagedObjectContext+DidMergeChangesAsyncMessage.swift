extension NSManagedObjectContext {
  /// A context has taken over changes made elsewhere; told of on any thread.
  ///
  /// Follows Apple's `NSManagedObjectContext.DidMergeChangesAsyncMessage`.
  public struct DidMergeChangesAsyncMessage: NotificationCenter.AsyncMessage {
    /// What posts the message.
    public typealias Subject = NSManagedObjectContext

    /// The context.
    public var context: NSManagedObjectContext { notice.context }
    /// IDs of objects that were inserted.
    public var insertedIDs: Set<NSManagedObjectID> { notice.ids(NSInsertedObjectIDsKey) }
    /// IDs of objects that were updated.
    public var updatedIDs: Set<NSManagedObjectID> { notice.ids(NSUpdatedObjectIDsKey) }
    /// IDs of objects that were deleted.
    public var deletedIDs: Set<NSManagedObjectID> { notice.ids(NSDeletedObjectIDsKey) }
    /// IDs of objects that were refreshed.
    public var refreshedIDs: Set<NSManagedObjectID> { notice.ids(NSRefreshedObjectIDsKey) }
    /// IDs of objects that were invalidated.
    public var invalidatedIDs: Set<NSManagedObjectID> { notice.ids(NSInvalidatedObjectIDsKey) }
    /// The transaction in the persistent history; nil without history.
    public var historyToken: NSPersistentHistoryToken? { notice.historyToken }
    /// The moment that the context reads from now; nil when it reads the newest rows.
    public var queryGeneration: NSQueryGenerationToken? { notice.queryGeneration }
    private let notice: ContextNotice

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSManagedObjectContextDidMergeChangesObjectIDs }

    /// The message of a notification; nil when it is another's.
    public static func makeMessage(_ notification: Notification) -> DidMergeChangesAsyncMessage? {
      ContextNotice(notification, named: name).map(DidMergeChangesAsyncMessage.init)
    }

    /// A notification that carries the message.
    public static func makeNotification(_ message: DidMergeChangesAsyncMessage) -> Notification {
      message.notice.notification(named: name)
    }

    init(_ notice: ContextNotice) { self.notice = notice }
  }
}
