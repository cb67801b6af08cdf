/// Counts work in progress, and keeps new work back while a store is being closed.
struct WorkGate {
  private(set) var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var postponed: [@Sendable () -> Void] = []

  mutating func enter() { running += 1 }

  /// Ends a piece of work; returns those who waited for the last one.
  mutating func leave() -> [CheckedContinuation<Void, Never>] {
    running -= 1
    guard running == 0 else { return [] }
    defer { waiting = [] }
    return waiting
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

  mutating func postpone(_ work: @escaping @Sendable () -> Void) { postponed.append(work) }

  mutating func takePostponed() -> [@Sendable () -> Void] {
    defer { postponed = [] }
    return postponed
  }
}
