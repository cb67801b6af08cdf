extension NSManagedObjectContext {
  /// A context of the main actor has saved. Follows Apple's `NSManagedObjectContext.DidSaveMessage`.
  public struct DidSaveMessage: NotificationCenter.MainActorMessage {
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
    /// The transaction in the persistent history; nil without history.
    public let historyToken: NSPersistentHistoryToken?
    /// The moment that the context reads from now; nil when it reads the newest rows.
    public let queryGeneration: NSQueryGenerationToken?
    private let objects: [String: Set<NSManagedObject>]

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSManagedObjectContextDidSave }

    /// The message of a notification; nil when it is another's.
    @MainActor public static func makeMessage(_ notification: Notification) -> DidSaveMessage? {
      guard notification.name == name, let context = notification.object as? NSManagedObjectContext else { return nil }
      return DidSaveMessage(context, notification.userInfo ?? [:])
    }

    /// A notification that carries the message.
    @MainActor public static func makeNotification(_ message: DidSaveMessage) -> Notification {
      var info: [AnyHashable: Any] = message.objects
      info[NSPersistentHistoryTokenKey] = message.historyToken
      info[NSManagedObjectContextQueryGenerationKey] = message.queryGeneration
      return Notification(name: name, object: message.context, userInfo: info)
    }

    private init(_ context: NSManagedObjectContext, _ info: [AnyHashable: Any]) {
      self.context = context
      var objects: [String: Set<NSManagedObject>] = [:]
      for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
        objects[key] = info[key] as? Set<NSManagedObject>
      }
      self.objects = objects
      historyToken = info[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
      queryGeneration = info[NSManagedObjectContextQueryGenerationKey] as? NSQueryGenerationToken
    }
  }
}
