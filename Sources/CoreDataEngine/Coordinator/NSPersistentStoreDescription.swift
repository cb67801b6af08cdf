/// How to open a store. Follows Apple's `NSPersistentStoreDescription`.
open class NSPersistentStoreDescription: NSObject, NSCopying {
  private var settings: [String: NSObject] = [:]
  private var pragmas: [String: NSObject] = [:]

  /// The store type; SQLite by default.
  open var type = NSSQLiteStoreType
  /// The model's configuration; nil for all entities.
  open var configuration: String?
  /// Where the store lies; `/dev/null` for an SQLite store in memory.
  open var url: URL?
  /// Whether the store is opened in the background; false by default.
  open var shouldAddStoreAsynchronously = false

  /// Describes an SQLite store in memory, as Apple's does: at `/dev/null`.
  public override convenience init() { self.init(url: URL(fileURLWithPath: "/dev/null")) }

  /// Describes an SQLite store that migrates by itself when that can be inferred.
  public init(url: URL) {
    self.url = url
    super.init()
    shouldMigrateStoreAutomatically = true
    shouldInferMappingModelAutomatically = true
  }

  /// The options for the coordinator.
  open var options: [String: NSObject] {
    var all = settings
    if !pragmas.isEmpty { all[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas) }
    return all
  }

  /// Sets an option; nil removes it.
  open func setOption(_ option: NSObject?, forKey key: String) { settings[key] = option }

  /// Whether nothing may be written.
  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) }
    set { settings[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
  }

  /// How long, in seconds, to wait for a store that is in use; 240 by default, as Apple's.
  open var timeout: TimeInterval {
    get { (settings[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { settings[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }

  /// The pragmas that are set when the store is opened.
  open var sqlitePragmas: [String: NSObject] { pragmas }

  /// Sets a pragma; nil removes it.
  open func setValue(_ value: NSObject?, forPragmaNamed name: String) { pragmas[name] = value }

  /// Whether a store of an older model is brought up to date; true by default.
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) }
    set { settings[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
  }

  /// Whether the way to do so is inferred from the models; true by default.
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) }
    set { settings[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
  }

  private func flag(_ key: String) -> Bool { (settings[key] as? NSNumber)?.boolValue ?? false }

  /// An equal description.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription(url: url ?? URL(fileURLWithPath: "/dev/null"))
    copy.url = url
    copy.type = type
    copy.configuration = configuration
    copy.settings = settings
    copy.pragmas = pragmas
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    return copy
  }

  open override var description: String { "<NSPersistentStoreDescription \(type) \(url?.absoluteString ?? "-")>" }
}
