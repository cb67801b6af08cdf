/// One finished execution of a statement.
package struct TraceEvent: Sendable {
  package let sql: String
  /// The SQL with its bound values; nil unless ``Connection/traceExpandsValues`` is on.
  package let expandedSQL: String?
  /// From the first step to the end, the time the caller spent between steps included.
  package let nanoseconds: Int64
  /// The number of rows stepped.
  package let rows: Int
}
