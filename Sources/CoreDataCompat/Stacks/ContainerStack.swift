import Foundation

/// The stack around an `NSPersistentContainer`: one writer and several readers at once, and a view context that takes
/// over saves by itself.
///
/// @unchecked Sendable: nothing in it changes, and the container guards itself.
public final class ContainerStack: StackProvider, @unchecked Sendable {
  /// `container`.
  public static let name = "container"
  /// All that the container brings.
  public static let offers: Capabilities = [
    .persistentContainer, .connectionPool, .automaticMerging, .queryGenerations,
  ]

  /// What is opened.
  public let store: StoreBlueprint
  private let container: NSPersistentContainer
  private let loading = NSLock()

  /// Makes the container without opening anything.
  public init(model: NSManagedObjectModel, store: StoreBlueprint) {
    self.store = store
    container = NSPersistentContainer(name: store.name, managedObjectModel: model)
    container.persistentStoreDescriptions = [ContainerStack.description(of: store)]
    container.viewContext.automaticallyMergesChangesFromParent = true
  }

  /// A container, and for an SQLite file a log and threads that work there.
  public static func requirements(for configuration: StackConfiguration) -> Capabilities {
    guard configuration.storeType == .sqlite else { return [.persistentContainer] }
    return [.persistentContainer, .threadSafeSQLite, .writeAheadLog]
  }

  /// The container's model.
  public var managedObjectModel: NSManagedObjectModel { container.managedObjectModel }
  /// The container's coordinator.
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator { container.persistentStoreCoordinator }
  /// The container's context of the main queue.
  public var viewContext: NSManagedObjectContext { container.viewContext }
  /// The container.
  public var persistentContainer: NSPersistentContainer? { container }

  /// Loads the container's store and waits for it.
  public func load() throws {
    try loading.withLock {
      guard persistentStoreCoordinator.persistentStores.isEmpty else { return }
      var failure: (any Error)?
      container.loadPersistentStores { _, error in failure = failure ?? error }
      if let failure { throw failure }
    }
  }

  /// The container's new context.
  public func newBackgroundContext() -> NSManagedObjectContext { container.newBackgroundContext() }

  private static func description(of store: StoreBlueprint) -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription()
    description.url = store.url
    description.type = store.type.rawValue
    description.configuration = store.modelConfiguration
    for (key, value) in store.options() { description.setOption(value, forKey: key) }
    return description
  }
}
