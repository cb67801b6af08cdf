/// One fetch in the background: rows are read on a queue of no context, objects are made on that of the context.
///
/// @unchecked Sendable: used by one queue after the other.
final class BackgroundFetch<ResultType: NSFetchRequestResult>: @unchecked Sendable {
  private let result: NSAsynchronousFetchResult<ResultType>
  private let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
  private var context: NSManagedObjectContext { result.managedObjectContext }

  init(
    _ result: NSAsynchronousFetchResult<ResultType>, _ completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
  ) {
    self.result = result
    self.completion = completion
  }

  func start() {
    let request = result.fetchRequest.fetchRequest
    let isPlain = request.resultType == .managedObjectResultType || request.resultType == .managedObjectIDResultType
    // What the context alone knows is read on its queue: unsaved changes, what a parent has, a pinned moment.
    let needsContext =
      context.parent != nil || context.queryGenerationToken != nil
      || request.includesPendingChanges && context.hasChanges
    guard isPlain, !needsContext, let coordinator = context.persistentStoreCoordinator else {
      return onQueue { try self.context.fetch(request) }
    }
    let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    reader.persistentStoreCoordinator = coordinator
    reader.perform { [self] in
      let read: Result<[NSManagedObject], any Error>
      do {
        if result.isCancelled { throw CocoaError(.userCancelled) }
        read = .success(try reader.fetchObjects(reader.layout(for: request), request.plain))
      } catch {
        read = .failure(error)
      }
      finish(reader, read, wantsIDs: request.resultType == .managedObjectIDResultType)
    }
  }

  /// Makes the objects of the context, while the reader's keep the rows in the cache.
  private func finish(
    _ reader: NSManagedObjectContext, _ read: Result<[NSManagedObject], any Error>, wantsIDs: Bool
  ) {
    let ids = read.map { $0.map(\.currentID) }
    nonisolated(unsafe) let keeper = read
    onQueue {
      let ids = try withExtendedLifetime(keeper) { try ids.get() }
      if wantsIDs { return try self.context.results(Array(ids), as: ResultType.self) }
      return try self.context.results(ids.map(self.context.objectOrFault), as: ResultType.self)
    }
  }

  private func onQueue(_ body: @escaping () throws -> [ResultType]) {
    context.perform { [self] in
      do {
        if result.isCancelled { throw CocoaError(.userCancelled) }
        let found = try body()
        result.succeed(found)
        result.progress?.totalUnitCount = Int64(found.count)
        result.progress?.completedUnitCount = Int64(found.count)
      } catch {
        result.fail(error)
      }
      completion?(result)
    }
  }
}
