/// A change of one object. Follows Apple's `NSPersistentHistoryChange`.
///
/// @unchecked Sendable: immutable.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  private let change: HistoryChangeRecord
  private let record: HistoryRecord
  private let origin: HistoryOrigin

  init(_ change: HistoryChangeRecord, _ record: HistoryRecord, _ origin: HistoryOrigin) {
    self.change = change
    self.record = record
    self.origin = origin
    super.init()
  }

  /// Describes changes for the predicates of a history request: `changeID`, `changeType`, `changedEntity`,
  /// `changedObjectID`. Stores in `context` have no part in it.
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    HistoryEntities.change
  }

  /// Describes changes for the predicates of a history request.
  open class var entityDescription: NSEntityDescription? { HistoryEntities.change }

  /// A request for changes, to be given a predicate and used in `fetchHistory(withFetch:)`.
  open class var fetchRequest: NSFetchRequest<NSFetchRequestResult>? {
    let request = NSFetchRequest<NSFetchRequestResult>()
    request.entity = HistoryEntities.change
    return request
  }

  /// The number of the change in its store.
  open var changeID: Int64 { change.id }

  /// The object; deleted ones have an ID too.
  open var changedObjectID: NSManagedObjectID { origin.id(change.object) }

  /// What happened.
  open var changeType: NSPersistentHistoryChangeType { change.type }

  /// What the model preserves of a deleted object, by attribute name; nil for nothing, and for other changes.
  open var tombstone: [AnyHashable: Any]? {
    change.tombstone.map { Dictionary(uniqueKeysWithValues: $0.map { (AnyHashable($0), $1) }) }
  }

  /// The transaction, without its other changes.
  open var transaction: NSPersistentHistoryTransaction? {
    NSPersistentHistoryTransaction(record, origin, changes: nil)
  }

  /// The properties that an update changed; nil for other changes, and for updates that Apple's framework has written,
  /// whose form is not known.
  open var updatedProperties: Set<NSPropertyDescription>? { change.properties.map { Set($0.map(\.description)) } }

  /// The change itself: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryChange else { return false }
    return other.change.id == change.id && other.origin.storeID == origin.storeID
  }

  open override var hash: Int { change.id.hashValue }

  open override var description: String {
    "<NSPersistentHistoryChange \(changeID) \(changeType) \(changedObjectID)>"
  }
}
