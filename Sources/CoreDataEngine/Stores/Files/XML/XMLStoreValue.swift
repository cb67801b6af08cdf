/// Attribute values as text in an XML store.
enum XMLStoreValue {
  static func typeName(of kind: AttributeKind) -> String {
    switch kind {
    case .integer16: "int16"
    case .integer32: "int32"
    case .integer64: "int64"
    case .boolean: "bool"
    case .double: "double"
    case .float: "float"
    case .date: "date"
    case .string: "string"
    case .uri: "uri"
    case .binary, .transformable, .composite: "binary"
    case .decimal: "decimal"
    case .uuid: "uuid"
    case .object: "undefined"
    }
  }

  /// nil for no value.
  static func text(of value: Value) -> String? {
    switch value {
    case .unset, .null, .object: nil
    case .integer(let integer): String(integer)
    case .double(let double): "\(double)"
    case .string(let string): XMLStoreText.escaped(string)
    case .data(let data): data.base64EncodedString()
    case .decimal(let decimal): decimal.description
    case .uuid(let uuid): uuid.uuidString
    }
  }

  /// The value that an element's text stands for; nil when it stands for none of this kind.
  static func value(of text: String, kind: AttributeKind) -> Value? {
    if kind == .string { return .string(XMLStoreText.unescaped(text)) }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch kind {
    case .integer16, .integer32, .integer64: return Int64(trimmed).map(Value.integer)
    case .boolean:
      switch trimmed.lowercased() {
      case "1", "yes", "true": return .integer(1)
      case "0", "no", "false": return .integer(0)
      default: return nil
      }
    case .double, .float, .date: return Double(trimmed).map(Value.double)
    case .uri: return .string(XMLStoreText.unescaped(trimmed))
    case .binary, .transformable, .composite:
      return Data(base64Encoded: trimmed, options: .ignoreUnknownCharacters).map(Value.data)
    case .decimal: return Decimal(string: trimmed, locale: posix).map(Value.decimal)
    case .uuid: return UUID(uuidString: trimmed).map(Value.uuid)
    case .string, .object: return nil
    }
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
}
