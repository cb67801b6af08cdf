/// Keeps the results of a request in order, in sections, and tells its delegate how they change. Follows Apple's
/// `NSFetchedResultsController`.
///
/// Used on the queue of its context. Without a delegate the results stay as they were fetched; with one they follow every
/// `processPendingChanges` of the context, merges included. Changes of related objects alone do not reach it.
open class NSFetchedResultsController<ResultType: NSFetchRequestResult>: NSObject {
  /// The request; do not change it between `performFetch` and the next.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// The context whose objects are fetched and followed.
  public let managedObjectContext: NSManagedObjectContext
  /// The key path whose value names the section of an object; nil for one section. The results have to be sorted by it
  /// first.
  public let sectionNameKeyPath: String?
  /// The name of a file in which the sections are kept between fetches and launches; nil for none.
  ///
  /// `performFetch` takes them from there, and reads no object for them, as long as entity, key path, store and the versions
  /// of all rows are those of the kept ones; otherwise they are computed and kept anew. Only sections by one key, in a
  /// context that has no parent and no unsaved changes, are kept.
  public let cacheName: String?

  var content: FetchedContent?
  var filter: FetchedObjectFilter?
  /// Whether the delegate leaves `didChangeContentWith` to its default.
  var delegateWantsObjects = false
  private var observer: (any NSObjectProtocol)?

  /// Makes a controller that has fetched nothing yet. A request without sort descriptors traps.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    if fetchRequest.sortDescriptors?.isEmpty ?? true {
      fatalError("An instance of NSFetchedResultsController requires a fetch request with sort descriptors")
    }
    self.fetchRequest = fetchRequest
    managedObjectContext = context
    self.sectionNameKeyPath = sectionNameKeyPath
    cacheName = name
    super.init()
  }

  deinit { follow(false) }

  /// Is told of changes; not retained. Set it before `performFetch`, so that no change is missed.
  open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { follow(delegate != nil) }
  }

  /// Fetches the results anew; the delegate is told nothing. Throws what the fetch throws, and 134060 when the order of
  /// the request is not that of the sections.
  open func performFetch() throws { try fetch() }

  /// Removes the file of a cache, those of all caches of this program for nil.
  open class func deleteCache(withName name: String?) { SectionCache.delete(name) }

  /// The results in order; nil before the first `performFetch`. No copy is made.
  open var fetchedObjects: [ResultType]? {
    // Results are references whatever their type, so the arrays are alike in memory.
    content.map { unsafeBitCast($0.objects, to: [ResultType].self) }
  }

  /// The result at a section and a place in it. A place that is not there traps.
  open func object(at indexPath: IndexPath) -> ResultType {
    guard let content, indexPath.count == 2, content.sections.indices.contains(indexPath[0]),
      (0..<content.sections[indexPath[0]].numberOfObjects).contains(indexPath[1])
    else {
      fatalError(
        "no object at index path \(indexPath) in the results of \(fetchRequest.entityName ?? ""); there are \(content?.sections.map(\.numberOfObjects) ?? []) in the sections"
      )
    }
    return unsafeBitCast(content.objects[content.sections[indexPath[0]].start + indexPath[1]], to: ResultType.self)
  }

  /// Where a result is; nil when it is none of them.
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    content.flatMap { content in content.place(of: object).map { content.indexPath(at: $0) } }
  }

  /// The title of a section in the index: the first letter of its name, as a capital. Subclasses may give others.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    sectionName.first.map { String($0).uppercased() }
  }

  /// The titles of the index: those of the sections, each once.
  open var sectionIndexTitles: [String] {
    var known = Set<String>()
    return content?.sections.compactMap(\.indexTitle).filter { known.insert($0).inserted } ?? []
  }

  /// The sections; nil before the first `performFetch`. Without a section key path there is one.
  open var sections: [any NSFetchedResultsSectionInfo]? { content?.sections }

  /// The first section with a title of the index. A title that no section has traps.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    guard let index = content?.sections.firstIndex(where: { $0.indexTitle == title }) else {
      fatalError("no section of the results has the index title '\(title)'")
    }
    return index
  }

  /// Begins or ends following the context.
  private func follow(_ follows: Bool) {
    guard follows != (observer != nil) else { return }
    if let observer {
      NotificationCenter.default.removeObserver(observer)
      self.observer = nil
      return
    }
    // Both are used on the queue of the context, which posts.
    nonisolated(unsafe) weak let controller = self
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: managedObjectContext, queue: nil
    ) { controller?.contextDidChange($0.userInfo ?? [:]) }
  }
}
