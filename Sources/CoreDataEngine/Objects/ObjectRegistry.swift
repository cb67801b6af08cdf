import Synchronization

/// A context's book of its objects: one object for each row. It keeps none alive.
///
/// Objects hold it, so that an object's last release may come on any thread and after the context has gone.
///
/// @unchecked Sendable: the tables are used under `lock`; `context` is written once, by the context's deinitializer,
/// under the same lock.
final class ObjectRegistry: @unchecked Sendable {
  let model: CompiledModel
  /// Keeps the entities' model readable for objects that outlive their context.
  private let sourceModel: NSManagedObjectModel
  private let lock = Mutex<Void>(())
  /// By store and root entity: `store * rootCount + root`. Temporary keys are in the first store's.
  private var tables: [KeyTable<UnretainedReference<NSManagedObject>>]
  private unowned(unsafe) var owner: NSManagedObjectContext?

  init(context: NSManagedObjectContext, model: CompiledModel, sourceModel: NSManagedObjectModel) {
    owner = context
    self.model = model
    self.sourceModel = sourceModel
    tables = (0..<model.rootCount).map { _ in KeyTable() }
  }

  /// The context; nil once it is gone.
  var context: NSManagedObjectContext? { lock.withLock { _ in owner } }

  /// Called by the context's deinitializer.
  func detach() { lock.withLock { _ in owner = nil } }
}
