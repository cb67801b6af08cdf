import CCoreDataSQLite

/// The arguments of one call of an SQL function, counted from 0. They end with the call, as do their buffers.
@usableFromInline
package struct FunctionArguments: ~Copyable {
  @usableFromInline package let count: Int
  @usableFromInline let values: UnsafeMutablePointer<OpaquePointer?>?
  private let context: OpaquePointer

  init(context: OpaquePointer, count: Int, values: UnsafeMutablePointer<OpaquePointer?>?) {
    self.context = context
    self.count = count
    self.values = values
  }

  @inlinable
  package func type(_ index: Int) -> ColumnType {
    ColumnType(code: sqlite3_value_type(value(index)))
  }

  @inlinable
  package func isNull(_ index: Int) -> Bool {
    sqlite3_value_type(value(index)) == SQLITE_NULL
  }

  /// The value as an integer; 0 for NULL.
  @inlinable
  package func integer(_ index: Int) -> Int64 {
    sqlite3_value_int64(value(index))
  }

  /// The value as a floating-point number; 0 for NULL.
  @inlinable
  package func double(_ index: Int) -> Double {
    sqlite3_value_double(value(index))
  }

  /// The UTF-8 text of the value without a copy; nil for NULL.
  @inlinable
  package func text(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    let value = value(index)
    guard let bytes = sqlite3_value_text(value) else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  /// The text of the value; nil for NULL. Bytes that are not UTF-8 are repaired.
  @inlinable
  package func string(_ index: Int) -> String? {
    text(index).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the value without a copy; nil for NULL, an empty buffer for an empty blob.
  @inlinable
  package func blob(_ index: Int) -> UnsafeRawBufferPointer? {
    let value = value(index)
    guard let bytes = sqlite3_value_blob(value) else {
      return isNull(index) ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  /// An object made from an argument, kept for the other rows of the execution when the argument is constant (such
  /// as a compiled pattern). One kind of object per argument.
  package func cached<Object: AnyObject>(_ index: Int, make: () throws -> Object) rethrows -> Object {
    precondition(index >= 0 && index < count, "Argument \(index) of \(count) read in an SQL function")
    if let known = sqlite3_get_auxdata(context, Int32(index)) {
      let object = Unmanaged<AnyObject>.fromOpaque(known).takeUnretainedValue()
      if let object = object as? Object { return object }
    }
    let object = try make()
    let retained = Unmanaged<AnyObject>.passRetained(object).toOpaque()
    // SQLite may let go of it at once, which is why the result is the object itself.
    sqlite3_set_auxdata(context, Int32(index), retained) { pointer in
      if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }
    return object
  }

  @inlinable
  func value(_ index: Int) -> OpaquePointer? {
    guard index >= 0, index < count, let values else {
      preconditionFailure("Argument \(index) of \(count) read in an SQL function")
    }
    return values[index]
  }
}
