import Synchronization

/// A lock for sections of a few instructions: taking it free costs one atomic exchange.
///
/// A thread that finds it taken tries again for a moment, then sleeps in short naps; it is never held while anything
/// else than memory is touched.
final class SpinLock: Sendable {
  private let isTaken = Atomic<Bool>(false)

  @inline(__always) func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isTaken.exchange(true, ordering: .acquiring) { wait() }
    defer { isTaken.store(false, ordering: .releasing) }
    return try body()
  }

  @inline(never) private func wait() {
    var attempts = 0
    while true {
      if !isTaken.load(ordering: .relaxed), !isTaken.exchange(true, ordering: .acquiring) { return }
      attempts += 1
      if attempts > 64 { usleep(20) }
    }
  }
}
