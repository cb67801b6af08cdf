/// Called on the context's queue when a fetch in the background has ended.
/// Follows Apple's `NSPersistentStoreAsynchronousFetchResultCompletionBlock`.
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
  NSAsynchronousFetchResult<NSFetchRequestResult>
) -> Void

/// A fetch that runs in the background while the context's queue goes on.
/// Follows Apple's `NSAsynchronousFetchRequest`.
open class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
  /// What to fetch.
  public let fetchRequest: NSFetchRequest<ResultType>
  private let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  /// How many results the caller expects, for the progress; 0 when it is not known.
  open var estimatedResultCount = 0

  /// Makes a request; `blk` is called on the context's queue with the result, also with one that failed.
  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    completion = blk
    super.init()
  }

  /// What is called at the end; nil for nothing.
  open var completionBlock: NSPersistentStoreAsynchronousFetchResultCompletionBlock? {
    guard let completion else { return nil }
    // Results of all kinds are references, so that the two instances of the class are alike in memory.
    return { completion(unsafeBitCast($0, to: NSAsynchronousFetchResult<ResultType>.self)) }
  }

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  override func makeCopy() -> NSPersistentStoreRequest {
    let copy = NSAsynchronousFetchRequest(fetchRequest: fetchRequest, completionBlock: completion)
    copy.estimatedResultCount = estimatedResultCount
    return copy
  }

  override func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let progress = Progress(totalUnitCount: estimatedResultCount > 0 ? Int64(estimatedResultCount) : -1)
    let result = NSAsynchronousFetchResult(self, context: context, progress: progress)
    BackgroundFetch(result, completion).start()
    return result
  }
}
