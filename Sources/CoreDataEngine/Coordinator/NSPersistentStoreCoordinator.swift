/// Joins a model and its stores; contexts read and save through it. Follows Apple's `NSPersistentStoreCoordinator`.
///
/// May be used from any thread.
///
/// @unchecked Sendable: the stores and followers are inside locks; the model is frozen; `writer` is a lock.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  /// The model; it cannot change any more.
  public let managedObjectModel: NSManagedObjectModel
  private let compiled: Result<CompiledModel, any Error>
  private let queue = ContextQueue(label: "NSPersistentStoreCoordinator")
  private let book = Lock(StoreBook())
  private let follower = Lock([WeakContext]())
  private let label = Lock<String?>(nil)
  let mutex = NSRecursiveLock()
  /// Held while something is written, so that a store can be replaced between two saves. A store's own code may save again.
  private let writer = NSRecursiveLock()

  private struct StoreBook {
    var stores: [NSPersistentStore] = []
    var byIndex: [UInt16: NSPersistentStore] = [:]
    var nextIndex: UInt16 = 0
  }

  /// A name for messages; nil for none.
  open var name: String? {
    get { label.withLock { $0 } }
    set { label.withLock { $0 = newValue } }
  }

  /// Makes a coordinator without stores. A model that contradicts itself is reported when a store is added.
  public init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    compiled = Result { try model.compile() }
    super.init()
    if case .success(let compiled) = compiled { ModelDirectory.shared.note(model, compiled) }
  }

  deinit {
    for store in persistentStores { try? store.shut() }
  }

  var compiledModel: CompiledModel {
    switch compiled {
    case .success(let model): return model
    case .failure(let error): fatalError("The model cannot be used: \(error)")
    }
  }

  // MARK: Stores

  /// The stores, in the order they were added.
  open var persistentStores: [NSPersistentStore] { book.withLock { $0.stores } }

  /// The store at a URL; nil for none.
  open func persistentStore(for URL: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url.map { StoreLocation.isSame($0, URL) } ?? false }
  }

  /// Where a store lies; a URL of no file for one in memory.
  open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

  /// Changes where a store lies: in memory, or in a file that is written as a whole, where the next save goes to the new
  /// place. False for all others.
  open func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    guard store.canMove else { return false }
    store.url = url
    return true
  }

  /// Opens a store, and makes it when there is none. Throws Apple's codes: 134000 for an unknown type, 134081 for a
  /// store that is there already, 134100 for one of another model, 256 and 259 for files that cannot be used.
  open func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try open(storeType, configuration, storeURL, options)
  }

  /// Opens a store, in the Swift spelling.
  public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }

  /// Opens the store of a description and tells what came of it; in the background when the description says so.
  open func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    nonisolated(unsafe) let add = {
      do {
        _ = try self.addPersistentStore(
          ofType: storeDescription.type, configurationName: storeDescription.configuration, at: storeDescription.url,
          options: storeDescription.options)
        block(storeDescription, nil)
      } catch {
        block(storeDescription, error)
      }
    }
    if storeDescription.shouldAddStoreAsynchronously { queue.async { add() } } else { add() }
  }

  /// Closes a store and takes it out. Its objects cannot be read any more. Throws when it is not this coordinator's.
  open func remove(_ store: NSPersistentStore) throws {
    let known = book.withLock { book -> Bool in
      guard let place = book.stores.firstIndex(where: { $0 === store }) else { return false }
      book.stores.remove(at: place)
      book.byIndex[store.index] = nil
      return true
    }
    guard known else {
      throw NSError.coreData(NSPersistentStoreOperationError, reason: "The store is not one of this coordinator's.")
    }
    NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
    store.willRemove(from: self)
    try store.shut()
    MessagePosting.post(
      .NSPersistentStoreCoordinatorStoresDidChange, from: self, [NSRemovedPersistentStoresKey: [store]])
  }

  /// Replaces a store's metadata; written with the next save.
  open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    store.metadata = StoredMetadata.merged(metadata ?? [:], into: store.metadata)
    store.hasUnsavedMetadata = true
  }

  /// A store's metadata.
  open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

  // MARK: Requests

  /// Carries out a request for a context: an array for a fetch, an empty one for a save, an `NSPersistentStoreResult` of
  /// the request's kind for others. Call it on the context's queue.
  open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
    request.answer(try request.perform(in: context))
  }

  /// The newest point of the history of `stores`, of all stores when nil; nil when none of them keeps a history.
  open func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
    historyToken(of: stores.map { $0.compactMap { $0 as? NSPersistentStore } } ?? persistentStores)
  }

  // MARK: IDs

  /// The ID that a URL names; nil when the URL is malformed, temporary, or of a store that is not here.
  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? { ObjectURI(url)?.resolve(in: self) }

  /// The ID that the text of a URL names; nil as for the URL.
  open func managedObjectID(for string: String) -> NSManagedObjectID? {
    URL(string: string).flatMap(managedObjectID(forURIRepresentation:))
  }

  // MARK: Queue

  /// Runs `block` on the coordinator's queue, later.
  open func perform(_ block: @escaping () -> Void) {
    nonisolated(unsafe) let block = block
    queue.async { block() }
  }

  /// Runs `block` on the coordinator's queue and waits for it.
  open func performAndWait(_ block: () -> Void) { queue.sync(block) }

  /// Runs `block` on the coordinator's queue, waits for it, and gives its value or throws its error.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try queue.sync(block) }

  /// Runs `block` on the coordinator's queue without blocking a thread, and gives its value or throws its error.
  public func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T {
    try await queue.run(block, rescue: { throw $0 })
  }
}

