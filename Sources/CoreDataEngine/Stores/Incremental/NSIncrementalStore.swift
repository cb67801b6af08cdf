/// A store of a program's own that is asked for objects as they are needed. Follows Apple's `NSIncrementalStore`.
///
/// Its methods are called on the thread of the context that asks, so several may run at once.
open class NSIncrementalStore: NSPersistentStore {
  private let opened = Lock<(model: CompiledModel, references: ReferenceTable)?>(nil)

  /// Sets `metadata`, with `NSStoreUUIDKey` and `NSStoreTypeKey`. Called while the store is added. Throws when the store
  /// cannot be used. A subclass has to override it.
  open override func loadMetadata() throws { throw mustOverride("loadMetadata()") }

  /// Carries a request out. A subclass has to override it.
  ///
  /// For an `NSFetchRequest<NSFetchRequestResult>` it gives an array of the context's objects, of IDs, or of dictionaries,
  /// or a number, as `resultType` asks for; for an `NSSaveChangesRequest` an empty array. Throws what the context is to
  /// throw.
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
    throw mustOverride("execute(_:with:)")
  }

  /// The values of an object whose fault fires. Throws when it cannot be read; 133000 when it does not exist. A subclass
  /// has to override it.
  open func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    throw mustOverride("newValuesForObject(with:with:)")
  }

  /// The destinations of a relationship: an ID or `NSNull` of a to-one, an array of IDs of a to-many. A subclass has to
  /// override it.
  open func newValue(
    forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
    with context: NSManagedObjectContext?
  ) throws -> Any {
    throw mustOverride("newValue(forRelationship:forObjectWith:with:)")
  }

  /// An identifier for a store that is made at a URL; unique by itself.
  open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

  /// The permanent IDs of new objects, in their order. A subclass has to override it.
  open func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    throw mustOverride("obtainPermanentIDs(for:)")
  }

  /// Called when a context has objects with these IDs. Does nothing by itself.
  open func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// Called when a context has no objects with these IDs any more, on the thread that let them go. Does nothing by itself.
  open func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {}

  /// The ID of the object that the store calls `data`, which may be anything hashable.
  open func newObjectID(for entity: NSEntityDescription, referenceObject data: Any) -> NSManagedObjectID {
    let (model, references) = book()
    guard let layout = model.layout(of: entity) else {
      fatalError("The entity '\(entity.name ?? "")' is not in the model of \(self).")
    }
    return NSManagedObjectID(
      key: references.key(for: data, in: layout), layout: layout, model: model, store: reference)
  }

  /// What the store calls an object. Traps for an ID that this store has not made.
  open func referenceObject(for objectID: NSManagedObjectID) -> Any {
    guard objectID.persistentStore === self, let reference = book().references.reference(of: objectID.key) else {
      fatalError("\(objectID) is not of the store \(self).")
    }
    return reference
  }

  private func mustOverride(_ name: String) -> NSError {
    .coreData(NSPersistentStoreOperationError, reason: "\(Swift.type(of: self)) has to override \(name).")
  }

  private func book() -> (model: CompiledModel, references: ReferenceTable) {
    opened.withLock { opened in
      if let opened { return opened }
      guard let coordinator = persistentStoreCoordinator else {
        fatalError("\(self) has no coordinator, so it knows no model.")
      }
      let model = coordinator.compiledModel
      let book = (model, ReferenceTable(keys: MemoryKeys(rootCount: model.rootCount, isShared: true)))
      opened = book
      return book
    }
  }

  // MARK: For the engine

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel
  ) throws {
    try loadMetadata()
    try StoreRules.checkGiven(metadata, of: self, entities: entities)
    let complete = StoreRules.completed(metadata, of: self, model: model, entities: entities)
    metadata = complete
    open(with: IncrementalObjectStore(self, model: model), metadata: complete)
  }

  override func objectStore(for context: NSManagedObjectContext) -> any ObjectStore {
    guard let store = objectStore as? IncrementalObjectStore else { return objectStore }
    if context.parent == nil { context.registry.watch.add(self) }
    return store.asked(by: context)
  }

  override func referenceText(of key: Int64, in layout: EntityLayout) -> String {
    "p" + (book().references.text(of: key) ?? "\(key)")
  }

  override func key(ofReference text: String, in layout: EntityLayout) -> Int64? {
    book().references.key(ofText: text, in: layout)
  }
}
