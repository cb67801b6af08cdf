import CCoreDataSQLite

extension Connection {
  /// Makes a Swift function known to SQL, in place of one of the same name and argument count.
  ///
  /// An argument count of -1 takes any number. A deterministic function gives the same result for the same
  /// arguments always, which lets SQLite call it less often. An error it throws becomes the statement's error. Throws
  /// `.busy` when statements are running that may use the function being replaced.
  package func register(
    function name: String, argumentCount: Int, deterministic: Bool,
    _ body: @escaping (borrowing FunctionArguments) throws -> FunctionResult
  ) throws(SQLiteError) {
    let function = Unmanaged.passRetained(FunctionBox(body)).toOpaque()
    let flags = SQLITE_UTF8 | (deterministic ? SQLITE_DETERMINISTIC : 0)
    // SQLite releases the function, also when it refuses it.
    let result = sqlite3_create_function_v2(
      handle, name, Int32(clamping: argumentCount), flags, function,
      { context, count, values in
        guard let context, let pointer = sqlite3_user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(pointer).takeUnretainedValue()
        box.call(FunctionArguments(context: context, count: Int(count), values: values), context: context)
      }, nil, nil,
      { pointer in
        if let pointer { Unmanaged<FunctionBox>.fromOpaque(pointer).release() }
      })
    try check(result)
  }

  /// Makes a sort order of UTF-8 texts known to SQL, in place of one of the same name.
  ///
  /// The result is negative, 0 or positive, as in C. The order must be total and never change while an index uses it.
  package func register(
    collation name: String,
    compare: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int
  ) throws(SQLiteError) {
    let collation = Unmanaged.passRetained(CollationBox(compare: compare))
    let result = sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, collation.toOpaque(),
      { pointer, leftCount, left, rightCount, right in
        guard let pointer else { return 0 }
        let box = Unmanaged<CollationBox>.fromOpaque(pointer).takeUnretainedValue()
        let order = box.compare(
          UnsafeBufferPointer(start: left?.assumingMemoryBound(to: UInt8.self), count: Int(leftCount)),
          UnsafeBufferPointer(start: right?.assumingMemoryBound(to: UInt8.self), count: Int(rightCount)))
        return Int32(order.signum())
      },
      { pointer in
        if let pointer { Unmanaged<CollationBox>.fromOpaque(pointer).release() }
      })
    // Unlike with functions, a refused collation is the caller's to release.
    if result != SQLITE_OK { collation.release() }
    try check(result)
  }
}

private final class FunctionBox {
  private let body: (borrowing FunctionArguments) throws -> FunctionResult

  init(_ body: @escaping (borrowing FunctionArguments) throws -> FunctionResult) {
    self.body = body
  }

  func call(_ arguments: borrowing FunctionArguments, context: OpaquePointer) {
    do {
      try body(arguments).report(to: context)
    } catch {
      FunctionFailure.report(error, to: context)
    }
  }
}

private final class CollationBox {
  let compare: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int

  init(compare: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Int) {
    self.compare = compare
  }
}
