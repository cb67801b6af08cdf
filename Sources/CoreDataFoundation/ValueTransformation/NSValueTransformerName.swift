import Foundation

/// The name under which a value transformer is registered. Follows Apple's `NSValueTransformerName`.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Turns true into false and back.
  public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")
  /// Tells whether a value is nil.
  public static let isNilTransformerName = NSValueTransformerName("NSIsNil")
  /// Tells whether a value is not nil.
  public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")
  /// Reads archived objects of the plist classes, and archives them.
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
}
