import CCoreDataSQLite

/// What an SQL function returns.
package enum FunctionResult: Sendable {
  case null
  case integer(Int64)
  case double(Double)
  case text(String)
  case blob([UInt8])

  func report(to context: OpaquePointer) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .double(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { coredata_sqlite_result_text(context, $0.baseAddress, UInt64($0.count)) }
    case .blob(let value):
      value.withUnsafeBytes { coredata_sqlite_result_blob(context, $0.baseAddress, UInt64($0.count)) }
    }
  }
}
