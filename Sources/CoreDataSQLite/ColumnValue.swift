import CCoreDataSQLite

/// A column of the present row, fetched once and then read as often as needed, without a look-up each time.
///
/// Valid until the next step, reset, or release of the statement, and only on the thread that uses its connection.
@usableFromInline
@frozen
package struct ColumnValue {
  @usableFromInline let handle: OpaquePointer

  @inlinable
  init(handle: OpaquePointer) { self.handle = handle }

  @inlinable
  package var type: ColumnType { ColumnType(code: sqlite3_value_type(handle)) }

  @inlinable
  package var integer: Int64 { sqlite3_value_int64(handle) }

  @inlinable
  package var double: Double { sqlite3_value_double(handle) }

  /// The UTF-8 text, not copied.
  @inlinable
  package var text: UnsafeRawBufferPointer {
    let bytes = sqlite3_value_text(handle)
    return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_value_bytes(handle)))
  }

  /// The bytes, not copied.
  @inlinable
  package var blob: UnsafeRawBufferPointer {
    let bytes = sqlite3_value_blob(handle)
    return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_value_bytes(handle)))
  }
}
