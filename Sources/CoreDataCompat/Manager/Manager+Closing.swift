import Foundation

extension Manager {
  /// Closes the store. Contexts are reset; the next use opens it again.
  ///
  /// Waits for work in the background that has begun, and for each context's queue. Throws `StackError.closing` when it is
  /// being closed already, and `.dropFailed` when a store cannot be closed.
  public func unload() async throws { try await close { _ in } }

  /// Deletes the store: every one of its files, through the coordinator. Contexts are reset; objects from before belong to
  /// no context any more. The next use starts with an empty store, in the same main context.
  ///
  /// Deletes a store that cannot be opened, too. Waits for work in the background that has begun, and for each context's
  /// queue; work that comes meanwhile begins afterwards. Throws `StackError.closing` when the store is being closed already, and
  /// `.dropFailed` when another process uses it.
  public func drop() async throws {
    try await close { configuration in
      guard let url = try configuration.storeURL, url.path != "/dev/null" else { return }
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
      try coordinator.destroyPersistentStore(at: url, type: configuration.storeType)
    }
  }

  private func close(then finish: @Sendable (StackConfiguration) throws -> Void) async throws {
    let (stack, configuration) = try withState { state in
      if case .closing = state.phase { throw StackError.closing }
      state.isUsed = true
      state.phase = .closing
      return (state.stack, state.configuration)
    }
    await waitForWork()
    if let stack {
      for context in withState({ $0.contexts.live }) + [stack.viewContext] {
        await context.perform(schedule: .enqueued) { context.reset() }
      }
    }
    let outcome = Result {
      try stack?.unload()
      try finish(configuration)
    }
    let postponed = withState { state in
      state.phase = .notLoaded
      return state.work.takePostponed()
    }
    for work in postponed { work() }
    do { try outcome.get() } catch { throw StackError.dropFailed(underlying: error) }
  }

  private func waitForWork() async {
    await withCheckedContinuation { continuation in
      let isIdle = withState { state in
        if state.work.running > 0 { state.work.wait(continuation) }
        return state.work.running == 0
      }
      if isIdle { continuation.resume() }
    }
  }
}
