/// Long lists travel in one parameter, so that no limit of parameters counts.
extension ConstantEncoder {
  /// The members as a JSON array, which `SQLQueryText.members` reads back. Doubles go as their bits and bytes as
  /// hexadecimal digits: neither can be written in JSON without loss.
  func list(_ members: [Any], _ encoding: ConstantEncoding) throws -> String {
    var json = "["
    json.reserveCapacity(members.count * 12)
    for member in members {
      let count = json.utf8.count
      if count > 1 { json += "," }
      guard let member = AnyValue.unwrapped(member) else {
        json += "null"
        continue
      }
      if try !append(member, encoding, to: &json) { json.removeLast(json.utf8.count - count) }
    }
    return json + "]"
  }

  /// Whether the member was added; one that can equal no value of the column is left out.
  private func append(_ member: Any, _ encoding: ConstantEncoding, to json: inout String) throws -> Bool {
    switch encoding {
    case .integer:
      switch ConstantEncoder.number(try NumericValue(member) ?? mismatch(member, "number")) {
      case .integer(let value): json += String(value)
      case .double(let value):
        guard let whole = Int64(exactly: value) else { return false }
        json += String(whole)
      default: return false
      }
    case .number:
      let number = try NumericValue(member) ?? mismatch(member, "number")
      if case .integer(let value) = number, Int64(exactly: Double(value)) != value { return false }
      json += String(Int64(bitPattern: number.double.bitPattern))
    case .decimal:
      // As its digits: what is stored is found with `DecimalCoding` again.
      let number = try NumericValue(member) ?? mismatch(member, "number")
      json += "\"\(number.decimal.description)\""
    case .date:
      json += String(Int64(bitPattern: try date(member).timeIntervalSinceReferenceDate.bitPattern))
    case .text: ConstantEncoder.append(try text(member), to: &json)
    case .folded(let options): ConstantEncoder.append(StringMatching.folded(try text(member), options), to: &json)
    case .data: json += "\"\(ConstantEncoder.hexadecimal(try data(member)))\""
    case .uuid: json += "\"\(ConstantEncoder.hexadecimal(try uuid(member)))\""
    case .key, .entity:
      guard case .integer(let key) = try value(member, encoding) else { return false }
      json += String(key)
    case .textUpperBound, .pattern, .member, .list: return false
    }
    return true
  }

  /// JSON of SQLite ends a text at a zero byte; such a text goes as an array with its hexadecimal digits.
  private static func append(_ text: String, to json: inout String) {
    var needsEscapes = false
    for byte in text.utf8 {
      if byte == 0 {
        json += "[\"\(hexadecimal(text.utf8))\"]"
        return
      }
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { needsEscapes = true }
    }
    json += "\""
    if !needsEscapes {
      json += text
    } else {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": json += "\\\""
        case "\\": json += "\\\\"
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: json.unicodeScalars.append(scalar)
        }
      }
    }
    json += "\""
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
