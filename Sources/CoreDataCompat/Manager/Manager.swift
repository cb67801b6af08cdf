import Foundation

/// One stack, chosen when it is first used: the object an app keeps its data behind.
///
/// ```swift
/// let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: Manager.shared.managedObjectContext)
/// note.setValue("Hello", forKey: "text")
/// try Manager.shared.save()
/// ```
///
/// May be used from any thread; contexts only on their queues.
///
/// @unchecked Sendable: `state` is used under `lock` only.
public final class Manager: @unchecked Sendable {
  /// The shared manager. Configure it before its first use; without that it takes all models of the program.
  public static let shared = Manager()

  // Recursive: a configuration's rule or log may ask the manager that calls it.
  private let lock = NSRecursiveLock()
  private var state: ManagerState

  /// Makes a manager of its own. Nothing is opened before it is used.
  public init(configuration: StackConfiguration = StackConfiguration()) {
    state = ManagerState(configuration: configuration)
  }

  func withState<Result>(_ body: (inout ManagerState) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&state) }
  }

  /// The configuration.
  public var configuration: StackConfiguration { withState { $0.configuration } }

  /// Replaces the configuration. Throws `StackError.alreadyInUse` once the manager has been used.
  public func configure(_ configuration: StackConfiguration) throws {
    try withState { state in
      if state.isUsed { throw StackError.alreadyInUse }
      state.configuration = configuration
    }
  }

  /// Whether the stack is open, and the error if it could not be opened.
  public var stackState: StackState {
    withState { state in
      switch state.phase {
      case .notLoaded: .notLoaded
      case .loaded(let report): .loaded(report)
      case .failed(let error): .failed(error)
      case .closing: .closing
      }
    }
  }

  /// Which stack was chosen, and why. Chooses it if nobody has used the manager yet; nothing is opened.
  ///
  /// Throws `StackError` when none can be chosen.
  public var selection: StackSelection { get throws { try withState { try $0.choose() } } }

  /// The context of the main queue: the same object ever after.
  ///
  /// Opens the store at the first call. When that fails the context has no store, `stackState` has the error, and
  /// `save()` throws it. When not even the model can be found the context is one of an empty model, and a later, successful
  /// `load()` leads to another.
  public var managedObjectContext: NSManagedObjectContext {
    withState { $0.openStack()?.viewContext ?? $0.emptyContext() }
  }
  /// The same as `managedObjectContext`.
  public var mainContext: NSManagedObjectContext { managedObjectContext }
  /// The same as `managedObjectContext`.
  public var viewContext: NSManagedObjectContext { managedObjectContext }

  /// The container; nil on a stack without one, and when no stack can be made.
  public var currentPersistentContainer: NSPersistentContainer? { withState { $0.openStack()?.persistentContainer } }

  /// The coordinator; nil when no stack can be made.
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    withState { $0.openStack()?.persistentStoreCoordinator }
  }

  /// The model; nil when no stack can be made.
  public var managedObjectModel: NSManagedObjectModel? { withState { $0.openStack()?.managedObjectModel } }

  /// Opens the store, or tries again after an earlier failure. Not needed before other calls, which open it themselves.
  ///
  /// Throws `StackError`.
  @discardableResult
  public func load() throws -> StackReport { try withState { try $0.load() } }

  /// The open stack. Throws the error with which it could not be opened.
  func requireStack() throws -> any StackProvider {
    try withState { state in
      let stack = state.openStack()
      switch state.phase {
      case .failed(let error): throw error
      case .closing: throw StackError.closing
      case .notLoaded, .loaded: break
      }
      guard let stack else { throw StackError.closing }
      return stack
    }
  }
}
