/// The name of a method. Follows Objective-C's type of that name, as far as sort descriptors need it: `#selector` does
/// not exist here, so a selector is made of its text.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, with a colon for each argument.
  public let description: String

  /// Takes any text; whether something understands the selector shows when it is used.
  public init(_ str: String) { description = str }

  /// Takes any text, as `init(_:)` does.
  public init(stringLiteral value: String) { description = value }
}

/// The selector of a name. Follows Apple's function of that name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// The name of a selector. Follows Apple's function of that name.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }
