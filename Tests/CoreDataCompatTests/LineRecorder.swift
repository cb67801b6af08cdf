import Foundation

/// Lines that a log has received.
///
/// @unchecked Sendable: `lines` is used under `lock` only.
final class LineRecorder: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func append(_ line: String) { lock.withLock { lines.append(line) } }
}
