import CCoreDataSQLite

/// The values of a statement's present row, found together: a look-up of each would cost as much as reading it.
///
/// SQLite keeps the values of a row side by side, at equal distances. That is no promise of its interface, so it is
/// checked at the ends of each row, and where it does not hold each value is looked up.
///
/// Valid until the next step, reset, or release of the statement, and only on the thread that uses its connection.
@usableFromInline
@frozen
package struct RowValues {
  @usableFromInline let statement: OpaquePointer
  /// The first value; nil when the values have to be looked up.
  @usableFromInline let first: UnsafeRawPointer?
  @usableFromInline let stride: Int

  @inlinable
  init(_ statement: OpaquePointer) {
    self.statement = statement
    let last = sqlite3_data_count(statement) - 1
    let ends = UnsafeRawPointer(sqlite3_column_value(statement, 0).unsafelyUnwrapped)
    stride = UnsafeRawPointer(sqlite3_column_value(statement, 1).unsafelyUnwrapped) - ends
    let span = UnsafeRawPointer(sqlite3_column_value(statement, last).unsafelyUnwrapped) - ends
    first = last >= 1 && stride > 0 && span == stride &* Int(last) ? ends : nil
  }

  /// The value of a column, which has to exist.
  @inlinable
  package subscript(column: Int32) -> ColumnValue {
    if let first { return ColumnValue(handle: OpaquePointer(first + stride &* Int(column))) }
    return ColumnValue(handle: sqlite3_column_value(statement, column).unsafelyUnwrapped)
  }
}
