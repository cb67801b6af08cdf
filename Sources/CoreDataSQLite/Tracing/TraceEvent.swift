/// One finished execution of a statement.
package struct TraceEvent: Sendable {
  package let sql: String
  /// The SQL with its bound values; nil unless ``TraceDetail/values`` is wanted.
  package let expandedSQL: String?
  /// From the first step to the end, the time the caller spent between steps included.
  package let nanoseconds: Int64
  /// The number of rows stepped.
  package let rows: Int
  /// The values of the rows as SQL writes them; empty unless ``TraceDetail/rows`` is wanted.
  package let rowValues: [[String]]
}

/// What trace events carry besides the SQL and the time. All of it may be private.
package struct TraceDetail: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The SQL with its bound values.
  package static let values = TraceDetail(rawValue: 1)
  /// The values of all rows.
  package static let rows = TraceDetail(rawValue: 2)
}
