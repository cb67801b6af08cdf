extension NSPersistentStoreCoordinator {
  /// A transaction was written to a store, by this process or another; told of on any thread. Follows Apple's
  /// `NSPersistentStoreCoordinator.RemoteChangeMessage`.
  public struct RemoteChangeMessage: NotificationCenter.AsyncMessage {
    /// What posts the message.
    public typealias Subject = NSPersistentStoreCoordinator

    /// The coordinator of the store.
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The transaction in the persistent history; nil without history.
    public let historyToken: NSPersistentHistoryToken?
    /// Where the store is.
    public let storeURL: URL
    /// The identifier of the store.
    public let storeUUID: String

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSPersistentStoreRemoteChange }

    /// The message of a notification; nil when it is another's, or does not say which store has changed.
    public static func makeMessage(_ notification: Notification) -> RemoteChangeMessage? {
      guard notification.name == name, let coordinator = notification.object as? NSPersistentStoreCoordinator,
        let url = notification.userInfo?[NSPersistentStoreURLKey] as? URL,
        let identifier = notification.userInfo?[NSStoreUUIDKey] as? String
      else { return nil }
      return RemoteChangeMessage(
        persistentStoreCoordinator: coordinator,
        historyToken: notification.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken, storeURL: url,
        storeUUID: identifier)
    }

    /// A notification that carries the message.
    public static func makeNotification(_ message: RemoteChangeMessage) -> Notification {
      var info: [AnyHashable: Any] = [NSPersistentStoreURLKey: message.storeURL, NSStoreUUIDKey: message.storeUUID]
      info[NSPersistentHistoryTokenKey] = message.historyToken
      return Notification(name: name, object: message.persistentStoreCoordinator, userInfo: info)
    }
  }
}
