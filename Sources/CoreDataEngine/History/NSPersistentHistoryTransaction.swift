/// One save or batch request. Follows Apple's `NSPersistentHistoryTransaction`.
///
/// @unchecked Sendable: immutable.
open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
  private let record: HistoryRecord
  private let origin: HistoryOrigin
  private let list: [NSPersistentHistoryChange]?

  init(_ record: HistoryRecord, _ origin: HistoryOrigin, changes: [NSPersistentHistoryChange]?) {
    self.record = record
    self.origin = origin
    list = changes
    super.init()
  }

  /// The same transaction with other changes.
  func replacing(changes: [NSPersistentHistoryChange]?) -> NSPersistentHistoryTransaction {
    NSPersistentHistoryTransaction(record, origin, changes: changes)
  }

  /// Describes transactions for the predicates of a history request: `author`, `bundleID`, `contextName`, `processID`,
  /// `storeID`, `timestamp`, `token`, `transactionNumber`. Stores in `context` have no part in it.
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryEntities.transaction
  }

  /// Describes transactions for the predicates of a history request.
  open class var entityDescription: NSEntityDescription? { HistoryEntities.transaction }

  /// A request for transactions, to be given a predicate and used in `fetchHistory(withFetch:)`.
  open class var fetchRequest: NSFetchRequest<NSFetchRequestResult>? {
    let request = NSFetchRequest<NSFetchRequestResult>()
    request.entity = HistoryEntities.transaction
    return request
  }

  /// When it was written.
  open var timestamp: Date { record.timestamp }

  /// The changes; nil when they were not asked for.
  open var changes: [NSPersistentHistoryChange]? { list }

  /// The number in the store; later ones are greater.
  open var transactionNumber: Int64 { record.number }

  /// The identifier of the store.
  open var storeID: String { origin.storeID }

  /// The bundle of the program that wrote it, or the program's name where it has no bundle identifier.
  open var bundleID: String { record.bundleID }

  /// The name of the program that wrote it.
  open var processID: String { record.processID }

  /// The name of the context; nil when it had none.
  open var contextName: String? { record.contextName }

  /// The `transactionAuthor` of the context; nil when it had none.
  open var author: String? { record.author }

  /// The point of the history after the transaction.
  open var token: NSPersistentHistoryToken { NSPersistentHistoryToken([origin.storeID: record.number]) }

  /// The changes as `NSManagedObjectContext.mergeChanges(fromContextDidSave:)` takes them.
  open func objectIDNotification() -> Notification {
    var ids: [NSPersistentHistoryChangeType: Set<NSManagedObjectID>] = [:]
    for change in list ?? [] { ids[change.changeType, default: []].insert(change.changedObjectID) }
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs, object: nil,
      userInfo: [
        NSInsertedObjectIDsKey: ids[.insert] ?? [], NSUpdatedObjectIDsKey: ids[.update] ?? [],
        NSDeletedObjectIDsKey: ids[.delete] ?? [],
      ])
  }

  /// The transaction itself: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryTransaction else { return false }
    return other.record.number == record.number && other.origin.storeID == origin.storeID
  }

  open override var hash: Int { record.number.hashValue }

  open override var description: String {
    "<NSPersistentHistoryTransaction \(transactionNumber) author: \(author ?? "nil") \(timestamp)>"
  }
}
