import Foundation

/// A line that tells how far a long piece of work is. Nothing is seen of work that takes less than a second.
final class ProgressBar {
  private let console: Console
  private let total: Int
  private let unit: String
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?

  /// `unit` is what is counted, after a rate: `3 rows/s`.
  init(_ console: Console, total: Int, unit: String = "objects") {
    self.console = console
    self.total = total
    self.unit = unit
  }

  func update(_ done: Int) {
    guard console.showsProgress, done > 0 else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1), now - (lastShown ?? start) > .milliseconds(100) else { return }
    lastShown = now
    let line = ProgressBar.line(done: done, total: total, unit: unit, seconds: (now - start) / .seconds(1))
    console.writeError("\r\(line)\u{1b}[K")
  }

  func end() {
    if lastShown != nil { console.writeError("\r\u{1b}[K") }
  }

  /// The bar, the share, the rate, and the time that is left at this rate.
  static func line(done: Int, total: Int, unit: String, seconds: Double) -> String {
    let rate = Double(done) / max(seconds, 0.001)
    let percent = total > 0 ? min(100, done * 100 / total) : 0
    let bar = String(repeating: "█", count: percent / 5) + String(repeating: "░", count: 20 - percent / 5)
    let left = Int((Double(max(0, total - done)) / max(rate, 0.001)).rounded(.up))
    let time = left < 60 ? "\(left) s" : "\(left / 60) min \(left % 60) s"
    return "\(bar) \(percent) %  \(amount(rate)) \(unit)/s  \(time) left"
  }

  private static func amount(_ rate: Double) -> String {
    switch rate {
    case 1_000_000...: String(format: "%.1f M", rate / 1_000_000)
    case 10_000...: String(format: "%.0f k", rate / 1_000)
    default: "\(Int(rate))"
    }
  }
}
