extension NSManagedObjectContext {
  /// A context of the main actor has saved. Follows Apple's `NSManagedObjectContext.DidSaveMessage`.
  public struct DidSaveMessage: NotificationCenter.MainActorMessage {
    /// What posts the message.
    public typealias Subject = NSManagedObjectContext

    /// The context.
    public var context: NSManagedObjectContext { notice.context }
    /// Objects that were inserted.
    public var inserted: Set<NSManagedObject> { notice.objects(NSInsertedObjectsKey) }
    /// Objects that were updated.
    public var updated: Set<NSManagedObject> { notice.objects(NSUpdatedObjectsKey) }
    /// Objects that were deleted.
    public var deleted: Set<NSManagedObject> { notice.objects(NSDeletedObjectsKey) }
    /// The transaction in the persistent history; nil without history.
    public var historyToken: NSPersistentHistoryToken? { notice.historyToken }
    /// The moment that the context reads from now; nil when it reads the newest rows.
    public var queryGeneration: NSQueryGenerationToken? { notice.queryGeneration }
    private let notice: ContextNotice

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSManagedObjectContextDidSave }

    /// The message of a notification; nil when it is another's.
    @MainActor public static func makeMessage(_ notification: Notification) -> DidSaveMessage? {
      ContextNotice(notification, named: name).map(DidSaveMessage.init)
    }

    /// A notification that carries the message.
    @MainActor public static func makeNotification(_ message: DidSaveMessage) -> Notification {
      message.notice.notification(named: name)
    }

    init(_ notice: ContextNotice) { self.notice = notice }
  }
}
