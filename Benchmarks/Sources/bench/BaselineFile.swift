import CBaseline
import Foundation

/// A file opened by the baseline, closed when the last reference goes.
///
/// Both sides lay their tables out alike, so that the baseline also reads what the other side wrote.
final class BaselineFile {
  private let handle: OpaquePointer

  init(_ url: URL) {
    handle = baseline_open(url.path)
  }

  deinit {
    baseline_close(handle)
  }

  /// Calls `body` with the connection, which stays open until it returns.
  func use<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(handle) }
  }

  /// The checksum of all items in the file at `url`.
  static func itemSum(at url: URL) -> UInt64 {
    BaselineFile(url).use(baseline_fetch_all)
  }
}
