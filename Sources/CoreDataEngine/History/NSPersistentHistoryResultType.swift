/// What a request to the history gives, with Apple's raw values.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// Whether it was carried out: a `Bool`.
  case statusOnly = 0
  /// The IDs of the changed objects: `[NSManagedObjectID]`.
  case objectIDs = 1
  /// The number of changes found, or of transactions deleted: an `Int`.
  case count = 2
  /// Transactions without their changes: `[NSPersistentHistoryTransaction]`.
  case transactionsOnly = 3
  /// Changes: `[NSPersistentHistoryChange]`.
  case changesOnly = 4
  /// Transactions with their changes: `[NSPersistentHistoryTransaction]`.
  case transactionsAndChanges = 5
}
