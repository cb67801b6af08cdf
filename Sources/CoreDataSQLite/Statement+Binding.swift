import CCoreDataSQLite

extension Statement {
  @inlinable
  package func bind(_ value: Int64, at index: Int32) {
    let result = sqlite3_bind_int64(handle, index, value)
    if result != SQLITE_OK { bindingFailed(result, at: index) }
  }

  @inlinable
  package func bind(_ value: Int, at index: Int32) {
    bind(Int64(value), at: index)
  }

  /// SQLite stores NaN as NULL.
  @inlinable
  package func bind(_ value: Double, at index: Int32) {
    let result = sqlite3_bind_double(handle, index, value)
    if result != SQLITE_OK { bindingFailed(result, at: index) }
  }

  /// Binds a copy of the text, NULs included.
  @inlinable
  package func bind(_ value: String, at index: Int32) {
    var value = value
    value.withUTF8 { bind(text: $0, at: index) }
  }

  /// Binds a copy of UTF-8 text.
  @inlinable
  package func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) {
    let result = coredata_sqlite_bind_text(handle, index, text.baseAddress, UInt64(text.count), 0)
    if result != SQLITE_OK { bindingFailed(result, at: index) }
  }

  /// Binds a copy of the bytes; an empty buffer is an empty blob, not NULL.
  @inlinable
  package func bind(blob: UnsafeRawBufferPointer, at index: Int32) {
    let result = coredata_sqlite_bind_blob(handle, index, blob.baseAddress, UInt64(blob.count), 0)
    if result != SQLITE_OK { bindingFailed(result, at: index) }
  }

  /// Binds UTF-8 text without a copy. The caller keeps the bytes alive and unchanged until the execution has ended,
  /// and binds anew before the next.
  @inlinable
  package func bindStatic(text: UnsafeBufferPointer<UInt8>, at index: Int32) {
    let result = coredata_sqlite_bind_text(handle, index, text.baseAddress, UInt64(text.count), 1)
    if result != SQLITE_OK { bindingFailed(result, at: index) }
  }

  /// Binds bytes without a copy, under the rule of ``bindStatic(text:at:)``.
  @inlinable
  package func bindStatic(blob: UnsafeRawBufferPointer, at index: Int32) {
    let result = coredata_sqlite_bind_blob(handle, index, blob.baseAddress, UInt64(blob.count), 1)
    if result != SQLITE_OK { bindingFailed(result, at: index) }
  }

  @inlinable
  package func bindNull(at index: Int32) {
    let result = sqlite3_bind_null(handle, index)
    if result != SQLITE_OK { bindingFailed(result, at: index) }
  }
}
