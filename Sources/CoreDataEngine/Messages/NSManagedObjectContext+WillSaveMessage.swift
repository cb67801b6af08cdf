extension NSManagedObjectContext {
  /// A context of the main actor is about to save. Follows Apple's `NSManagedObjectContext.WillSaveMessage`.
  public struct WillSaveMessage: NotificationCenter.MainActorMessage {
    /// What posts the message.
    public typealias Subject = NSManagedObjectContext

    /// The context.
    public let context: NSManagedObjectContext

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSManagedObjectContextWillSave }

    /// The message of a notification; nil when it is another's.
    @MainActor public static func makeMessage(_ notification: Notification) -> WillSaveMessage? {
      guard notification.name == name else { return nil }
      return (notification.object as? NSManagedObjectContext).map(WillSaveMessage.init)
    }

    /// A notification that carries the message.
    @MainActor public static func makeNotification(_ message: WillSaveMessage) -> Notification {
      Notification(name: name, object: message.context)
    }
  }
}
