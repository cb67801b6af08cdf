import Foundation

/// The conversions of `CAST(value, type)`. Types have Apple's class names; the kinds without a literal of their own,
/// infinite numbers among them, are written this way in a format.
enum ValueCast {
  /// nil when the type is unknown or the value does not convert.
  static func cast(_ value: Any, to type: String) -> Any? {
    switch type {
    case "NSDate", "Date":
      if let date = value as? Date { return date }
      return number(value).map { Date(timeIntervalSinceReferenceDate: $0.double) }
    case "NSUUID", "UUID": return value as? UUID ?? (value as? String).flatMap { UUID(uuidString: $0) }
    case "NSURL", "URL": return value as? URL ?? (value as? String).flatMap { URL(string: $0) }
    case "NSData", "Data": return value as? Data ?? (value as? String).flatMap { Data(base64Encoded: $0) }
    case "NSDecimalNumber", "Decimal":
      if let text = value as? String { return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) }
      return (number(value)?.decimal).flatMap { $0.isNaN ? nil : $0 }
    case "NSNumber":
      return number(value)?.object
    case "NSString", "String": return text(value)
    default: return nil
    }
  }

  private static func number(_ value: Any) -> NumericValue? {
    if let date = value as? Date { return .real(date.timeIntervalSinceReferenceDate) }
    if let text = value as? String { return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) } }
    return NumericValue(value)
  }

  private static func text(_ value: Any) -> String? {
    switch value {
    case let text as String: text
    case let id as UUID: id.uuidString
    case let url as URL: url.absoluteString
    // The description of a date that is not a number ends the program.
    case let date as Date: date.timeIntervalSinceReferenceDate.isNaN ? nil : date.description
    default: NumericValue(value)?.object.stringValue
    }
  }
}
