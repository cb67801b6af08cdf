/// A version of the SQLite library, compared by component.
package struct SQLiteVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's own form: major × 1,000,000 + minor × 1,000 + patch.
  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  package init(_ major: Int32, _ minor: Int32, _ patch: Int32) {
    number = major * 1_000_000 + minor * 1_000 + patch
  }

  package static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
    left.number < right.number
  }

  package var description: String {
    "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
  }
}
