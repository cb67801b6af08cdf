/// What a fetch in the background gives. Follows Apple's `NSAsynchronousFetchResult`.
open class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSPersistentStoreAsynchronousResult {
  private let request: NSAsynchronousFetchRequest<ResultType>
  private var results: [ResultType]?

  init(
    _ request: NSAsynchronousFetchRequest<ResultType>, context: NSManagedObjectContext, progress: Progress?,
    results: [ResultType]? = nil
  ) {
    self.request = request
    self.results = results
    super.init(context: context, progress: progress)
  }

  /// The request.
  open var fetchRequest: NSAsynchronousFetchRequest<ResultType> { request }

  /// What was found; nil until the fetch has ended, and after an error.
  open var finalResult: [ResultType]? { results }

  func succeed(_ found: [ResultType]) { results = found }
}