extension NSPersistentStoreCoordinator {
  private func open(
    _ storeType: String, _ configuration: String?, _ storeURL: URL?, _ options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    let model = try compiled.get()
    guard let entities = managedObjectModel.entities(forConfigurationName: configuration) else {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        reason:
          "The model has no configuration named '\(configuration ?? "")'. It has: \(managedObjectModel.configurations.joined(separator: ", "))"
      )
    }
    let storeClass = try StoreTypes.storeClass(for: storeType)
    let url = try StoreLocation.normalized(storeURL, type: storeType)
    if let url, persistentStore(for: url) != nil { throw StoreLocation.duplicate(url) }
    let store = storeClass.init(
      persistentStoreCoordinator: self, configurationName: configuration,
      at: url ?? URL(fileURLWithPath: "/dev/null"), options: options)
    if url == nil { store.url = nil }
    try store.openBackend(model: model, entities: entities, source: managedObjectModel)
    do {
      // The URIs of all its objects begin with it; one that was damaged in the file can be anything.
      let identifier: String = store.identifier ?? ""
      guard ObjectURI.canName(identifier) else {
        throw NSError.coreData(
          NSPersistentStoreInvalidTypeError,
          reason: "The identifier of the store, '\(identifier)', cannot be part of a URL.",
          userInfo: [NSLocalizedRecoverySuggestionErrorKey: "Give the store a UUID in its metadata."])
      }
      try book.withLock { book in
        if let url, book.stores.contains(where: { $0.url.map { StoreLocation.isSame($0, url) } ?? false }) {
          throw StoreLocation.duplicate(url)
        }
        store.index = book.nextIndex
        book.nextIndex += 1
        book.stores.append(store)
        book.byIndex[store.index] = store
      }
    } catch {
      try? store.shut()
      throw error
    }
    store.didAdd(to: self)
    MessagePosting.post(.NSPersistentStoreCoordinatorStoresDidChange, from: self, [NSAddedPersistentStoresKey: [store]])
    return store
  }

  /// Calls `body` while no other thread writes to the stores.
  func writing<Result>(_ body: () throws -> Result) rethrows -> Result {
    writer.lock()
    defer { writer.unlock() }
    return try body()
  }

  /// Puts a store in the place of another, so that all who know the place of the one find the other.
  func replace(_ old: NSPersistentStore, with new: NSPersistentStore) {
    book.withLock { book in
      guard let place = book.stores.firstIndex(where: { $0 === old }) else { return }
      new.index = old.index
      book.stores[place] = new
      book.byIndex[new.index] = new
    }
    new.reference.lead(to: new)
  }

  func store(at index: UInt16) -> NSPersistentStore? { book.withLock { $0.byIndex[index] } }

  func store(withIdentifier identifier: String) -> NSPersistentStore? {
    persistentStores.first { $0.identifier.caseInsensitiveCompare(identifier) == .orderedSame }
  }

  /// The stores that hold an entity, in the order they were added.
  func stores(for layout: EntityLayout) -> [NSPersistentStore] {
    let all = persistentStores
    if all.count == 1, all[0].configurationName == NSManagedObjectModel.defaultConfigurationName { return all }
    return all.filter { holds(layout, in: $0) }
  }

  func holds(_ layout: EntityLayout, in store: NSPersistentStore) -> Bool {
    let entities = managedObjectModel.entities(forConfigurationName: store.configurationName) ?? []
    return entities.contains { $0 === layout.entity || $0.name == layout.name }
  }

  /// The store that a new object is saved to.
  func storeForNew(_ object: NSManagedObject) throws -> NSPersistentStore {
    if let assigned = object.touched?.assignedStore, let store = store(at: assigned) { return store }
    guard let store = stores(for: object.layout).first(where: { !$0.isReadOnly }) ?? stores(for: object.layout).first
    else {
      throw NSError.coreData(
        NSPersistentStoreSaveError, reason: "No store of the coordinator holds the entity '\(object.layout.name)'.")
    }
    return store
  }

  // MARK: Followers

  /// Contexts that take over saves by themselves.
  func followers() -> [NSManagedObjectContext] { follower.withLock { $0.compactMap(\.context) } }

  func setFollows(_ context: NSManagedObjectContext, _ follows: Bool) {
    follower.withLock { list in
      list.removeAll { $0.context == nil || $0.context === context }
      if follows { list.append(WeakContext(context: context)) }
    }
  }
}
