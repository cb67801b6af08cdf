import Foundation

extension Manager {
  /// A new context with a queue of its own. Its saves reach the main context.
  ///
  /// When the store could not be opened the context has none: `stackState` has the error.
  public func newBackgroundContext() -> NSManagedObjectContext {
    withState { state in
      guard let stack = state.openStack() else {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = state.emptyContext().persistentStoreCoordinator
        return context
      }
      let context = stack.newBackgroundContext()
      state.contexts.add(context)
      return context
    }
  }

  /// A context over an empty store in memory of its own, with the same model: for drafts and previews that are never kept.
  ///
  /// Throws `StackError` when there is no model.
  public func newDisposableContext() throws -> NSManagedObjectContext {
    let model = try withState { state in
      try state.stack?.managedObjectModel ?? ModelFinder(source: state.configuration.model).load()
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    do {
      _ = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    } catch {
      throw StackError.cannotOpenStore(StoreFailure(error, at: nil))
    }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Whether work in the background is done before the call returns. See `BackgroundExecution`.
  public var runsBackgroundWorkSynchronously: Bool {
    withState { BackgroundMode($0.configuration, $0.configuration.environment ?? .current).isSynchronous }
  }

  /// Runs `block` with a new context on that context's queue: later, or before the call returns where the configuration says
  /// so. While the store is being dropped the work is put off until that is over.
  public func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
    let isPostponed = withState { state in
      if case .closing = state.phase {
        state.work.postpone { [self] in performBackgroundTask(block) }
        return true
      }
      state.work.enter()
      return false
    }
    if isPostponed { return }
    let context = newBackgroundContext()
    guard runsBackgroundWorkSynchronously else {
      context.perform { [self] in
        block(context)
        leaveWork()
      }
      return
    }
    let saves = SaveRecorder(context)
    context.performAndWait { block(context) }
    let view = viewContext
    view.performAndWait { saves.merge(into: view) }
    leaveWork()
  }

  /// The same as `performBackgroundTask(_:)`.
  public func performInNewBackgroundContext(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
    performBackgroundTask(block)
  }

  /// Runs `block` with a new context on that context's queue, and gives its value. What it saved is in the main context by
  /// then.
  ///
  /// Throws what `block` throws, `StackError` when the store is not open, and `CancellationError` when the task is
  /// cancelled before the block begins; a block that has begun is not interrupted.
  public func performBackgroundTask<T: Sendable>(
    _ block: @escaping @Sendable (NSManagedObjectContext) throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    _ = try requireStack()
    try withState { state in
      if case .closing = state.phase { throw StackError.closing }
      state.work.enter()
    }
    defer { leaveWork() }
    let context = newBackgroundContext()
    let saves = SaveRecorder(context)
    let value = try await context.perform {
      try Task.checkCancellation()
      return try block(context)
    }
    if saves.hasSaves {
      let view = viewContext
      await view.perform { saves.merge(into: view) }
    }
    return value
  }

  /// The same as `performBackgroundTask(_:)`.
  public func performInNewBackgroundContext<T: Sendable>(
    _ block: @escaping @Sendable (NSManagedObjectContext) throws -> T
  ) async throws -> T { try await performBackgroundTask(block) }

  func leaveWork() {
    for continuation in withState({ $0.work.leave() }) { continuation.resume() }
  }
}
