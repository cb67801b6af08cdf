import Foundation

extension ArchivedModelEncoder {
  mutating func archived(
    _ value: ModelValue?, entity: String, property: String?
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    switch value {
    case nil: return .null
    case .integer(let number): return builder.boxed(.integer(number))
    case .double(let number): return builder.boxed(.double(number))
    case .boolean(let flag): return builder.boxed(.boolean(flag))
    case .string(let text): return builder.string(text)
    case .data(let data): return builder.boxed(.data(data))
    case .date(let interval): return builder.object("NSDate", ["NS.time": .double(interval)])
    case .url(let text): return builder.object("NSURL", ["NS.base": .null, "NS.relative": builder.string(text)])
    case .uuid(let uuid):
      return builder.object("NSUUID", ["NS.uuidbytes": .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })])
    case .decimal(let text):
      guard let decimal = archivedDecimal(text) else {
        throw ModelFormatError(
          .invalidNumber, entity: entity, property: property, reason: "\"\(text)\" is not a decimal number")
      }
      return decimal
    case .archived(let data):
      return builder.embed(try KeyedArchive(data: data))
    }
  }

  /// The mantissa as eight 16-bit words in little-endian order, which the archive names as such.
  private mutating func archivedDecimal(_ text: String) -> KeyedArchive.Value? {
    guard let canonical = DecimalText(text)?.canonical else { return nil }
    let isNegative = canonical.hasPrefix("-")
    let parts = canonical.drop { $0 == "-" }.split(separator: ".")
    var digits = parts.joined()
    var exponent = parts.count > 1 ? -parts[1].count : 0
    // A mantissa holds 38 digits; longer texts end in zeros.
    while digits.count > 1, digits.hasSuffix("0") {
      digits.removeLast()
      exponent += 1
    }
    guard let mantissa = UInt128(digits) else { return nil }
    let words = (0..<8).map { UInt16(truncatingIfNeeded: mantissa >> UInt128(16 * $0)) }
    let bytes = Data(words.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    let length = words.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return builder.object(
      "NSDecimalNumberPlaceholder",
      [
        "NS.mantissa": .data(bytes), "NS.mantissa.bo": .integer(1), "NS.exponent": .integer(Int64(exponent)),
        "NS.length": .integer(Int64(length)), "NS.negative": .boolean(isNegative), "NS.compact": .boolean(true),
      ])
  }
}
