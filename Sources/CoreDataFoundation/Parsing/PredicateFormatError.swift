import Foundation

/// Why a format is no predicate or expression.
///
/// Thrown by `NSPredicate.parse(_:arguments:)`. Not part of Apple's API, which raises an exception instead.
public struct PredicateFormatError: Error, Equatable, CustomStringConvertible, LocalizedError, Sendable {
  /// The format as given.
  public let format: String
  /// Where the fault lies: the number of Unicode scalars before it.
  public let position: Int
  /// What could have stood there.
  public let expected: String
  /// What stands there.
  public let found: String

  public var description: String {
    "Unable to parse the format string \"\(format)\": expected \(expected) at position \(position), found \(found)"
  }

  public var errorDescription: String? { description }
}
