/// A version such as `10.3.1`, compared number by number: `9.3.5` is before `10.0`, and `10.10` after `10.9`.
///
/// Missing components count as 0, so `10` equals `10.0`.
public struct VersionNumber: Sendable, LosslessStringConvertible {
  /// The numbers between the dots, without zeros at the end.
  public let components: [Int]
  /// The version as it was given.
  public let description: String

  /// Reads numbers with dots between them; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(part) : nil
    }
    guard parts.allSatisfy({ $0 != nil }) else { return nil }
    self.init(components: parts.compactMap(\.self), description: description)
  }

  /// Makes a version of its numbers.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    let shown = patch == 0 ? [major, minor] : [major, minor, patch]
    self.init(components: shown, description: shown.map(String.init).joined(separator: "."))
  }

  private init(components: [Int], description: String) {
    let zeros = components.reversed().prefix { $0 == 0 }.count
    self.components = Array(components.dropLast(zeros))
    self.description = description
  }
}

extension VersionNumber: Comparable, Hashable {
  /// Whether both have the same numbers.
  public static func == (left: VersionNumber, right: VersionNumber) -> Bool { left.components == right.components }

  /// Whether `left` is older.
  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    left.components.lexicographicallyPrecedes(right.components)
  }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension VersionNumber: ExpressibleByStringLiteral {
  /// Makes a version of a literal; one that is no version traps.
  public init(stringLiteral value: String) {
    guard let version = VersionNumber(value) else { preconditionFailure("“\(value)” is no version number.") }
    self = version
  }
}
