/// What a context's notification tells, as the messages that stand for it read it. Nothing is looked up before it is asked
/// for: mostly nobody does.
///
/// @unchecked Sendable: immutable, and made of the engine's own notifications.
struct ContextNotice: @unchecked Sendable {
  let context: NSManagedObjectContext
  private let info: [AnyHashable: Any]

  init(_ context: NSManagedObjectContext, _ info: [AnyHashable: Any]) {
    self.context = context
    self.info = info
  }

  /// nil when the notification is not a context's of this name.
  init?(_ notification: Notification, named name: Notification.Name) {
    guard notification.name == name, let context = notification.object as? NSManagedObjectContext else { return nil }
    self.init(context, notification.userInfo ?? [:])
  }

  func objects(_ key: String) -> Set<NSManagedObject> { info[key] as? Set<NSManagedObject> ?? [] }

  func ids(_ key: String) -> Set<NSManagedObjectID> { info[key] as? Set<NSManagedObjectID> ?? [] }

  func has(_ key: String) -> Bool { info[key] != nil }

  var historyToken: NSPersistentHistoryToken? { info[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken }

  var queryGeneration: NSQueryGenerationToken? {
    info[NSManagedObjectContextQueryGenerationKey] as? NSQueryGenerationToken
  }

  /// A notification with the same content.
  func notification(named name: Notification.Name) -> Notification {
    Notification(name: name, object: context, userInfo: info)
  }
}
