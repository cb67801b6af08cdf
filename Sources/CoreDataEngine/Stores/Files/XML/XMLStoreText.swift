/// Text in an XML store. What XML cannot hold is written as Apple writes it: `\u` and four hexadecimal digits of a UTF-16
/// unit, the low byte first.
enum XMLStoreText {
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsEscape) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case _ where needsEscape(scalar): for unit in String(scalar).utf16 { result += escape(unit) }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A backslash is escaped wherever it stands, so that what follows it is never taken for an escape.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "<", ">", "&", "\\": true
    case "\t", "\n": false
    default: scalar.value < 0x20 || scalar.value == 0x7f || scalar.value == 0xfffe || scalar.value == 0xffff
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    func digits(_ byte: UInt16) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return "\\u" + digits(unit & 0xff) + digits(unit >> 8)
  }

  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    let units = Array(text.utf16)
    var result: [UInt16] = []
    result.reserveCapacity(units.count)
    var index = 0
    while index < units.count {
      if let unit = escapedUnit(units[index...]) {
        result.append(unit)
        index += 6
      } else {
        result.append(units[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF16.self)
  }

  private static func escapedUnit(_ units: ArraySlice<UInt16>) -> UInt16? {
    let start = units.startIndex
    guard units.count >= 6, units[start] == 0x5c, units[start + 1] == 0x75 else { return nil }
    var value: UInt16 = 0
    for unit in units[(start + 2)..<(start + 6)] {
      guard let digit = Unicode.Scalar(unit).flatMap({ Character($0).hexDigitValue }) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value.byteSwapped
  }
}
