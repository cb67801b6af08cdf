/// The persistent history of a store that keeps one.
protocol StoreHistory {
  /// The number of the last transaction ever written; 0 for none.
  func lastTransactionNumber() throws -> Int64
  /// The transactions from a point on, in order. Throws 134301 when some of them have been deleted since the point.
  func transactions(after start: HistoryPoint, wantsChanges: Bool) throws -> [HistoryRecord]
  /// Deletes the transactions before a point, with their changes; gives their number.
  func deleteTransactions(before end: HistoryPoint) throws -> Int
}

/// A point of the history.
enum HistoryPoint {
  /// Before, or after, everything.
  case limit
  case number(Int64)
  case date(Date)
}

/// A transaction as a store has it.
final class HistoryRecord {
  let number: Int64
  let timestamp: Date
  let author: String?
  let contextName: String?
  let bundleID: String
  let processID: String

  init(
    number: Int64, timestamp: Date, author: String?, contextName: String?, bundleID: String, processID: String
  ) {
    self.number = number
    self.timestamp = timestamp
    self.author = author
    self.contextName = contextName
    self.bundleID = bundleID
    self.processID = processID
  }

  private(set) var changes: [HistoryChangeRecord] = []

  func append(_ change: HistoryChangeRecord) { changes.append(change) }
}

/// A change as a store has it.
struct HistoryChangeRecord {
  let id: Int64
  let object: ObjectKey
  let type: NSPersistentHistoryChangeType
  /// nil when it is not known.
  let properties: [PropertyLayout]?
  let tombstone: [String: Any]?
}
