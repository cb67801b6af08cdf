import Foundation

/// A value that a model file holds: an attribute's default, a bound, an entry of a user info dictionary.
package enum ModelValue: Hashable, Sendable, ExpressibleByStringLiteral {
  case integer(Int64)
  case double(Double)
  /// Decimal text with "." as separator, so that no digit is lost.
  case decimal(String)
  case boolean(Bool)
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data(Data)
  case uuid(UUID)
  /// An absolute URL as text.
  case url(String)
  /// A container, or a value of a class this module does not know, as a keyed archive of its own; decoding it is the client's choice.
  case archived(Data)

  package init(stringLiteral value: String) {
    self = .string(value)
  }

  /// The text of a string value; nil for any other kind.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
