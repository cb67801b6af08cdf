/// Which objects of an entity to fetch, in what order and in what form. Follows Apple's `NSFetchRequest`.
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
  private var givenEntity: NSEntityDescription?
  private var givenName: String?

  /// Makes a request without an entity; set `entity` before it is used.
  public override init() { super.init() }

  /// Makes a request for an entity that is looked up by name when the request is executed.
  public convenience init(entityName: String) {
    self.init()
    givenName = entityName
  }

  /// The entity. Nil for a request made with a name until a context has executed it.
  open var entity: NSEntityDescription? {
    get { givenEntity }
    set {
      givenEntity = newValue
      givenName = newValue?.name
    }
  }

  /// The name of the entity.
  open var entityName: String? { givenName ?? givenEntity?.name }

  /// Which objects; nil for all.
  ///
  /// In a fetch from an SQLite store a value that is nil is compared as in SQL, for unsaved objects too: neither `==` nor
  /// `!=` nor `NOT` of either finds it, but `== nil` does. Other stores go by `NSPredicate.evaluate(with:)`, for which nil
  /// is another value than any that is there.
  ///
  /// What SQL cannot say of the predicate is checked object by object on those that the rest of it leaves, all of the
  /// entity when there is no rest; `-com.apple.CoreData.SQLDebug 1` prints how many were read and left. Limit and offset
  /// count what is left. A fetch of dictionaries throws instead.
  open var predicate: NSPredicate?
  /// In what order; nil for none in particular.
  open var sortDescriptors: [NSSortDescriptor]?
  /// How many at most; 0 for all.
  open var fetchLimit = 0
  /// How many to pass over first.
  open var fetchOffset = 0
  /// How many objects to read from the store at a time; 0, the default, for all at once.
  ///
  /// A fetch from an SQLite store reads the keys then, and the rows of a batch once a value of one of its objects is
  /// needed. The array holds all objects; `NSManagedObjectContext.fetchBatches(_:)` gives results that do not.
  open var fetchBatchSize = 0
  /// The form of the results.
  open var resultType: NSFetchRequestResultType = .managedObjectResultType
  /// Whether objects of sub-entities count; true by default.
  open var includesSubentities = true
  /// Whether rows are read with their values; true by default.
  open var includesPropertyValues = true
  /// Whether objects come as faults, whose values are read but not yet looked at; true by default.
  open var returnsObjectsAsFaults = true
  /// Relationships whose destinations are read along.
  open var relationshipKeyPathsForPrefetching: [String]?
  /// Whether unsaved changes of the context count; true by default. Dictionaries never include them.
  open var includesPendingChanges = true
  /// Whether equal dictionaries come once.
  open var returnsDistinctResults = false
  /// What a dictionary holds: attributes, to-one relationships and `NSExpressionDescription`s, or their names.
  open var propertiesToFetch: [Any]?
  /// Whether objects that the context knows take the values that the store has now; false by default. Unsaved changes stay.
  open var shouldRefreshRefetchedObjects = false
  /// What dictionaries are grouped by.
  open var propertiesToGroupBy: [Any]?
  /// Which groups are wanted; only with `propertiesToGroupBy`.
  open var havingPredicate: NSPredicate?

  /// Executes the request on the context of the current `perform` block; outside of one it traps.
  open func execute() throws -> [ResultType] {
    guard let context = NSManagedObjectContext.current else {
      fatalError("NSFetchRequest.execute() has to be called inside a perform block of a context.")
    }
    return try context.fetch(self)
  }

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  override func makeCopy() -> NSPersistentStoreRequest {
    let copy = NSFetchRequest<ResultType>()
    copy.takeSettings(of: self)
    return copy
  }

  override func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    NSAsynchronousFetchResult(
      NSAsynchronousFetchRequest(fetchRequest: self), context: context, progress: nil, results: try context.fetch(self))
  }

  override func answer(_ result: NSPersistentStoreResult) -> Any {
    (result as? NSAsynchronousFetchResult<ResultType>)?.finalResult ?? []
  }

  /// The same request as the engine passes it on: without its result's type.
  var plain: NSFetchRequest<NSManagedObject> {
    let plain = NSFetchRequest<NSManagedObject>()
    plain.takeSettings(of: self)
    return plain
  }

  /// Takes all settings of a request for other results.
  func takeSettings<Other>(of other: NSFetchRequest<Other>) {
    givenEntity = other.givenEntity
    givenName = other.givenName
    affectedStores = other.affectedStores
    predicate = other.predicate
    sortDescriptors = other.sortDescriptors
    fetchLimit = other.fetchLimit
    fetchOffset = other.fetchOffset
    fetchBatchSize = other.fetchBatchSize
    resultType = other.resultType
    includesSubentities = other.includesSubentities
    includesPropertyValues = other.includesPropertyValues
    returnsObjectsAsFaults = other.returnsObjectsAsFaults
    relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
    includesPendingChanges = other.includesPendingChanges
    returnsDistinctResults = other.returnsDistinctResults
    propertiesToFetch = other.propertiesToFetch
    shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
    propertiesToGroupBy = other.propertiesToGroupBy
    havingPredicate = other.havingPredicate
  }

  /// Notes the entity that the name stood for.
  func resolve(_ entity: NSEntityDescription) { givenEntity = entity }
}
