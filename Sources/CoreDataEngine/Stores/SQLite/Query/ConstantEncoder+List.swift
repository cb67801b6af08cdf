/// Long lists travel in one parameter, so that no limit of parameters counts.
extension ConstantEncoder {
  /// The members as a JSON array, which `ConstantEncoding.memberSQL` reads back. Doubles go as their bits and bytes as
  /// hexadecimal digits: neither can be written in JSON without loss.
  func list(_ members: [Any], _ encoding: ConstantEncoding) throws -> [UInt8] {
    var json: [UInt8] = [UInt8(ascii: "[")]
    json.reserveCapacity(members.count * 12)
    for member in members {
      let count = json.count
      if count > 1 { json.append(UInt8(ascii: ",")) }
      guard let member = PlainValue.unwrapped(member) else {
        json.append(contentsOf: "null".utf8)
        continue
      }
      if try !append(member, encoding, to: &json) { json.removeLast(json.count - count) }
    }
    json.append(UInt8(ascii: "]"))
    return json
  }

  /// Whether the member was added; one that can equal no value of the column is left out.
  private func append(_ member: Any, _ encoding: ConstantEncoding, to json: inout [UInt8]) throws -> Bool {
    switch encoding {
    case .integer:
      if let value = member as? Int {
        ConstantEncoder.append(Int64(value), to: &json)
        return true
      }
      switch ConstantEncoder.decimal(try NumericValue(member) ?? mismatch(member, "number")) {
      case .integer(let value): ConstantEncoder.append(value, to: &json)
      case .double(let value):
        guard let whole = Int64(exactly: value) else { return false }
        ConstantEncoder.append(whole, to: &json)
      default: return false
      }
    case .number:
      let number = try NumericValue(member) ?? mismatch(member, "number")
      if case .integer(let value) = number, Int64(exactly: Double(value)) != value { return false }
      ConstantEncoder.append(number.double, to: &json)
    case .real:
      guard case .real(let value) = try NumericValue(member) ?? mismatch(member, "number") else { return false }
      ConstantEncoder.append(value, to: &json)
    case .decimal:
      // As its digits: what is stored is found with `DecimalCoding` again. A double is compared as one, by itself.
      let number = try NumericValue(member) ?? mismatch(member, "number")
      if case .real = number { return false }
      ConstantEncoder.append(quoted: number.decimal.description.utf8, to: &json)
    case .date: ConstantEncoder.append(try date(member).timeIntervalSinceReferenceDate, to: &json)
    case .text: ConstantEncoder.append(try text(member), to: &json)
    case .folded(let options): ConstantEncoder.append(StringMatching.folded(try text(member), options), to: &json)
    case .data: ConstantEncoder.append(quoted: ConstantEncoder.hexadecimal(try data(member)), to: &json)
    case .uuid: ConstantEncoder.append(quoted: ConstantEncoder.hexadecimal(try uuid(member)), to: &json)
    case .key(let rootIndex): ConstantEncoder.append(try key(member, rootIndex), to: &json)
    case .entity:
      guard case .integer(let number) = try value(member, encoding) else { return false }
      ConstantEncoder.append(number, to: &json)
    case .textUpperBound, .pattern, .member, .list: return false
    }
    return true
  }

  private static func append(_ integer: Int64, to json: inout [UInt8]) { json.append(contentsOf: String(integer).utf8) }

  private static func append(_ double: Double, to json: inout [UInt8]) {
    append(Int64(bitPattern: double.bitPattern), to: &json)
  }

  private static func append(quoted bytes: some Sequence<UInt8>, to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    json.append(contentsOf: bytes)
    json.append(UInt8(ascii: "\""))
  }

  /// JSON of SQLite ends a text at a zero byte; such a text goes as an array with its hexadecimal digits.
  private static func append(_ text: String, to json: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      if bytes.contains(0) {
        json.append(UInt8(ascii: "["))
        append(quoted: hexadecimal(bytes), to: &json)
        json.append(UInt8(ascii: "]"))
        return
      }
      json.append(UInt8(ascii: "\""))
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          json.append(UInt8(ascii: "\\"))
          json.append(byte)
        case 0..<0x20:
          json.append(contentsOf: "\\u00".utf8)
          json.append(contentsOf: hexadecimal(CollectionOfOne(byte)))
        default: json.append(byte)
        }
      }
      json.append(UInt8(ascii: "\""))
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}
