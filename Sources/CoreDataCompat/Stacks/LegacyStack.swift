import Foundation

/// The stack of the time before containers: coordinator, store and context made by hand, each when it is first needed.
///
/// One connection serves all contexts, one after the other. Runs on any SQLite 3 and any file system.
///
/// @unchecked Sendable: the parts made later are used under `lock` only; the rest never changes.
public final class LegacyStack: StackProvider, @unchecked Sendable {
  /// `legacy`.
  public static let name = "legacy"
  /// Nothing beyond the basics.
  public static let offers: Capabilities = []

  /// The model.
  public let managedObjectModel: NSManagedObjectModel
  /// What is opened.
  public let store: StoreBlueprint
  private let lock = NSRecursiveLock()
  private var coordinator: NSPersistentStoreCoordinator?
  private var context: NSManagedObjectContext?
  private var observer: (any NSObjectProtocol)?

  /// Makes the stack without opening anything.
  public init(model: NSManagedObjectModel, store: StoreBlueprint) {
    managedObjectModel = model
    self.store = store
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  /// Nothing: it runs anywhere.
  public static func requirements(for configuration: StackConfiguration) -> Capabilities { [] }

  /// The coordinator, made at the first call.
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator {
    lock.withLock {
      if let coordinator { return coordinator }
      let new = NSPersistentStoreCoordinator(managedObjectModel: managedObjectModel)
      coordinator = new
      return new
    }
  }

  /// The context of the main queue, made at the first call.
  public var viewContext: NSManagedObjectContext {
    lock.withLock {
      if let context { return context }
      let new = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
      new.persistentStoreCoordinator = persistentStoreCoordinator
      new.name = "viewContext"
      context = new
      observer = LegacyStack.merging(into: new, of: persistentStoreCoordinator)
      return new
    }
  }

  /// Adds the store to the coordinator.
  public func load() throws {
    try lock.withLock {
      let coordinator = persistentStoreCoordinator
      guard coordinator.persistentStores.isEmpty else { return }
      // One connection: this is what makes the stack run where a pool cannot.
      _ = try coordinator.addPersistentStore(
        ofType: store.type.rawValue, configurationName: store.modelConfiguration, at: store.url,
        options: store.options(maximumConnections: 1))
    }
  }

  /// A new context on the same coordinator.
  public func newBackgroundContext() -> NSManagedObjectContext {
    _ = viewContext  // It follows saves from now on, whoever asks for it later.
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Hands every save of the coordinator's other contexts to `view`, in the order of the saves.
  private static func merging(
    into view: NSManagedObjectContext, of coordinator: NSPersistentStoreCoordinator
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: .NSManagedObjectContextDidSave, object: nil, queue: nil) {
      [weak view, weak coordinator] notification in
      guard let view, let saved = notification.object as? NSManagedObjectContext, saved !== view, saved.parent == nil,
        saved.persistentStoreCoordinator === coordinator
      else { return }
      nonisolated(unsafe) let notification = notification  // Only the IDs of its objects are read on the other queue.
      view.perform { view.mergeChanges(fromContextDidSave: notification) }
    }
  }
}
