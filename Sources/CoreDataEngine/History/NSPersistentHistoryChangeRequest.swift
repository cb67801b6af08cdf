/// Asks for, or deletes, persistent history. Follows Apple's `NSPersistentHistoryChangeRequest`.
///
/// It needs a store that was opened with `NSPersistentHistoryTrackingKey`; others throw 134091. A token whose following
/// transactions have been deleted throws 134301.
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// What the request is about, by store.
  enum Point {
    case limit
    case date(Date)
    case token(NSPersistentHistoryToken)
  }

  private(set) var point = Point.limit
  private(set) var deletes = false

  /// What the result holds: transactions with their changes, or, for a deletion, whether it was carried out.
  open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
  /// Which transactions, or which changes, by the entity of the request; nil for all.
  open var fetchRequest: NSFetchRequest<NSFetchRequestResult>?

  /// Makes a request for the whole history.
  public required override init() { super.init() }

  private class func make(_ point: Point, deletes: Bool) -> Self {
    let request = self.init()
    request.point = point
    request.deletes = deletes
    if deletes { request.resultType = .statusOnly }
    return request
  }

  private static func point(_ token: NSPersistentHistoryToken?) -> Point { token.map(Point.token) ?? .limit }

  /// Asks for what came after a date.
  open class func fetchHistory(after date: Date) -> Self { make(.date(date), deletes: false) }

  /// Asks for what came after a token; for all of it when `token` is nil.
  open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { make(point(token), deletes: false) }

  /// Asks for what came after a transaction; for all of it when `transaction` is nil.
  open class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    make(point(transaction?.token), deletes: false)
  }

  /// Asks for the transactions or changes that a request of their entity describes.
  open class func fetchHistory(withFetch fetchRequest: NSFetchRequest<NSFetchRequestResult>) -> Self {
    let request = make(.limit, deletes: false)
    request.fetchRequest = fetchRequest
    return request
  }

  /// Deletes what came before a date.
  open class func deleteHistory(before date: Date) -> Self { make(.date(date), deletes: true) }

  /// Deletes the transactions before that of a token, which stays; all of them when `token` is nil.
  open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self { make(point(token), deletes: true) }

  /// Deletes the transactions before one, which stays; all of them when `transaction` is nil.
  open class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
    make(point(transaction?.token), deletes: true)
  }

  /// The token of the request; nil for one without.
  open var token: NSPersistentHistoryToken? { if case .token(let token) = point { token } else { nil } }

  override func makeCopy() -> NSPersistentStoreRequest {
    let copy = Swift.type(of: self).make(point, deletes: deletes)
    copy.resultType = resultType
    copy.fetchRequest = fetchRequest
    return copy
  }

  override func perform(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    try HistoryExecution(self, context).run()
  }
}
