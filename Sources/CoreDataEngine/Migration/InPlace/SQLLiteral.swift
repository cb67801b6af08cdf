/// Stored values as SQL text, for defaults that are written to many rows at once.
enum SQLLiteral {
  /// The literal of an attribute's default; nil for none, and for values that no literal stands for.
  static func defaultValue(of property: PropertyLayout) -> String? {
    guard property.isAttribute, property.isStored else { return nil }
    return text(of: property.owner.defaults[property.slot], external: property.usesExternalStorage)
  }

  static func text(of value: Value, external: Bool = false) -> String? {
    switch value {
    case .integer(let number): return String(number)
    case .double(let number): return number.isFinite ? number.description : nil
    case .string(let text): return quoted(text)
    case .data(let data): return bytes(external ? Data([ExternalData.inlineMark]) + data : data)
    case .uuid(let uuid): return withUnsafeBytes(of: uuid.uuid) { bytes(Data($0)) }
    case .decimal(let decimal):
      switch DecimalCoding.form(of: decimal) {
      case .integer(let number): return String(number)
      case .double(let number): return number.description
      case .digits(let digits): return bytes(Data(digits.utf8))
      }
    case .unset, .null, .object: return nil
    }
  }

  /// A text with a NUL cannot be written as a literal.
  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(0) else { return "'\(text.replacing("'", with: "''"))'" }
    return "CAST(\(bytes(Data(text.utf8))) AS TEXT)"
  }

  private static func bytes(_ data: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * data.count)
    for byte in data {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return "x'\(String(decoding: text, as: UTF8.self))'"
  }
}
