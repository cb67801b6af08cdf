/// A point of the persistent history of one or more stores. Follows Apple's `NSPersistentHistoryToken`.
///
/// Archive it to go on from there in another run of the program. Tokens are equal when they name the same transactions.
///
/// @unchecked Sendable: immutable.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The last transaction, by the store's identifier.
  let transactions: [String: Int64]

  init(_ transactions: [String: Int64]) {
    self.transactions = transactions
    super.init()
  }

  /// Tokens can be archived.
  open class var supportsSecureCoding: Bool { true }

  /// Reads an archived token; nil when the archive is no token's.
  public required init?(coder: NSCoder) {
    let table = coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "transactions")
    guard let table = table as? [String: NSNumber] else { return nil }
    transactions = table.mapValues(\.int64Value)
    super.init()
  }

  /// Archives the token.
  open func encode(with coder: NSCoder) {
    let table = NSMutableDictionary()
    for (store, number) in transactions { table[store] = NSNumber(value: number) }
    coder.encode(table, forKey: "transactions")
  }

  /// The token itself: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.transactions == transactions
  }

  open override var hash: Int { transactions.hashValue }

  open override var description: String { "<NSPersistentHistoryToken \(transactions)>" }
}
