/// A change between two types of numbers, as SQL over a stored value.
struct NumberConversion {
  let from: AttributeKind
  let to: AttributeKind

  /// nil when the types are the same, or no numbers.
  init?(from: AttributeKind?, to: AttributeKind?) {
    guard let from, let to, from != to, NumberConversion.isNumber(from), NumberConversion.isNumber(to) else {
      return nil
    }
    self.from = from
    self.to = to
  }

  /// The value of the new type; nil when it can stay as it is.
  func converted(_ value: String) -> String? {
    switch to {
    case .boolean: "\(value) <> 0"
    case .integer16, .integer32, .integer64: from.isInteger ? nil : "CAST(\(value) AS INTEGER)"
    case .double, .float: from == .decimal || from.isInteger ? "CAST(\(value) AS REAL)" : nil
    default: nil
    }
  }

  /// Whether the new type has this value, which is not NULL; nil when it has all of the older one's. Of the digits of a
  /// Double a Float has fewer, which is no reason to refuse one: that is what the types are.
  func fits(_ value: String) -> String? {
    switch to {
    case .boolean: return "\(value) IN (0, 1)"
    case .integer16: return from == .boolean ? nil : isWhole(value, Int64(Int16.min)...Int64(Int16.max))
    case .integer32:
      return from == .boolean || from == .integer16 ? nil : isWhole(value, Int64(Int32.min)...Int64(Int32.max))
    case .integer64: return from.isInteger ? nil : isWhole(value, Int64.min...Int64.max)
    case .double:
      // A decimal that no double stands for is kept as its digits.
      return from == .integer64 || from == .decimal
        ? "typeof(\(value)) <> 'blob' AND CAST(\(value) AS REAL) = \(value)" : nil
    case .float:
      switch from {
      case .boolean, .integer16: return nil
      case .integer32, .integer64: return hasFewBits(value)
      case .decimal:
        return
          "CASE typeof(\(value)) WHEN 'integer' THEN \(hasFewBits(value)) WHEN 'real' THEN \(isFloat(value)) ELSE 0 END"
      default: return isFloat(value)
      }
    case .decimal:
      return from == .double || from == .float ? "\(value) = 0 OR abs(\(value)) BETWEEN 1e-111 AND 1e144" : nil
    default: return nil
    }
  }

  private static func isNumber(_ kind: AttributeKind) -> Bool {
    kind.isInteger || kind == .double || kind == .float || kind == .decimal
  }

  /// A number beyond the range of integers would be cast to its end.
  private func isWhole(_ value: String, _ range: ClosedRange<Int64>) -> String {
    let isInRange =
      "typeof(\(value)) IN ('integer', 'real') AND \(value) BETWEEN \(literal(range.lowerBound)) AND \(range.upperBound)"
    return from.isInteger ? isInRange : "\(isInRange) AND CAST(\(value) AS INTEGER) = \(value)"
  }

  /// Whether an integer has no more than the 24 digits to the base of 2 that a Float has, but for zeros at the end.
  private func hasFewBits(_ value: String) -> String {
    "\(value) IN (0, \(literal(.min))) OR abs(\(value) / (\(value) & -\(value))) < 16777216"
  }

  private func isFloat(_ value: String) -> String {
    "abs(\(value)) <= \(Double(Float.greatestFiniteMagnitude)) OR abs(\(value)) = 9e999"
  }

  /// The lowest integer cannot be written as a literal: SQL negates a number that is too large.
  private func literal(_ number: Int64) -> String { number == .min ? "(-9223372036854775807 - 1)" : String(number) }
}
