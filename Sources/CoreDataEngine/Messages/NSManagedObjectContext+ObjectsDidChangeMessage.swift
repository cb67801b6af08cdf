extension NSManagedObjectContext {
  /// Objects of a context of the main actor have changed.
  ///
  /// Follows Apple's `NSManagedObjectContext.ObjectsDidChangeMessage`.
  public struct ObjectsDidChangeMessage: NotificationCenter.MainActorMessage {
    /// What posts the message.
    public typealias Subject = NSManagedObjectContext

    /// The context.
    public let context: NSManagedObjectContext
    /// Objects that were inserted.
    public var inserted: Set<NSManagedObject> { objects[NSInsertedObjectsKey] ?? [] }
    /// Objects that were updated.
    public var updated: Set<NSManagedObject> { objects[NSUpdatedObjectsKey] ?? [] }
    /// Objects that were deleted.
    public var deleted: Set<NSManagedObject> { objects[NSDeletedObjectsKey] ?? [] }
    /// Objects that were refreshed.
    public var refreshed: Set<NSManagedObject> { objects[NSRefreshedObjectsKey] ?? [] }
    /// Objects that were invalidated.
    public var invalidated: Set<NSManagedObject> { objects[NSInvalidatedObjectsKey] ?? [] }
    /// True when the context was reset; nil when it was not.
    public let invalidatedAll: Bool?
    private let objects: [String: Set<NSManagedObject>]

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSManagedObjectContextObjectsDidChange }

    /// The message of a notification; nil when it is another's.
    @MainActor public static func makeMessage(_ notification: Notification) -> ObjectsDidChangeMessage? {
      guard notification.name == name, let context = notification.object as? NSManagedObjectContext else { return nil }
      return ObjectsDidChangeMessage(context, notification.userInfo ?? [:])
    }

    /// A notification that carries the message.
    @MainActor public static func makeNotification(_ message: ObjectsDidChangeMessage) -> Notification {
      var info: [AnyHashable: Any] = message.objects
      info[NSInvalidatedAllObjectsKey] = message.invalidatedAll
      return Notification(name: name, object: message.context, userInfo: info)
    }

    private init(_ context: NSManagedObjectContext, _ info: [AnyHashable: Any]) {
      self.context = context
      var objects: [String: Set<NSManagedObject>] = [:]
      for key in [
        NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey, NSInvalidatedObjectsKey,
      ] {
        objects[key] = info[key] as? Set<NSManagedObject>
      }
      self.objects = objects
      invalidatedAll = info[NSInvalidatedAllObjectsKey] == nil ? nil : true
    }
  }
}
