import Foundation

extension Console {
  /// Runs work that reports to the current `Progress`, with a bar on a terminal when it takes over a second. An interruption
  /// cancels it: see `Interruption`.
  ///
  /// The bar counts `total` things of the name `unit`.
  func watching<Result>(total: Int, unit: String, _ body: () throws -> Result) throws -> Result {
    try Interruption.catching {
      let progress = Progress(totalUnitCount: 1)
      let watch = Watch(progress, ProgressBar(self, total: total, unit: unit), total: total)
      watch.start()
      defer { watch.end() }
      progress.becomeCurrent(withPendingUnitCount: 1)
      defer { progress.resignCurrent() }
      return try body()
    }
  }
}

/// Looks at a progress from a thread of its own, since the work has the main one.
///
/// @unchecked Sendable: the bar is used by the thread alone, the rest is guarded by `condition` or guards itself.
private final class Watch: @unchecked Sendable {
  private let progress: Progress
  private let bar: ProgressBar
  private let total: Int
  private let condition = NSCondition()
  private var isOver = false
  private var hasEnded = false

  init(_ progress: Progress, _ bar: ProgressBar, total: Int) {
    self.progress = progress
    self.bar = bar
    self.total = total
  }

  func start() { Thread { self.run() }.start() }

  private func run() {
    condition.lock()
    while !isOver {
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.03))
      if Interruption.signal != nil, !progress.isCancelled { progress.cancel() }
      bar.update(Int(progress.fractionCompleted * Double(total)))
    }
    bar.end()
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  func end() {
    condition.lock()
    isOver = true
    condition.broadcast()
    while !hasEnded { condition.wait() }
    condition.unlock()
  }
}
