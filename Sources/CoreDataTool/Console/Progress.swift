import Foundation

/// A line that tells how far a long piece of work is. Nothing is seen of work that takes less than a second.
final class Progress {
  private let console: Console
  private let total: Int
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?

  init(_ console: Console, total: Int) {
    self.console = console
    self.total = total
  }

  func update(_ done: Int) {
    guard console.showsProgress, done > 0 else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1), now - (lastShown ?? start) > .milliseconds(100) else { return }
    lastShown = now
    let rate = Double(done) / ((now - start) / .seconds(1))
    let percent = total > 0 ? min(100, done * 100 / total) : 0
    let bar = String(repeating: "█", count: percent / 5) + String(repeating: "░", count: 20 - percent / 5)
    let left = Int((Double(max(0, total - done)) / rate).rounded(.up))
    console.writeError("\r\(bar) \(percent) %  \(Int(rate))/s  \(left) s left   ")
  }

  func end() {
    if lastShown != nil { console.writeError("\r\u{1b}[K") }
  }
}
