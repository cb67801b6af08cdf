import Foundation

/// Arithmetic follows SQLite, so that a store and memory agree: whole numbers stay whole (7 / 2 is 3) and go over
/// to doubles when they overflow, as decimals do, and a division by zero has no value.
extension NumericValue {
  package static func + (left: Self, right: Self) -> Self {
    combine(left, right, { $0.addingReportingOverflow($1) }, { $0 + $1 }, { $0 + $1 })
  }

  package static func - (left: Self, right: Self) -> Self {
    combine(left, right, { $0.subtractingReportingOverflow($1) }, { $0 - $1 }, { $0 - $1 })
  }

  package static func * (left: Self, right: Self) -> Self {
    combine(left, right, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 }, product)
  }

  package func divided(by other: Self) -> Self? {
    if other.double == 0 { return nil }
    return Self.combine(self, other, { $0.dividedReportingOverflow(by: $1) }, { $0 / $1 }, Self.quotient)
  }

  package func remainder(by other: Self) -> Self? {
    guard let left = integer, let right = other.integer, right != 0 else { return nil }
    return .integer(left.remainderReportingOverflow(dividingBy: right).partialValue)
  }

  /// A double, also of whole numbers.
  package func raised(to other: Self) -> Self { .real(Foundation.pow(double, other.double)) }

  private static func combine(
    _ left: Self, _ right: Self, _ whole: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    _ real: (Double, Double) -> Double, _ decimal: (Decimal, Decimal) -> Decimal?
  ) -> Self {
    switch (left, right) {
    case (.integer(let first), .integer(let second)):
      let (result, overflow) = whole(first, second)
      return overflow ? .real(real(left.double, right.double)) : .integer(result)
    case (.decimal, .real), (.real, .decimal): return .real(real(left.double, right.double))
    case (.decimal, _), (_, .decimal):
      guard let result = decimal(left.decimal, right.decimal), !result.isNaN else { fallthrough }
      return .decimal(result)
    default: return .real(real(left.double, right.double))
    }
  }

  /// nil when the product is too small for a decimal: the multiplication would end the program.
  private static func product(_ left: Decimal, _ right: Decimal) -> Decimal? {
    left.exponent + right.exponent < -128 ? nil : left * right
  }

  /// nil when the quotient is too small for a decimal.
  private static func quotient(_ left: Decimal, _ right: Decimal) -> Decimal? {
    let quotient = left / right
    return quotient == 0 && left != 0 ? nil : quotient
  }
}

extension NumericValue {
  /// The whole number in a direction; a whole number is itself.
  package func rounded(_ rule: FloatingPointRoundingRule) -> Self {
    switch self {
    case .integer, .unsigned: return self
    case .real(let value): return .real(value.rounded(rule))
    case .decimal(let value):
      let isUp = rule == .up || rule == .towardZero && value < 0
      var (source, result) = (value, Decimal())
      NSDecimalRound(&result, &source, 0, isUp ? .up : .down)
      return .decimal(result)
    }
  }
}
