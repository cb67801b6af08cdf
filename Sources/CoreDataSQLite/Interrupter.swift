import CCoreDataSQLite
import Synchronization

/// Stops the running work of one connection from any thread.
///
/// The lock makes an interrupt and the closing of the connection exclusive, so a late call finds no connection
/// instead of a freed one.
package final class Interrupter: Sendable {
  // The address of the connection; a number, because pointers are not Sendable. 0 once closed.
  private let address: Mutex<UInt>
  private let count = Atomic<Int>(0)

  init(_ connection: OpaquePointer) {
    address = Mutex(UInt(bitPattern: connection))
  }

  /// Makes the running statements fail with `.interrupt`, and a wait for a lock with `.busy`. Does nothing when
  /// nothing runs or the connection is closed.
  package func interrupt() {
    address.withLock { address in
      guard let connection = OpaquePointer(bitPattern: address) else { return }
      count.add(1, ordering: .relaxed)
      sqlite3_interrupt(connection)
    }
  }

  /// The number of interrupts so far, which lets a waiting busy handler notice a new one.
  var interruptCount: Int { count.load(ordering: .relaxed) }

  func invalidate() {
    address.withLock { $0 = 0 }
  }
}
