/// The changes that a context saves. Follows Apple's `NSSaveChangesRequest`.
///
/// Contexts make it for incremental stores.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
  /// The new objects; nil for none.
  public let insertedObjects: Set<NSManagedObject>?
  /// The changed objects; nil for none.
  public let updatedObjects: Set<NSManagedObject>?
  /// The deleted objects; nil for none.
  public let deletedObjects: Set<NSManagedObject>?
  /// The objects whose rows must be unchanged; nil for none.
  public let lockedObjects: Set<NSManagedObject>?

  /// Makes a request from the sets of a context.
  public init(
    inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
    deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
  ) {
    self.insertedObjects = insertedObjects
    self.updatedObjects = updatedObjects
    self.deletedObjects = deletedObjects
    self.lockedObjects = lockedObjects
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .saveRequestType }

  override func makeCopy() -> NSPersistentStoreRequest {
    NSSaveChangesRequest(
      inserted: insertedObjects, updated: updatedObjects, deleted: deletedObjects, locked: lockedObjects)
  }
}
