import Foundation

/// A stack: model, coordinator, store and contexts. Write your own and add it to `StackConfiguration.providers`.
///
/// `load()` and the properties may be used from any thread; contexts only on their queues.
public protocol StackProvider: AnyObject, Sendable {
  /// The name that `COREDATA_STACK` and reports use.
  static var name: String { get }
  /// What the stack offers to a program. The automatic choice takes the one that offers most.
  static var offers: Capabilities { get }
  /// What the stack needs for stores of this configuration.
  static func requirements(for configuration: StackConfiguration) -> Capabilities

  /// Makes the stack. Nothing is opened or created yet.
  init(model: NSManagedObjectModel, store: StoreBlueprint)

  /// The model.
  var managedObjectModel: NSManagedObjectModel { get }
  /// The coordinator.
  var persistentStoreCoordinator: NSPersistentStoreCoordinator { get }
  /// The context of the main queue: the same object for the life of the stack. It takes over what background contexts save.
  var viewContext: NSManagedObjectContext { get }
  /// The container; nil for a stack without one.
  var persistentContainer: NSPersistentContainer? { get }

  /// Opens the store, and makes it when there is none. Does nothing when it is open. Throws the coordinator's error.
  func load() throws
  /// Closes the store. `load()` opens it again. Throws the coordinator's error.
  func unload() throws
  /// A new context with a queue of its own, whose saves reach the view context.
  func newBackgroundContext() -> NSManagedObjectContext
}

extension StackProvider {
  /// None.
  public var persistentContainer: NSPersistentContainer? { nil }

  /// Takes every store out of the coordinator.
  public func unload() throws {
    for store in persistentStoreCoordinator.persistentStores { try persistentStoreCoordinator.remove(store) }
  }

  /// Makes the stack of a configuration. Throws `StackError` when the model or the folder cannot be found.
  public init(configuration: StackConfiguration) throws {
    self.init(model: try ModelFinder(source: configuration.model).load(), store: try configuration.blueprint())
  }
}
