/// Decimal numbers as text: sign, digits and a power of ten, without rounding.
struct DecimalText {
  /// Foundation's decimals hold 38 digits and exponents of one signed byte.
  private static let maximumDigits = 38
  private static let exponents = -128...127

  /// Plain notation without superfluous zeros: "-12.5", "1000", "0".
  let canonical: String

  /// Nil if the text is no decimal number, or one that a decimal cannot hold.
  init?(_ text: String) {
    var rest = Substring(text)
    var isNegative = false
    if let sign = rest.first, sign == "-" || sign == "+" {
      isNegative = sign == "-"
      rest.removeFirst()
    }
    var digits: [UInt8] = []
    var exponent = 0
    if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      guard let power = Int(rest[rest.index(after: mark)...]), abs(power) < 1000 else { return nil }
      exponent = power
      rest = rest[..<mark]
    }
    var sawPoint = false
    for byte in rest.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte)
        if sawPoint { exponent -= 1 }
      case UInt8(ascii: ".") where !sawPoint:
        sawPoint = true
      default:
        return nil
      }
    }
    guard !digits.isEmpty else { return nil }
    self.init(digits: digits, exponent: exponent, isNegative: isNegative)
  }

  /// - Parameter digits: ASCII digits, most significant first.
  init?(digits: [UInt8], exponent: Int, isNegative: Bool) {
    let zero = UInt8(ascii: "0")
    var digits = Array(digits.drop { $0 == zero })
    var exponent = exponent
    while digits.last == zero {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty {
      canonical = "0"
      return
    }
    guard digits.count <= Self.maximumDigits, Self.exponents.contains(exponent) else { return nil }
    if exponent >= 0 {
      digits += Array(repeating: zero, count: exponent)
    } else {
      let places = -exponent
      if digits.count <= places {
        digits = Array(repeating: zero, count: places - digits.count + 1) + digits
      }
      digits.insert(UInt8(ascii: "."), at: digits.count - places)
    }
    canonical = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }
}
