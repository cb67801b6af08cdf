import CCoreDataRuntime

extension NSManagedObjectContext {
  static func queue(for type: NSManagedObjectContextConcurrencyType) -> ContextQueue {
    switch type {
    case .mainQueueConcurrencyType: .main()
    case .privateQueueConcurrencyType, .confinementConcurrencyType: ContextQueue(label: "NSManagedObjectContext")
    }
  }

  /// The context whose block runs on this thread; nil for none.
  static var current: NSManagedObjectContext? {
    coredata_current_context().map { Unmanaged<NSManagedObjectContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether this is a context of the main queue, and the thread the main one.
  var isOnMainThread: Bool {
    concurrencyType == .mainQueueConcurrencyType && (savesOnMainThread ?? Thread.isMainThread)
  }

  /// Runs `body` with this as the thread's current context.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = coredata_exchange_current_context(Unmanaged.passUnretained(self).toOpaque())
    defer { _ = coredata_exchange_current_context(before) }
    return try body()
  }

  /// A block of the queue is over: it counts as one event.
  func endBlock() {
    processPendingChanges()
    undoManager?.closeEventGroup()
  }

  /// Runs `block` on the queue and resumes the task with its result; `rescue` rethrows its error.
  func performAsync<T>(
    schedule: ScheduledTaskType, _ block: @escaping () throws -> T, rescue: (any Error) throws -> T
  ) async rethrows -> T {
    if schedule == .immediate, queue.isCurrent { return try run(block) }
    nonisolated(unsafe) let block = block
    let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Transferred<T>, Never>) in
      queue.async {
        let result = self.run { Swift.Result(catching: block) }
        self.run { self.endBlock() }
        continuation.resume(returning: Transferred(result: result))
      }
    }
    switch outcome.result {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    }
  }
}

/// A result on its way from a queue to the task that waits for it.
///
/// @unchecked Sendable: handed over once, and used by no one else.
struct Transferred<T>: @unchecked Sendable {
  let result: Result<T, any Error>
}
