extension MarkupScanner {
  /// The longest reference has seven digits: `&#1114111;`.
  private static let maximumReferenceLength = 16

  /// The text of a range, references resolved and line ends made one; in attributes, blanks are spaces.
  func decode(_ range: Range<Int>, isAttribute: Bool = false) throws(ModelFormatError) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "&"):
        let limit = min(range.upperBound, index + Self.maximumReferenceLength)
        guard let end = bytes[index..<limit].firstIndex(of: UInt8(ascii: ";")) else {
          throw error("\"&\" starts no reference")
        }
        text.append(contentsOf: try reference(String(decoding: bytes[index..<end], as: UTF8.self)))
        index = end + 1
      case 0x0d:
        if index < range.upperBound, bytes[index] == 0x0a { index += 1 }
        text.append(isAttribute ? 0x20 : 0x0a)
      case 0x0a, 0x09:
        text.append(isAttribute ? 0x20 : byte)
      case 0x00..<0x20:
        throw error("the control character \(byte) cannot be in XML")
      default:
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func reference(_ name: String) throws(ModelFormatError) -> String.UTF8View {
    switch name {
    case "lt": return "<".utf8
    case "gt": return ">".utf8
    case "amp": return "&".utf8
    case "quot": return "\"".utf8
    case "apos": return "'".utf8
    default:
      let digits = name.dropFirst()
      let code =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard name.hasPrefix("#"), let code, let scalar = Unicode.Scalar(code), Self.isCharacter(scalar) else {
        throw error("\"&\(name);\" is no known reference")
      }
      return String(scalar).utf8
    }
  }

  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a, 0x0d: true
    case 0..<0x20, 0xfffe, 0xffff: false
    default: true
    }
  }
}
