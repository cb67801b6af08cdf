/// What a request that runs in the background came to, or will come to.
/// Follows Apple's `NSPersistentStoreAsynchronousResult`.
///
/// Read it on the queue of its context.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  private let context: NSManagedObjectContext
  private let state: Lock<(error: (any Error)?, isCancelled: Bool)> = Lock((nil, false))
  private let work: Progress?

  init(context: NSManagedObjectContext, progress: Progress?) {
    self.context = context
    work = progress
    super.init()
    let state = state
    progress?.cancellationHandler = { state.withLock { $0.isCancelled = true } }
  }

  /// The context that was asked.
  open var managedObjectContext: NSManagedObjectContext { context }

  /// Why there is no result: the error of the store, or that of a cancelled request; nil when all went well.
  open var operationError: (any Error)? { state.withLock { $0.error } }

  /// How far the request is; nil for one that was carried out at once.
  open var progress: Progress? { work }

  /// Gives the request up if it has not ended yet. May be called from any thread.
  open func cancel() {
    state.withLock { $0.isCancelled = true }
    work?.cancel()
  }

  /// The handler of a progress may be called later than the progress says that it is cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } || work?.isCancelled == true }

  func fail(_ error: any Error) { state.withLock { $0.error = error } }
}
