/// Deletes many rows without objects, past validation and notices. Follows Apple's `NSBatchDeleteRequest`.
///
/// Delete rules are kept in the store: cascade deletes, nullify clears the other side; where that must not be empty,
/// the request throws 134050, and a deny rule that is not met throws 1600; nothing is deleted then. Contexts learn of
/// it by `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  /// Which rows to delete.
  public let fetchRequest: NSFetchRequest<NSFetchRequestResult>
  /// What the result holds.
  open var resultType: NSBatchDeleteRequestResultType = .resultTypeStatusOnly
  /// The IDs of a request made with IDs.
  let ids: [NSManagedObjectID]?

  private init(_ fetchRequest: NSFetchRequest<NSFetchRequestResult>, ids: [NSManagedObjectID]?) {
    self.fetchRequest = fetchRequest
    self.ids = ids
    super.init()
  }

  /// Deletes what a fetch would find.
  public convenience init(fetchRequest fetch: NSFetchRequest<NSFetchRequestResult>) { self.init(fetch, ids: nil) }

  /// Deletes what a fetch of objects would find. Apple's generic requests convert to each other; Swift's do not.
  public convenience init<T: NSManagedObject>(fetchRequest fetch: NSFetchRequest<T>) {
    let plain = NSFetchRequest<NSFetchRequestResult>()
    plain.takeSettings(of: fetch)
    self.init(plain, ids: nil)
  }

  /// Deletes the rows of IDs, which must be of one entity.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    let fetch = NSFetchRequest<NSFetchRequestResult>()
    fetch.entity = objects.first?.entity
    fetch.predicate = NSPredicate(format: "SELF IN %@", argumentArray: [objects])
    self.init(fetch, ids: objects)
  }

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  override func makeCopy() -> NSPersistentStoreRequest {
    let copy = NSBatchDeleteRequest(fetchRequest, ids: ids)
    copy.resultType = resultType
    return copy
  }

  override func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    try context.execute(deletion: self)
  }
}
