/// Writes indented XML in the style of Xcode's model files.
struct XMLText {
  private(set) var text = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
  private var depth = 0

  /// An element; attributes without a value are left out.
  /// - Throws: if a value holds a character that XML cannot.
  mutating func element(
    _ name: String, _ attributes: [(String, String?)],
    content: ((inout XMLText) throws(ModelFormatError) -> Void)? = nil
  ) throws(ModelFormatError) {
    text += String(repeating: "    ", count: depth) + "<" + name
    for (key, value) in attributes {
      if let value { text += " \(key)=\"\(try Self.escaped(value))\"" }
    }
    guard let content else {
      text += "/>\n"
      return
    }
    text += ">\n"
    depth += 1
    try content(&self)
    depth -= 1
    text += String(repeating: "    ", count: depth) + "</\(name)>\n"
  }

  private static func escaped(_ value: String) throws(ModelFormatError) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\r", "\t": escaped += "&#\(scalar.value);"
      case "\u{0}"..."\u{1f}", "\u{fffe}", "\u{ffff}":
        throw ModelFormatError(
          .invalidValue, reason: "the character U+\(String(scalar.value, radix: 16, uppercase: true)) cannot be in XML")
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
