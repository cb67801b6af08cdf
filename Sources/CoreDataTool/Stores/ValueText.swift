import CoreDataEngine
import Foundation

/// How values of objects are written.
enum ValueText {
  static func text(_ value: Any?) -> String {
    switch value {
    case nil: ""
    case let date as Date: iso(date)
    case let data as Data: "<\(data.count) bytes>"
    case let value as NSNumber: value.stringValue
    case let value?: "\(value)"
    }
  }

  static func json(_ value: Any?) -> JSONValue {
    switch value {
    case nil: .null
    case let value as Bool: .bool(value)
    case let value as Int: .integer(value)
    case let value as Int64: .integer(Int(value))
    case let value as Int32: .integer(Int(value))
    case let value as Int16: .integer(Int(value))
    case let value as Double: .number(value)
    case let value as Float: .number(Double("\(value)") ?? Double(value))
    case let data as Data: .string(data.base64EncodedString())
    default: .string(text(value))
    }
  }

  static func csv(_ text: String) -> String {
    guard text.contains(where: { ",\"".contains($0) || $0.isNewline }) else { return text }
    return "\"\(text.replacingOccurrences(of: "\"", with: "\"\""))\""
  }

  private static func iso(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
