import CCoreDataRuntime

/// A scratchpad of objects: reads them from the stores, follows their changes, and saves these as one.
///
/// Confined to its queue, which `-com.apple.CoreData.ConcurrencyDebug 1` as arguments of the program, or that name in its
/// environment, checks at every use of the context and its objects: everything but `perform`, `performAndWait`, `name` and the merge functions is called in one of
/// their blocks, or on the main thread for a context of the main queue. Follows Apple's `NSManagedObjectContext`.
///
/// @unchecked Sendable: Apple's is; the context is used on its queue, which is the lock of everything in it.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// The queue on which the context works.
  public let concurrencyType: NSManagedObjectContextConcurrencyType
  let queue: ContextQueue
  /// Whether use outside of the queue stops the program.
  let checksQueue = ConcurrencyDebug.isOn

  // What the context reads from; one of the two.
  @exclusivity(unchecked) private var coordinator: NSPersistentStoreCoordinator?
  @exclusivity(unchecked) private var parentContext: NSManagedObjectContext?

  @exclusivity(unchecked) private var currentRegistry: ObjectRegistry?
  @exclusivity(unchecked) var inserted = DirtyList(.inserted)
  @exclusivity(unchecked) var updated = DirtyList(.updated)
  @exclusivity(unchecked) var deleted = DirtyList(.deleted)
  /// What has happened since the last `processPendingChanges`.
  @exclusivity(unchecked) var event = PendingEvent()
  /// Strong references to all objects, while `retainsRegisteredObjects` is on.
  var retained: [ObjectIdentifier: NSManagedObject] = [:]
  var isSaving = false
  /// The answer to `isOnMainThread` for the save going on, since asking takes a system call.
  var savesOnMainThread: Bool?
  /// The objects and the sets of the last event in the save going on, which mostly are those of the whole save.
  var announced: AnnouncedObjects?
  /// The class that a new object was asked for last, and its entity.
  var lastInserted: (type: NSManagedObject.Type, entity: NSEntityDescription)?
  /// Whether undo or redo is putting values back.
  var isReversing = false
  /// Deletions that reach related objects only when the context is saved.
  var deferredDeletions: ContiguousArray<NSManagedObject> = []
  var undoObserver: (any NSObjectProtocol)?
  var children: [WeakContext] = []
  /// A root's, for the contexts below it.
  let ownSavedKeys = SavedKeys()
  /// How many of the root's saved keys a child has taken over.
  var knownSavedKeys = 0
  /// The store reference that an ID was last made with.
  var lastReference: (index: UInt16, reference: StoreReference)?
  private let label = Lock<String?>(nil)
  let feeds = Lock(ChangeFeeds())
  /// Of `lock()` and `unlock()`.
  let mutex = NSRecursiveLock()
  /// The moment that the context reads from; nil for the newest rows.
  var generation: NSQueryGenerationToken?

  /// A name for messages and the history; nil for none. May be set from any thread.
  open var name: String? {
    get { label.withLock { $0 } }
    set { label.withLock { $0 = newValue } }
  }

  /// The author that the history notes for saves; nil for none.
  open var transactionAuthor: String?

  /// What happens when a row has changed since it was read: an `NSMergePolicy`; the error policy by default.
  open var mergePolicy: Any = NSMergePolicy.error

  /// Free use of the context's owner.
  public let userInfo = NSMutableDictionary()

  /// Whether deletions reach related objects at the end of the event, or only when the context is saved.
  open var propagatesDeletesAtEndOfEvent = true

  /// Records how changes are reversed; nil, the default, for no undo, which costs nothing then.
  ///
  /// The changes of an event are recorded when `processPendingChanges` ends it. A block of `perform` is one group of a
  /// manager that groups by event.
  open var undoManager: UndoManager? {
    didSet { followUndoManager(oldValue) }
  }

  /// Whether the context keeps all its objects alive; false by default.
  @exclusivity(unchecked) open var retainsRegisteredObjects = false {
    didSet {
      retained = [:]
      if retainsRegisteredObjects, let currentRegistry {
        for object in currentRegistry.allObjects() { retained[ObjectIdentifier(object)] = object }
      }
    }
  }

  /// Whether a fault whose row is gone reads as an object with no values, marked deleted; true by default. When false,
  /// firing such a fault traps.
  open var shouldDeleteInaccessibleFaults = true
  /// What could not be read of objects of this context, an extra beside Apple's API, where an exception is raised.
  ///
  /// An object whose row, relationship or external data is damaged reads as nil there; the reason is here and on standard
  /// error. Saving throws 134060 as long as there is one, so that nothing is made of what is missing. An entry goes when
  /// the object is refreshed, all go with `reset()`.
  public internal(set) var faultErrors: [NSManagedObjectID: NSError] = [:]

  /// How many seconds after it was read a cached row may still serve a fault; an older one is read anew. Negative, the
  /// default, for as long as it is there, and 0 for never. Objects that have their values are not concerned.
  open var stalenessInterval: TimeInterval = -1 {
    didSet { existingRegistry?.rowsExpire = stalenessInterval >= 0 }
  }

  /// Whether saves to the parent, or to the same coordinator, come in by themselves; false by default.
  open var automaticallyMergesChangesFromParent = false {
    didSet { if automaticallyMergesChangesFromParent != oldValue { followSaves(automaticallyMergesChangesFromParent) } }
  }

  /// Makes a context; set its coordinator or its parent before it is used.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    concurrencyType = ct
    queue = NSManagedObjectContext.queue(for: ct)
    super.init()
  }

  /// Makes a context of the given type.
  public convenience init(_ type: ConcurrencyType) { self.init(concurrencyType: type.rawValue) }

  /// Reads an archived context: its type, name and settings. It has no coordinator yet. nil when the archive is no context's.
  public required init?(coder: NSCoder) {
    let number = coder.decodeObject(of: NSNumber.self, forKey: "concurrencyType")
    guard let type = number.flatMap({ NSManagedObjectContextConcurrencyType(rawValue: $0.uintValue) }) else {
      return nil
    }
    concurrencyType = type
    queue = NSManagedObjectContext.queue(for: type)
    super.init()
    decodeSettings(coder)
  }

  /// Makes a context of the confinement type, which Apple has deprecated.
  public override convenience init() { self.init(concurrencyType: .confinementConcurrencyType) }

  deinit {
    if let undoObserver { NotificationCenter.default.removeObserver(undoObserver) }
    // Outside of the lock: ending a stream takes its reader out.
    for feed in feeds.withLock({ $0.continuations }) { feed.finish() }
    guard let currentRegistry else { return }
    currentRegistry.detach()
    // Objects hold each other by their relationships; without this, circles would outlive the context.
    for object in currentRegistry.allObjects() {
      object.touched = nil
      object.lastDestination = nil
    }
  }

  // MARK: Where it reads from

  /// The coordinator; the parent's for a child. Setting it is allowed once, before the context is used.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { coordinator ?? parentContext?.persistentStoreCoordinator }
    set {
      guard newValue !== coordinator else { return }
      if parentContext != nil {
        fatalError("\(self) has a parent context, so it cannot have a coordinator of its own.")
      }
      if coordinator != nil, hasUnsavedObjects {
        fatalError("The coordinator of \(self) cannot be changed while the context has unsaved changes.")
      }
      abandonObjects()
      coordinator = newValue
    }
  }

  /// The context that this one saves to; nil for a root. Setting it is allowed once, before the context is used.
  open var parent: NSManagedObjectContext? {
    get { parentContext }
    set {
      guard newValue !== parentContext else { return }
      if coordinator != nil { fatalError("\(self) has a coordinator, so it cannot have a parent context.") }
      if let newValue, newValue.concurrencyType == .confinementConcurrencyType {
        fatalError(
          "Parent NSManagedObjectContext must use either NSPrivateQueueConcurrencyType or NSMainQueueConcurrencyType.")
      }
      abandonObjects()
      parentContext = newValue
      newValue?.adopt(self)
    }
  }

  var rootCoordinator: NSPersistentStoreCoordinator? { persistentStoreCoordinator }

  /// Lets go of all objects: their context is gone for them.
  func abandonObjects() {
    guard let registry = currentRegistry else { return }
    registry.detach()
    for object in registry.allObjects() {
      object.touched = nil
      object.lastDestination = nil
      object.state = [.fault, .gone]
    }
    currentRegistry = nil
    lastInserted = nil
    retained = [:]
  }

  /// The book of objects, made when it is first needed.
  var registry: ObjectRegistry {
    if let currentRegistry { return currentRegistry }
    guard let coordinator = rootCoordinator else {
      fatalError("\(self) has neither a persistent store coordinator nor a parent context.")
    }
    let new = ObjectRegistry(
      context: self, model: coordinator.compiledModel, sourceModel: coordinator.managedObjectModel)
    currentRegistry = new
    return new
  }

  var compiledModel: CompiledModel { registry.model }

  /// The registry, if there is one yet.
  var existingRegistry: ObjectRegistry? { currentRegistry }

  // MARK: Queue

  /// Runs `block` on the context's queue, later. Afterwards pending changes are processed.
  open func perform(_ block: @escaping () -> Void) {
    nonisolated(unsafe) let block = block
    queue.async {
      self.run {
        block()
        self.endBlock()
      }
    }
  }

  /// Runs `block` on the context's queue and waits for it; at once when the caller is on the queue already.
  open func performAndWait(_ block: () -> Void) {
    queue.sync { run(block) }
  }

  /// Runs `block` on the context's queue, waits for it, and gives its value or throws its error.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try queue.sync { try run(block) }
  }

  /// Runs `block` on the context's queue without blocking a thread, and gives its value or throws its error.
  public func perform<T>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T
  ) async rethrows -> T {
    try await performAsync(schedule: schedule, block, rescue: { throw $0 })
  }

  // MARK: Objects

  /// The object of an ID if the context has it already; nil otherwise.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { onQueue { registered(objectID) } }

  /// The object of an ID, as a fault when it is not known; nothing is read, so it may not exist.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject { onQueue { objectOrFault(objectID) } }

  /// The object of an ID, read if need be. Throws 133000 when there is no such object.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try onQueue { try existing(objectID) }
  }

  /// Inserts an object that was made without a context.
  open func insert(_ object: NSManagedObject) { onQueue { insertNew(object) } }

  /// Marks an object for deletion by the next save. Its delete rules take effect at the end of the event.
  open func delete(_ object: NSManagedObject) { onQueue { markDeleted(object) } }

  /// Reads an object anew: its unsaved changes are kept on top when `flag` is set, and dropped with all values if not.
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    onQueue { refreshObject(object, merging: flag) }
  }

  /// Turns all unchanged objects into faults; changed ones keep their changes.
  open func refreshAllObjects() { onQueue { refreshAll() } }

  /// Notes changes, makes deletions reach related objects, and posts the did-change notification.
  open func processPendingChanges() { onQueue { processEvent() } }

  /// Saves a new object to a store of its choice among several. An object that was saved before traps.
  open func assign(_ object: Any, to store: NSPersistentStore) { onQueue { assignObject(object, to: store) } }

  /// Marks an object so that the save fails, or is resolved, when its row has changed since it was read.
  open func detectConflicts(for object: NSManagedObject) { onQueue { _ = locked.insert(object) } }

  /// Gives new objects the IDs that they will have once they are saved. Throws when a store cannot be written.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try onQueue { try obtainIDs(objects) } }

  var locked: Set<NSManagedObject> = []

  /// The objects that are new and unsaved.
  open var insertedObjects: Set<NSManagedObject> { onQueue { Set(inserted.members()) } }

  /// The saved objects that have unsaved changes.
  open var updatedObjects: Set<NSManagedObject> { onQueue { Set(updated.members()) } }

  /// The objects that the next save deletes.
  open var deletedObjects: Set<NSManagedObject> { onQueue { Set(deleted.members()) } }

  /// All objects of the context that are in use.
  open var registeredObjects: Set<NSManagedObject> { onQueue { Set(currentRegistry?.allObjects() ?? []) } }

  /// Whether there is something to save.
  open var hasChanges: Bool { onQueue { hasUnsavedObjects } }

  // MARK: Fetching and saving

  /// The objects, IDs or dictionaries that a request asks for. Throws when the request or the store is at fault; an
  /// unknown entity traps with Apple's message.
  public func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    try onQueue { try fetchResults(request) }
  }

  /// How many objects a request would give.
  public func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
    try onQueue { try countResults(request) }
  }

  /// Carries out a request; the objects of the context stay as they are. Throws what the request throws.
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try onQueue { try request.perform(in: self) }
  }

  /// The moment that the context reads from; nil when it reads the newest rows. A child has its parent's.
  open var queryGenerationToken: NSQueryGenerationToken? { parent?.queryGenerationToken ?? generation }

  /// Makes the context read the stores as they are at a moment: that of its next read for
  /// `NSQueryGenerationToken.current`, that of another context's token, or always the newest rows for nil. Saving,
  /// resetting and merging move it to the newest moment. Throws 134091 when no store can be read that way, which takes an
  /// SQLite store in a file with a write-ahead log.
  open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws { try pinGeneration(generation) }

  /// Saves all changes to the parent or to the stores: all of them or none. Throws with Apple's codes; the context keeps its
  /// changes then.
  ///
  /// A save that goes to several stores writes to all before any of them commits. When a commit fails after others have
  /// succeeded, it throws 134040: the objects that its `userInfo` names keep their changes, the others are saved.
  open func save() throws { try onQueue { try saveChanges() } }

  /// Reverses the latest changes by the undo manager; does nothing without one.
  open func undo() { onQueue { undoEvent() } }

  /// Brings back what was undone last; does nothing without an undo manager.
  open func redo() { onQueue { redoEvent() } }

  /// Drops all unsaved changes, and everything in the undo manager.
  open func rollback() { onQueue { rollBackChanges() } }

  /// Lets go of all objects and unsaved changes, and of what could be undone; objects from before have no context any more.
  open func reset() { onQueue { resetObjects() } }

  /// Asked when a fault has no row any more; false by default when `shouldDeleteInaccessibleFaults` is off.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
  ) -> Bool { shouldDeleteInaccessibleFaults }

  /// Takes over what another context has saved, by its did-save notification. Callable from any thread that may use
  /// this context.
  open func mergeChanges(fromContextDidSave notification: Notification) { mergeSave(notification) }

  /// Takes over changes that were made past the contexts, by batch requests or elsewhere: object IDs or their URIs, by
  /// `NSInsertedObjectsKey` and its like, or by `NSInsertedObjectIDsKey` and its like. Callable from any thread; waits for
  /// the contexts' queues.
  open class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) { mergeRemote(changeNotificationData, into: contexts) }

  open override var description: String {
    "<NSManagedObjectContext \(name ?? "0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))")>"
  }
}

/// A context that is not kept alive.
struct WeakContext {
  weak var context: NSManagedObjectContext?
}
