import Foundation

/// A lock around a value.
///
/// Over `NSLock`, not `Mutex`, whose locking the thread sanitizer does not see on Linux.
///
/// @unchecked Sendable: `value` is used under `lock` only.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
