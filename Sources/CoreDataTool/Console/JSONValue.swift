import Foundation

/// A JSON value whose objects keep the order of their members.
enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case members([Member])

  struct Member {
    var key: String
    var value: JSONValue
  }

  static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .members(members.map { Member(key: $0.0, value: $0.1) })
  }

  static func strings(_ list: [String]) -> JSONValue { .array(list.map(JSONValue.string)) }
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// Over several lines.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .array(let list) where !list.isEmpty:
      return "[\n" + list.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .members(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(JSONValue.quoted($0.key)): \($0.value.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return line
    }
  }

  /// On one line.
  var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    // JSON has no infinity and no NaN.
    case .number(let value): value.isFinite ? "\(value)" : JSONValue.quoted("\(value)")
    case .string(let text): JSONValue.quoted(text)
    case .array(let list): "[" + list.map(\.line).joined(separator: ", ") + "]"
    case .members(let members):
      "{" + members.map { "\(JSONValue.quoted($0.key)): \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
