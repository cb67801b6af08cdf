import Foundation

/// How a manager or a stack is set up. Everything has a default, the model included.
public struct StackConfiguration: Sendable {
  /// The model; that of the main bundle and those beside it by default.
  public var model: ModelSource
  /// The model's configuration whose entities the store holds; nil for all entities.
  public var modelConfiguration: String?
  /// The store's name, which its file has too. Nil means the model's name, or the program's for merged models.
  public var storeName: String?
  /// The store type; SQLite by default.
  public var storeType: NSPersistentStore.StoreType
  /// Where the store lies.
  public var place: StorePlace
  /// Files at which earlier versions of the program kept the store. When there is none at its own place and one at one
  /// of these, that one is taken over with everything that belongs to it.
  public var formerLocations: [URL]
  /// Which stack is used.
  public var selector: StackSelector
  /// The stacks that can be chosen, in order of preference between equals. Add your own to have it considered.
  public var providers: [any StackProvider.Type]
  /// The environment; nil for that of this process.
  public var environment: RuntimeEnvironment?
  /// When work in the background runs.
  public var backgroundExecution: BackgroundExecution
  /// What happens to a store that the model does not fit; nothing, by default, but an error.
  public var onIncompatibleStore: IncompatibleStorePolicy
  /// Whether `.quarantineAndRecreate` applies to files that are damaged, or no stores at all, too. False by default.
  public var quarantinesDamagedStore: Bool
  /// Whether nothing may be written.
  public var isReadOnly: Bool
  /// How long, in seconds, to wait for a store that another process uses; nil for the engine's default.
  public var timeout: TimeInterval?
  /// Pragmas for an SQLite store.
  public var pragmas: [String: String]
  /// Whether the store records the history of its transactions.
  public var tracksHistory: Bool
  /// Whether the store is left out of backups. Without effect where the platform has no such mark.
  public var isExcludedFromBackup: Bool
  /// The data protection class of the store's files; nil for the system's default. Without effect where the platform has none.
  public var fileProtection: String?
  /// Receives the one line that says which stack was chosen and why; standard error by default, nil for silence.
  public var log: (@Sendable (String) -> Void)?

  /// Makes a configuration; set the rest as properties.
  public init(
    model: ModelSource = .merged(), storeName: String? = nil, storeType: NSPersistentStore.StoreType = .sqlite,
    place: StorePlace = .applicationData, selector: StackSelector = .automatic
  ) {
    self.model = model
    self.storeName = storeName
    self.storeType = storeType
    self.place = place
    self.selector = selector
    formerLocations = []
    providers = [ContainerStack.self, LegacyStack.self]
    backgroundExecution = .automatic
    onIncompatibleStore = .fail
    quarantinesDamagedStore = false
    isReadOnly = false
    pragmas = [:]
    tracksHistory = false
    isExcludedFromBackup = false
    log = { FileHandle.standardError.write(Data("CoreDataCompat: \($0)\n".utf8)) }
  }

  /// A configuration whose store is in memory alone.
  public static func inMemory(model: ModelSource = .merged()) -> StackConfiguration {
    StackConfiguration(model: model, storeType: .inMemory)
  }
}
