/// A mutual exclusion lock around a value.
///
/// Over `NSLock`, not `Mutex`: the thread sanitizer does not see through the latter on Linux.
///
/// @unchecked Sendable: `value` is used under `lock` only.
final class Lock<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  @inline(__always) func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
