import CCoreDataSQLite

/// How an error of a Swift function becomes that of the statement.
enum FunctionFailure {
  static func report(_ error: any Error, to context: OpaquePointer) {
    let sqliteError = error as? SQLiteError
    var text = sqliteError?.message ?? String(describing: error)
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return sqlite3_result_error(context, "", 0) }
        sqlite3_result_error(context, start, Int32(clamping: characters.count))
      }
    }
    if let sqliteError { sqlite3_result_error_code(context, sqliteError.extendedCode) }
  }
}
