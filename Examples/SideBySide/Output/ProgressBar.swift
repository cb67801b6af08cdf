import Foundation

/// Progress on a terminal; one plain line where the output goes to a file or a pipe.
struct ProgressBar {
  private static let width = 40
  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  let title: String
  let total: Int
  private var shown = -1
  private var done = 0

  init(title: String, total: Int) {
    self.title = title
    self.total = max(total, 1)
  }

  /// Shows that `done` of all pieces are done; writes only when the percentage changes.
  mutating func advance(to done: Int) {
    self.done = done
    let percent = min(100, done * 100 / total)
    guard ProgressBar.isTerminal, percent != shown else { return }
    shown = percent
    let filled = percent * ProgressBar.width / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: ProgressBar.width - filled)
    write("\r\(title) \(bar) \(percent) %")
  }

  /// Ends the line.
  func finish() { write(ProgressBar.isTerminal ? "\n\n" : "\(title): \(done) of \(total) rows\n\n") }

  // Past the buffer of `print`, which shows nothing before the line ends.
  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
