extension NSPersistentStoreCoordinator {
  /// A coordinator has added or removed stores, on the main actor.
  ///
  /// Follows Apple's `NSPersistentStoreCoordinator.StoresDidChangeMessage`.
  public struct StoresDidChangeMessage: NotificationCenter.MainActorMessage {
    /// What posts the message.
    public typealias Subject = NSPersistentStoreCoordinator

    /// The coordinator.
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// Stores that were added.
    public var addedStores: [NSPersistentStore] { changes.added }
    /// Stores that were removed.
    public var removedStores: [NSPersistentStore] { changes.removed }
    /// A store before and after its identifier changed; nil when none did.
    public var uuidChangedStores: (oldValue: NSPersistentStore, newValue: NSPersistentStore)? { changes.renamed }
    private let changes: StoreListChanges

    /// The name of the notification that carries the message.
    public static var name: Notification.Name { .NSPersistentStoreCoordinatorStoresDidChange }

    /// The message of a notification; nil when it is another's.
    @MainActor public static func makeMessage(_ notification: Notification) -> StoresDidChangeMessage? {
      guard notification.name == name, let coordinator = notification.object as? NSPersistentStoreCoordinator else {
        return nil
      }
      return StoresDidChangeMessage(
        persistentStoreCoordinator: coordinator, changes: StoreListChanges(notification.userInfo ?? [:]))
    }

    /// A notification that carries the message.
    @MainActor public static func makeNotification(_ message: StoresDidChangeMessage) -> Notification {
      Notification(name: name, object: message.persistentStoreCoordinator, userInfo: message.changes.userInfo)
    }
  }
}
