import Foundation

/// Notifications of a managed object context. Follows Apple's `NSManagedObjectContext`.
extension NSNotification.Name {
  /// A context is about to save.
  public static let NSManagedObjectContextWillSave = NSNotification.Name("NSManagingContextWillSaveChangesNotification")

  /// A context has saved; the `userInfo` holds the objects.
  public static let NSManagedObjectContextDidSave = NSNotification.Name("NSManagingContextDidSaveChangesNotification")

  /// Objects of a context have changed; the `userInfo` holds the objects.
  public static let NSManagedObjectContextObjectsDidChange = NSNotification.Name(
    "NSObjectsChangedInManagingContextNotification")

  /// A context has saved; the `userInfo` holds object IDs.
  public static let NSManagedObjectContextDidSaveObjectIDs = NSNotification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification")

  /// A context has merged changes made elsewhere; the `userInfo` holds object IDs.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = NSNotification.Name(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}
