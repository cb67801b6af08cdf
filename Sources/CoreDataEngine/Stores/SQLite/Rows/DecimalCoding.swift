import CoreDataSQLite

/// How decimals are kept in a column of numeric affinity.
///
/// A value that a double or a 64-bit integer stands for exactly is that number, as Apple stores all decimals. Any other
/// value, which Apple's store would round, is its decimal digits as bytes: numeric affinity leaves bytes alone, `CAST(… AS
/// REAL)` and the sums of SQL read them as a number, and `CAST(… AS TEXT)` shows the digits.
enum DecimalCoding {
  enum Form {
    case integer(Int64)
    case double(Double)
    case digits(String)
  }

  static func form(of decimal: Decimal) -> Form {
    let text = decimal.description
    if let integer = Int64(text) { return .integer(integer) }
    if let double = Double(text), double.isFinite, Decimal(string: double.description, locale: posix) == decimal {
      return .double(double)
    }
    return .digits(text)
  }

  static func bind(_ decimal: Decimal, to statement: Statement, at index: Int32) {
    switch form(of: decimal) {
    case .integer(let value): statement.bind(value, at: index)
    case .double(let value): statement.bind(value, at: index)
    case .digits(var text): text.withUTF8 { statement.bind(blob: UnsafeRawBufferPointer($0), at: index) }
    }
  }

  /// The digits of a stored decimal; nil for content that is no number.
  static func text(of statement: Statement, _ column: Int32) -> String? {
    switch statement.columnType(column) {
    case .integer: return String(statement.integer(column))
    case .double:
      let value = statement.double(column)
      return value.isFinite ? value.description : nil
    case .text, .blob:
      guard let bytes = statement.blob(column) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return isNumber(text) ? text : nil
    case .null: return nil
    }
  }

  /// Whether all of `text` is a number; `Decimal(string:)` alone takes a prefix.
  private static func isNumber(_ text: String) -> Bool {
    Double(text) != nil && Decimal(string: text, locale: posix) != nil
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
}
