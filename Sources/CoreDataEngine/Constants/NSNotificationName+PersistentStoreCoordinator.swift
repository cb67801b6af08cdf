import Foundation

/// Notifications of a coordinator and its stores. Follows Apple's `NSPersistentStoreCoordinator`.
extension NSNotification.Name {
  /// A coordinator is about to change its stores.
  public static let NSPersistentStoreCoordinatorStoresWillChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")

  /// A coordinator has added, removed or renamed stores.
  public static let NSPersistentStoreCoordinatorStoresDidChange = NSNotification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")

  /// A coordinator is about to remove a store.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = NSNotification.Name(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification")

  /// A transaction was written to a store, by this process or another.
  public static let NSPersistentStoreRemoteChange = NSNotification.Name("NSPersistentStoreRemoteChangeNotification")
}

// Keys of the `userInfo` of these notifications.

/// Stores that were added, in the `userInfo` of a stores-did-change notification.
public let NSAddedPersistentStoresKey: String = "added"

/// Stores that were removed, in the `userInfo` of a stores-did-change notification.
public let NSRemovedPersistentStoresKey: String = "removed"

/// Stores before and after a change of identifier, in the `userInfo` of a stores-did-change notification.
public let NSUUIDChangedPersistentStoresKey: String = "changed"

/// The URL of the changed store, in the `userInfo` of a remote-change notification.
public let NSPersistentStoreURLKey: String = "storeURL"

/// The history token of the change, in the `userInfo` of a remote-change notification.
public let NSPersistentHistoryTokenKey: String = "historyToken"
