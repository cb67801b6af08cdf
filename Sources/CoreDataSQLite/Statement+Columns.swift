import CCoreDataSQLite

// Valid after a step that returned true. Buffers point into SQLite's row: they last until the next step, reset, or
// the release of the statement.
extension Statement {
  /// The number of columns of a row; 0 for a statement that gives none.
  @inlinable
  package var columnCount: Int32 { sqlite3_column_count(handle) }

  /// The name of a column as the SQL gives it; empty for an index out of range.
  package func columnName(_ index: Int32) -> String {
    sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
  }

  @inlinable
  package func columnType(_ index: Int32) -> ColumnType {
    ColumnType(code: sqlite3_column_type(handle, index))
  }

  @inlinable
  package func isNull(_ index: Int32) -> Bool {
    sqlite3_column_type(handle, index) == SQLITE_NULL
  }

  /// The value as an integer; 0 for NULL.
  @inlinable
  package func integer(_ index: Int32) -> Int64 {
    sqlite3_column_int64(handle, index)
  }

  /// The value as a floating-point number; 0 for NULL.
  @inlinable
  package func double(_ index: Int32) -> Double {
    sqlite3_column_double(handle, index)
  }

  /// The UTF-8 text of the value without a copy; nil for NULL.
  @inlinable
  package func text(_ index: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard let bytes = sqlite3_column_text(handle, index) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index)))
  }

  /// The bytes of the value without a copy; nil for NULL, an empty buffer for an empty blob.
  @inlinable
  package func blob(_ index: Int32) -> UnsafeRawBufferPointer? {
    guard let bytes = sqlite3_column_blob(handle, index) else {
      return isNull(index) ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index)))
  }

  /// The text of the value; nil for NULL. Bytes that are not UTF-8 are repaired.
  @inlinable
  package func string(_ index: Int32) -> String? {
    text(index).map { String(decoding: $0, as: UTF8.self) }
  }
}
