import CCoreDataSQLite

/// Stops the running work of one connection from any thread.
///
/// The lock makes an interrupt and the closing of the connection exclusive, so a late call finds no connection
/// instead of a freed one.
// @unchecked: `lock` guards both variables.
package final class Interrupter: @unchecked Sendable {
  // A POSIX lock, because the thread sanitizer does not see through that of `Synchronization` on Linux.
  private let lock: UnsafeMutableRawPointer
  private var connection: OpaquePointer?
  private var count = 0

  init(_ connection: OpaquePointer) {
    self.connection = connection
    guard let lock = coredata_sqlite_lock_create() else { preconditionFailure("Out of memory for a lock") }
    self.lock = lock
  }

  deinit {
    coredata_sqlite_lock_destroy(lock)
  }

  /// Makes the running statements fail with `.interrupt`, and a wait for a lock with `.busy`. Does nothing when
  /// nothing runs or the connection is closed.
  package func interrupt() {
    withLock {
      guard let connection else { return }
      count += 1
      sqlite3_interrupt(connection)
    }
  }

  /// The number of interrupts so far, which lets a waiting busy handler notice a new one.
  var interruptCount: Int { withLock { count } }

  func invalidate() {
    withLock { connection = nil }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    coredata_sqlite_lock_acquire(lock)
    defer { coredata_sqlite_lock_release(lock) }
    return body()
  }
}
