/// A store of a coordinator. Follows Apple's `NSPersistentStore`.
open class NSPersistentStore: NSObject {
  private weak var root: NSPersistentStoreCoordinator?
  private let configuration: String
  private var location: URL?
  private var storeOptions: [AnyHashable: Any]?
  private var cachedMetadata: [String: Any] = [:]
  private var storeIdentifier: String
  private var readOnly: Bool
  /// The place in the coordinator; never given to another store of it.
  var index: UInt16 = 0
  private var backend: (any ObjectStore)?
  /// What object IDs hold of the store.
  private(set) lazy var reference = StoreReference(self)

  /// Lets the IDs of another store lead here once they are told to: see `StoreReference`.
  func inheritReference(of other: NSPersistentStore) { reference = other.reference }

  /// Makes a store that is not open yet. Called by the coordinator.
  public required init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) {
    self.root = root
    configuration = name ?? NSManagedObjectModel.defaultConfigurationName
    location = url
    storeOptions = options
    storeIdentifier = UUID().uuidString
    readOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
    super.init()
  }

  /// The coordinator; nil once the store has been removed.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? { root }

  /// The model's configuration whose entities the store holds.
  open var configurationName: String { configuration }

  /// The options with which it was added.
  open var options: [AnyHashable: Any]? { storeOptions }

  /// Where it lies; nil for a store in memory alone.
  open var url: URL? {
    get { location }
    set { location = newValue }
  }

  /// Identifies the store, in its file and in object URIs.
  open var identifier: String! {
    get { storeIdentifier }
    set {
      storeIdentifier = newValue ?? storeIdentifier
      cachedMetadata[NSStoreUUIDKey] = storeIdentifier
    }
  }

  /// The store type, such as `NSSQLiteStoreType`.
  open var type: String { "" }

  /// Whether nothing can be saved to it.
  open var isReadOnly: Bool {
    get { readOnly }
    set { readOnly = newValue }
  }

  /// The metadata: identifier, type, version hashes and the developer's own. Saved with the next save.
  open var metadata: [String: Any]! {
    get { cachedMetadata }
    set { cachedMetadata = newValue ?? [:] }
  }

  /// Reads the metadata; called while the store is added. Throws when the store cannot be read.
  open func loadMetadata() throws {}

  /// Called after the store was added.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

  /// Called before the store is removed.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) { root = nil }

  /// The metadata of a store file of this class. Throws when it cannot be read.
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

  /// Replaces the metadata of a store file of this class. Throws when it cannot be written.
  open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {}

  /// The class whose instances migrate stores of this class by a mapping model.
  open class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }

  // MARK: For the engine

  /// Removes the files of a store of this class, if there are any. Throws 134090 while one is in use, unless `force` is set.
  class func destroyFiles(at url: URL, force: Bool) throws {}

  /// Puts a copy of a store's files in the place of another's. Throws 260 when there is no source.
  class func replaceFiles(at destination: URL, withCopyOf source: URL) throws { throw hasNoFiles("\(self)") }

  static func hasNoFiles(_ type: String) -> NSError {
    .coreData(NSPersistentStoreOperationError, reason: "A store of type \(type) has no files that could be copied.")
  }

  /// What answers requests; the coordinator has opened it.
  var objectStore: any ObjectStore {
    guard let backend else { fatalError("The store at \(location?.path ?? "-") is not open.") }
    return backend
  }

  /// What answers requests; nil once the store has been closed.
  var openStore: (any ObjectStore)? { backend }

  /// Metadata set since the last save.
  var hasUnsavedMetadata = false

  /// Opens what answers requests. Overridden by each of the engine's stores.
  func openBackend(model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel) throws {
    throw NSError.coreData(
      NSPersistentStoreInvalidTypeError,
      reason: "Stores of class \(Swift.type(of: self)) cannot be opened by the engine.")
  }

  /// Opens what answers requests, with the contents of an open store of the same model. Leaves nothing behind when it
  /// throws. Overridden by each of the engine's stores.
  func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel,
    contentsOf old: NSPersistentStore
  ) throws {
    throw NSError.coreData(
      NSPersistentStoreInvalidTypeError,
      reason:
        "A store of type \(type) cannot take the contents of another: its own code writes its objects. Insert them through a context."
    )
  }

  func open(with backend: any ObjectStore, metadata: [String: Any]) {
    self.backend = backend
    cachedMetadata = metadata
    if let identifier = metadata[NSStoreUUIDKey] as? String { storeIdentifier = identifier }
  }

  /// Whether its next save may go elsewhere.
  var canMove: Bool { false }

  /// The part of an object URI that names a key.
  func referenceText(of key: Int64, in layout: EntityLayout) -> String { "p\(key)" }

  /// The key that the part of a URI after the `p` names; nil when it cannot be one.
  func key(ofReference text: String, in layout: EntityLayout) -> Int64? {
    Int64(text).flatMap { $0 > 0 && String($0) == text ? $0 : nil }
  }

  /// What answers the requests of a context.
  func objectStore(for context: NSManagedObjectContext) -> any ObjectStore { objectStore }

  func shut() throws {
    try backend?.close()
    backend = nil
  }
}

extension NSPersistentStore {
  /// The type of a store, in its Swift spelling.
  public struct StoreType: Hashable, RawRepresentable, Sendable {
    /// The type's name, such as `NSSQLiteStoreType`.
    public var rawValue: String

    /// Makes a type from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A database file.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
    /// Memory alone.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    /// A binary file, read and written as a whole.
    public static let binary = StoreType(rawValue: NSBinaryStoreType)
    /// An XML file, read and written as a whole.
    public static let xml = StoreType(rawValue: NSXMLStoreType)
  }
}
