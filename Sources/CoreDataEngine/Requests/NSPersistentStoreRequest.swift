/// The kind of a request, with Apple's raw values.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  /// `NSFetchRequest`.
  case fetchRequestType = 1
  /// `NSSaveChangesRequest`.
  case saveRequestType = 2
  /// `NSBatchInsertRequest`.
  case batchInsertRequestType = 5
  /// `NSBatchUpdateRequest`.
  case batchUpdateRequestType = 6
  /// `NSBatchDeleteRequest`.
  case batchDeleteRequestType = 7
}

/// Something to ask of the stores of a coordinator. Follows Apple's `NSPersistentStoreRequest`.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores to ask; nil for all that hold the entity.
  open var affectedStores: [NSPersistentStore]?

  /// The kind of the request.
  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// Makes a request to all stores.
  public override init() { super.init() }

  /// A request with the same contents.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = makeCopy()
    copy.affectedStores = affectedStores
    return copy
  }

  func makeCopy() -> NSPersistentStoreRequest { NSPersistentStoreRequest() }

  /// Carries the request out for a context. Each class of requests knows how.
  func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    throw NSError.coreData(
      NSPersistentStoreUnsupportedRequestTypeError, reason: "Nothing can execute a \(Swift.type(of: self)).")
  }

  /// What the coordinator gives for a result: the array of a fetch, an empty one of a save, else the result itself.
  func answer(_ result: NSPersistentStoreResult) -> Any {
    requestType == .saveRequestType ? [Any]() as Any : result
  }
}
