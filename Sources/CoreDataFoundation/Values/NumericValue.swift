import Foundation

/// The one place where a value of unknown type becomes a number.
///
/// A bare `Int` inside an `Any` casts to `NSNumber` but not to `Int64` on Linux, so nothing else in the package
/// casts to number types.
package enum NumericValue: Sendable {
  case integer(Int64)
  /// Only values above `Int64.max`.
  case unsigned(UInt64)
  case real(Double)
  case decimal(Decimal)

  /// nil when `value` is no number.
  package init?(_ value: Any) {
    // Asking for the type is much cheaper than a cast that fails.
    let type = type(of: value)
    if type is AnyClass {
      guard let number = value as? NSNumber else { return nil }
      self.init(number)
    } else if type == Int.self, let value = value as? Int {
      self = .integer(Int64(value))
    } else if type == Double.self, let value = value as? Double {
      self = .real(value)
    } else if type == Bool.self, let value = value as? Bool {
      self = .integer(value ? 1 : 0)
    } else if type == Decimal.self, let value = value as? Decimal {
      self = .decimal(value)
    } else if type == Float.self, let value = value as? Float {
      self = .real(Double(value))
    } else if let value = value as? any FixedWidthInteger {
      self = Int64(exactly: value).map { .integer($0) } ?? .unsigned(UInt64(truncatingIfNeeded: value))
    } else {
      return nil
    }
  }

  package init(_ value: UInt64) {
    self = Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
  }

  init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
      return
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): self.init(number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }

  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .real(let value): value
    // The nearest one: the number's own conversion is off by a bit where there are many digits.
    case .decimal(let value): Double(value.description) ?? NSDecimalNumber(decimal: value).doubleValue
    }
  }

  /// The value without its fraction; nil when it does not fit.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .unsigned: nil
    case .real(let value): Int64(exactly: value.rounded(.towardZero))
    case .decimal(let value): Int64(exactly: NSDecimalNumber(decimal: value).doubleValue.rounded(.towardZero))
    }
  }

  /// Not a number where no decimal stands for the value.
  package var decimal: Decimal {
    switch self {
    case .integer(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    // The conversion of an infinite value ends the program.
    case .real(let value): value.isFinite ? Decimal(value) : .nan
    case .decimal(let value): value
    }
  }

  /// The value as key-value access hands it out.
  package var object: NSNumber {
    switch self {
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .decimal(let value): NSDecimalNumber(decimal: value)
    }
  }
}
