import CoreDataSQLite

/// A value bound to a parameter of a statement.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case double(Double)
  case text(String)
  /// Text by its bytes, which need not be UTF-8: the upper end of a range of texts is none.
  case rawText([UInt8])
  case blob(Data)

  func bind(to statement: Statement, at index: Int32) {
    switch self {
    case .null: statement.bindNull(at: index)
    case .integer(let value): statement.bind(value, at: index)
    case .double(let value): statement.bind(value, at: index)
    case .text(let value): statement.bind(value, at: index)
    case .rawText(let bytes): bytes.withUnsafeBufferPointer { statement.bind(text: $0, at: index) }
    case .blob(let data): data.withUnsafeBytes { statement.bind(blob: $0, at: index) }
    }
  }
}
