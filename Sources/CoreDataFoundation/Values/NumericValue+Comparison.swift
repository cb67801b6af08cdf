import Foundation

extension NumericValue {
  /// Compares exactly: an integer is never rounded to a double first. Only a decimal against a double is compared
  /// as doubles, because the double nearest to 0.1 is meant to equal the decimal 0.1. nil when one side is NaN.
  package func compare(_ other: NumericValue) -> ComparisonResult? {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Self.order(left, right)
    case (.real(let left), .real(let right)): Self.order(left, right)
    case (.integer(let left), .real(let right)): Self.order(left, right)
    case (.real(let left), .integer(let right)): Self.order(right, left)?.reversed
    case (.unsigned(let left), .unsigned(let right)): Self.order(left, right)
    case (.integer, .unsigned): .orderedAscending
    case (.unsigned, .integer): .orderedDescending
    case (.unsigned(let left), .real(let right)): Self.order(left, right)
    case (.real(let left), .unsigned(let right)): Self.order(right, left)?.reversed
    case (.decimal, .real), (.real, .decimal): Self.order(double, other.double)
    case (.decimal, _), (_, .decimal): Self.order(decimal, other.decimal)
    }
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> ComparisonResult? {
    if left < right { return .orderedAscending }
    if left == right { return .orderedSame }
    return left > right ? .orderedDescending : nil
  }

  private static func order<T: FixedWidthInteger>(_ left: T, _ right: Double) -> ComparisonResult? {
    if right.isNaN { return nil }
    guard let whole = T(exactly: right.rounded(.down)) else {
      return right < 0 ? .orderedDescending : .orderedAscending
    }
    if left != whole { return left < whole ? .orderedAscending : .orderedDescending }
    return right > right.rounded(.down) ? .orderedAscending : .orderedSame
  }
}

extension ComparisonResult {
  package var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }
}
