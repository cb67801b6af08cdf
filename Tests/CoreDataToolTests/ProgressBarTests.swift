import Foundation
import Testing

@testable import CoreDataTool

@Suite struct ProgressBarTests {
  @Test func aLineHasShareRateAndTime() {
    #expect(
      ProgressBar.line(done: 250, total: 1_000, unit: "rows", seconds: 2)
        == "█████░░░░░░░░░░░░░░░ 25 %  125 rows/s  6 s left")
    #expect(
      ProgressBar.line(done: 3_000_000, total: 300_000_000, unit: "bytes", seconds: 1)
        == "░░░░░░░░░░░░░░░░░░░░ 1 %  3.0 M bytes/s  1 min 39 s left")
    #expect(
      ProgressBar.line(done: 20_000, total: 20_000, unit: "rows", seconds: 1).contains("100 %  20 k rows/s  0 s left"))
  }

  /// Text that the bar's thread writes.
  private final class Text: @unchecked Sendable {
    private let lock = NSLock()
    private var text = ""

    func add(_ more: String) { lock.withLock { text += more } }
    var all: String { lock.withLock { text } }
  }

  private func watch(seconds: Double, isTerminal: Bool) throws -> String {
    let text = Text()
    let console = Console(output: { _ in }, errorOutput: { text.add($0) }, usesColour: false, showsProgress: isTerminal)
    try console.watching(total: 500, unit: "rows") {
      let progress = Progress(totalUnitCount: 10)
      let start = ContinuousClock.now
      while start.duration(to: .now) < .seconds(seconds) {
        progress.completedUnitCount = min(9, progress.completedUnitCount + 1)
        usleep(50_000)
      }
    }
    return text.all
  }

  @Test func longWorkIsShownAndTheLineCleared() throws {
    let text = try watch(seconds: 1.4, isTerminal: true)
    #expect(text.contains("90 %") && text.contains(" rows/s") && text.hasSuffix("\r\u{1b}[K"))
  }

  @Test func shortWorkAndFilesShowNothing() throws {
    #expect(try watch(seconds: 0.2, isTerminal: true).isEmpty)
    #expect(try watch(seconds: 1.2, isTerminal: false).isEmpty)
  }
}
