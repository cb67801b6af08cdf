import Foundation

/// Parses the value texts of an attribute by its type.
struct XMLValueParser {
  let entityName: String
  let propertyName: String
  let line: Int

  func value(_ text: String, of type: AttributeType) throws(ModelFormatError) -> ModelValue {
    switch type {
    case .integer16: .integer(try integer(text, in: Int64(Int16.min)...Int64(Int16.max), type))
    case .integer32: .integer(try integer(text, in: Int64(Int32.min)...Int64(Int32.max), type))
    case .integer64: .integer(try integer(text, in: Int64.min...Int64.max, type))
    case .decimal: .decimal(try decimal(text))
    case .double, .float: .double(try double(text))
    case .boolean: .boolean(try boolean(text))
    case .uuid: .uuid(try uuid(text))
    case .uri: .url(text)
    case .date: try date(text)
    default: .string(text)
    }
  }

  func length(_ text: String) throws(ModelFormatError) -> Int {
    Int(try integer(text, in: 0...Int64(Int32.max), .string))
  }

  func date(_ text: String) throws(ModelFormatError) -> ModelValue {
    .date(try double(text))
  }

  private func integer(
    _ text: String, in range: ClosedRange<Int64>, _ type: AttributeType
  ) throws(ModelFormatError) -> Int64 {
    // The editor keeps "0.0" and "NO" when an attribute's type is changed to an integer.
    guard let value = Int64(text) ?? Double(text).flatMap(Int64.init(exactly:)) ?? flag(text).map({ $0 ? 1 : 0 }) else {
      throw invalid(text, "a whole number")
    }
    guard range.contains(value) else {
      throw invalid(text, "in the range of \(type.sourceName ?? "its type")")
    }
    return value
  }

  private func double(_ text: String) throws(ModelFormatError) -> Double {
    guard let value = Double(text) ?? flag(text).map({ $0 ? 1 : 0 }), value.isFinite else {
      throw invalid(text, "a number")
    }
    return value
  }

  /// Decimal text is kept digit by digit.
  private func decimal(_ text: String) throws(ModelFormatError) -> String {
    guard let value = DecimalText(text) else { throw invalid(text, "a decimal number") }
    return value.canonical
  }

  private func boolean(_ text: String) throws(ModelFormatError) -> Bool {
    if let flag = flag(text) { return flag }
    guard let number = Double(text) else { throw invalid(text, "YES or NO") }
    return number != 0
  }

  private func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true": true
    case "no", "false": false
    default: nil
    }
  }

  private func uuid(_ text: String) throws(ModelFormatError) -> UUID {
    guard let value = UUID(uuidString: text) else { throw invalid(text, "a UUID") }
    return value
  }

  private func invalid(_ text: String, _ expectation: String) -> ModelFormatError {
    ModelFormatError(
      .invalidNumber, entity: entityName, property: propertyName, reason: "the value \"\(text)\" is not \(expectation)",
      line: line)
  }
}
