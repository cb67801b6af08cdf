/// Inserts many rows without objects, past validation and notices. Follows Apple's `NSBatchInsertRequest`.
///
/// Rows come from dictionaries by attribute name, or from a handler that fills one row after the other. Attributes that
/// are not given take their defaults. Relationships cannot be set. What happens to a row whose values must be unique
/// and are not is up to the merge policy of the context: the error policy throws 133021 and nothing is written, those
/// where the object wins write over the stored row, those where the store wins leave the new row out.
///
/// Linear in the number of rows, with one dictionary or object for all of them. Contexts learn of the rows by
/// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  private let givenEntity: NSEntityDescription?
  private let givenName: String

  /// The rows; nil when a handler gives them.
  open var objectsToInsert: [[String: Any]]?
  /// Called with an empty dictionary for each row; true ends the insertion without that row.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
  /// Called with an object of default values for each row; true ends the insertion without that row.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?
  /// What the result holds.
  open var resultType: NSBatchInsertRequestResultType = .statusOnly

  private init(entity: NSEntityDescription?, name: String) {
    givenEntity = entity
    givenName = name
    super.init()
  }

  /// Makes a request of no entity, which fails when it is executed; Apple has deprecated it.
  public convenience override init() { self.init(entity: nil, name: "") }

  /// Inserts dictionaries into the entity of a name.
  public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
    self.init(entity: nil, name: entityName)
    objectsToInsert = dictionaries
  }

  /// Inserts dictionaries into an entity.
  public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.init(entity: entity, name: entity.name ?? "")
    objectsToInsert = dictionaries
  }

  /// Inserts what `handler` puts into the dictionary it gets, until it returns true.
  public convenience init(
    entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entity: entity, name: entity.name ?? "")
    dictionaryHandler = handler
  }

  /// Inserts what `handler` sets in the object it gets, until it returns true.
  public convenience init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entity: entity, name: entity.name ?? "")
    managedObjectHandler = handler
  }

  /// Inserts what `handler` puts into the dictionary it gets, until it returns true.
  public convenience init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
    self.init(entity: nil, name: entityName)
    dictionaryHandler = handler
  }

  /// Inserts what `handler` sets in the object it gets, until it returns true.
  public convenience init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
    self.init(entity: nil, name: entityName)
    managedObjectHandler = handler
  }

  /// The name of the entity.
  open var entityName: String { givenName }

  /// The entity; nil for a request made with a name.
  open var entity: NSEntityDescription? { givenEntity }

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  override func makeCopy() -> NSPersistentStoreRequest {
    let copy = NSBatchInsertRequest(entity: givenEntity, name: givenName)
    copy.objectsToInsert = objectsToInsert
    copy.dictionaryHandler = dictionaryHandler
    copy.managedObjectHandler = managedObjectHandler
    copy.resultType = resultType
    return copy
  }

  override func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    try context.execute(insertion: self)
  }
}
