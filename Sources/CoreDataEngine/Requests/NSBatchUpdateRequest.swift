/// Sets values of many rows without objects, past validation and notices. Follows Apple's `NSBatchUpdateRequest`.
///
/// Contexts learn of the rows by `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  private let name: String
  private let givenEntity: NSEntityDescription?
  private let resolved = Lock<NSEntityDescription?>(nil)

  /// Which rows; nil for all.
  open var predicate: NSPredicate?
  /// Whether rows of sub-entities count; true by default.
  open var includesSubentities = true
  /// What the result holds.
  open var resultType: NSBatchUpdateRequestResultType = .statusOnlyResultType
  /// The new values, by attribute or its name: constants, or `NSExpression`s over the old values. `NSNull` clears one.
  open var propertiesToUpdate: [AnyHashable: Any]?

  /// Makes a request for the entity of a name, which is looked up when the request is executed.
  public init(entityName: String) {
    name = entityName
    givenEntity = nil
    super.init()
  }

  /// Makes a request for an entity.
  public init(entity: NSEntityDescription) {
    name = entity.name ?? ""
    givenEntity = entity
    super.init()
  }

  /// The name of the entity.
  open var entityName: String { name }

  /// The entity. Traps for a request that was made with a name and has not been executed yet.
  open var entity: NSEntityDescription {
    guard let entity = givenEntity ?? resolved.withLock({ $0 }) else {
      fatalError(
        "This batch update request was created with a string name (\(name)), and cannot respond to -entity until used by an NSManagedObjectContext."
      )
    }
    return entity
  }

  var describedEntity: NSEntityDescription? { givenEntity }

  func resolve(_ entity: NSEntityDescription) { resolved.withLock { $0 = entity } }

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  override func makeCopy() -> NSPersistentStoreRequest {
    let copy = givenEntity.map(NSBatchUpdateRequest.init(entity:)) ?? NSBatchUpdateRequest(entityName: name)
    copy.predicate = predicate
    copy.includesSubentities = includesSubentities
    copy.resultType = resultType
    copy.propertiesToUpdate = propertiesToUpdate
    return copy
  }

  override func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    try context.execute(update: self)
  }
}
