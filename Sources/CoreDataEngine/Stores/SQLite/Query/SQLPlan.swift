/// A compiled request: the text of its statement and where its constants go. Requests of one shape share it.
///
/// @unchecked Sendable: immutable.
final class SQLPlan: @unchecked Sendable {
  let text: String
  let parameters: [SQLParameter]
  /// How the rows of an object fetch are read.
  let selection: RowSelection?
  /// How the columns of a dictionary fetch are read.
  let columns: [ResultColumn]
  /// The parts of the predicate, among its conjuncts, that SQL cannot say; the statement leaves them out.
  let remaining: [Int]
  /// Whether a sort descriptor orders by code of the caller's; the statement then has no order.
  let sortsInMemory: Bool

  init(
    _ sql: SQLFragment, selection: RowSelection? = nil, columns: [ResultColumn] = [], remaining: [Int] = [],
    sortsInMemory: Bool = false
  ) {
    text = sql.text
    parameters = sql.parameters
    self.selection = selection
    self.columns = columns
    self.remaining = remaining
    self.sortsInMemory = sortsInMemory
  }
}

/// A statement that is ready to run: a pure value.
struct SQLQuery: Equatable {
  var text: String
  var values: [SQLValue]
}

/// What a request gives.
enum SQLResult: UInt8 {
  case rows, keys, count, dictionaries
}

/// A fetch in two parts: what the store does, and what is left to do with the objects it finds.
struct QuerySplit {
  /// Without limit and offset when anything remains: they are applied last.
  var stored: RowQuery
  /// What the objects have to satisfy besides, by SQL's rule of nil.
  var predicate: PredicateTree?
  /// Whether the objects have to be sorted.
  var sorts = false

  var isWhole: Bool { predicate == nil && !sorts }
}
