/// Bytes that compare as decimals do, digit by digit, so that SQLite can sort what no double holds.
enum DecimalKey {
  /// The sign, the place of the first digit, and the digits; those of a negative number complemented, so that larger ones
  /// come first, with an end above all digits.
  static func bytes(of decimal: Decimal) -> [UInt8] {
    if decimal == 0 { return [1] }
    let text = decimal.magnitude.description.utf8
    let whole = text.prefix { $0 != UInt8(ascii: ".") }.drop { $0 == UInt8(ascii: "0") }
    let fraction = text.drop { $0 != UInt8(ascii: ".") }.dropFirst()
    let zeros = fraction.prefix { $0 == UInt8(ascii: "0") }.count
    let place = UInt16(0x4000 + (whole.isEmpty ? -zeros : whole.count))
    var digits = Array(whole) + (whole.isEmpty ? fraction.dropFirst(zeros) : fraction)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let bytes = [UInt8(place >> 8), UInt8(place & 0xFF)] + digits
    return decimal < 0 ? [0] + bytes.map { ~$0 } + [0xFF] : [2] + bytes
  }
}
