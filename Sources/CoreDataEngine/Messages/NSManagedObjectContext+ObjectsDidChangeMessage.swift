extension NSManagedObjectContext {
  /// Objects of a context of the main actor have changed.
  ///
  /// Follows Apple's `NSManagedObjectContext.ObjectsDidChangeMessage`.
  public struct ObjectsDidChangeMessage: NotificationCenter.MainActorMessage {
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
    /// Objects that were refreshed.
    public var refreshed: Set<NSManagedObject> { notice.objects(NSRefreshedObjectsKey) }
    /// Objects that were invalidated.
    public var invalidated: Set<NSManagedObject> { notice.objects(NSInvalidatedObjectsKey) }
    /// True when the context was reset; nil when it was not.
    public var invalidatedAll: Bool? { notice.has(NSInvalidatedAllObjectsKey) ? true : nil }
    private let notice: ContextNotice

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSManagedObjectContextObjectsDidChange }

    /// The message of a notification; nil when it is another's.
    @MainActor public static func makeMessage(_ notification: Notification) -> ObjectsDidChangeMessage? {
      ContextNotice(notification, named: name).map(ObjectsDidChangeMessage.init)
    }

    /// A notification that carries the message.
    @MainActor public static func makeNotification(_ message: ObjectsDidChangeMessage) -> Notification {
      message.notice.notification(named: name)
    }

    init(_ notice: ContextNotice) { self.notice = notice }
  }
}
