/// Model, coordinator and contexts in one. Follows Apple's `NSPersistentContainer`.
///
/// May be used from any thread; `viewContext` works on the main queue.
///
/// @unchecked Sendable: the descriptions are inside a lock, the rest never changes.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  /// The container's name, and its store file's.
  public let name: String
  /// The context of the main queue.
  public let viewContext: NSManagedObjectContext
  /// The model.
  public let managedObjectModel: NSManagedObjectModel
  /// The coordinator.
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator
  private let descriptions: Lock<[NSPersistentStoreDescription]>

  /// The stores to load. One SQLite store at `defaultDirectoryURL()/<name>.sqlite` unless set.
  open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Makes a container with the model of that name from the main bundle, or from the bundles beside it.
  ///
  /// When there is none, an error is printed that names the places searched, and the container has an empty model, as
  /// Apple's has.
  public convenience init(name: String) {
    self.init(name: name, managedObjectModel: ModelLookup.model(named: name) ?? NSManagedObjectModel())
  }

  /// Makes a container with a model.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    let url = Swift.type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite", isDirectory: false)
    descriptions = Lock([NSPersistentStoreDescription(url: url)])
    super.init()
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    viewContext.name = "viewContext"
  }

  /// Where stores lie unless their description says otherwise: the user's folder for application data. It is made when a
  /// store is loaded, not before.
  open class func defaultDirectoryURL() -> URL { DefaultDirectory.url }

  /// Opens the stores of all descriptions; `block` is called once for each, with its own error or none.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      if let url = description.url, url.isFileURL, description.type != NSInMemoryStoreType {
        DefaultDirectory.makeIfNeeded(for: url)
      }
      persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }

  /// A new context with a queue of its own.
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs `block` with a new background context on that context's queue, later.
  open func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs `block` with a new background context, and gives its value or throws its error.
  public func performBackgroundTask<T>(_ block: @escaping (NSManagedObjectContext) throws -> T) async rethrows -> T {
    let context = newBackgroundContext()
    return try await context.perform { try block(context) }
  }
}
