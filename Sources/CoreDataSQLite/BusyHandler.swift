import CCoreDataSQLite

/// Waits for locks held by other connections: short pauses first, then longer ones up to a bound, until the
/// timeout has passed or the connection is interrupted.
final class BusyHandler {
  private static let pauses: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

  var timeout: Double
  private let interrupter: Interrupter
  private var deadline = ContinuousClock.now
  private var interruptCount = 0

  init(timeout: Double, interrupter: Interrupter) {
    self.timeout = timeout
    self.interrupter = interrupter
  }

  /// Sleeps before the given attempt (0 for the first of a wait); false means give up.
  func wait(attempt: Int32) -> Bool {
    guard timeout > 0 else { return false }
    if attempt == 0 {
      deadline = .now + .seconds(min(timeout, 1_000_000_000))
      interruptCount = interrupter.interruptCount
    }
    let remaining = ContinuousClock.now.duration(to: deadline)
    guard remaining > .zero, interruptCount == interrupter.interruptCount else { return false }
    let milliseconds = Int32(clamping: Int64(remaining / .milliseconds(1)) + 1)
    let pause = Self.pauses[min(Int(attempt), Self.pauses.count - 1)]
    _ = sqlite3_sleep(min(pause, milliseconds))
    return true
  }

  /// Installs the handler; the connection must keep it alive.
  func install(on connection: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      connection,
      { context, attempt in
        guard let context else { return 0 }
        return Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue().wait(attempt: attempt) ? 1 : 0
      }, context)
  }
}
