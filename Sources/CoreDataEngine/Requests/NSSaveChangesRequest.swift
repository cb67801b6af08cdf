/// The changes that a context saves. Follows Apple's `NSSaveChangesRequest`.
///
/// Contexts make it for incremental stores. Executed by hand it saves its context's changes, all of which it must name.
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

  override func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    context.processPendingChanges()
    let named = (insertedObjects ?? []).union(updatedObjects ?? []).union(deletedObjects ?? [])
    let pending = context.insertedObjects.union(context.updatedObjects).union(context.deletedObjects)
    guard named == pending else {
      throw NSError.coreData(
        NSPersistentStoreUnsupportedRequestTypeError,
        reason: "A save request has to name all unsaved changes of its context, and no others.")
    }
    for object in lockedObjects ?? [] { context.detectConflicts(for: object) }
    try context.save()
    return NSPersistentStoreResult()
  }
}
