import CCoreDataSQLite

/// A failure reported by SQLite, with the statement and file it concerns.
///
/// `sql` is the text of the statement as it was prepared; bound values never appear in it.
@usableFromInline
package struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The primary result code.
  package let code: SQLiteCode
  /// The extended result code, equal to the primary one when SQLite gave no more detail.
  package let extendedCode: Int32
  package let message: String
  package let sql: String?
  /// The path of the database file; nil for memory and temporary databases.
  package let path: String?

  /// Makes an error; without a message the library's own text for the code is used.
  package init(extendedCode: Int32, message: String? = nil, sql: String? = nil, path: String? = nil) {
    self.code = SQLiteCode(rawValue: extendedCode).primary
    self.extendedCode = extendedCode
    self.message = message ?? sqlite3_errstr(extendedCode).map { String(cString: $0) } ?? "unknown error"
    self.sql = sql
    self.path = path
  }

  @usableFromInline
  package var description: String {
    var text = "SQLite error \(code.rawValue)"
    if extendedCode != code.rawValue { text += " (extended \(extendedCode))" }
    text += ": \(message)"
    if let sql { text += " - while executing `\(sql)`" }
    if let path { text += " - in \(path)" }
    return text
  }

  /// Matches by code, so that `catch SQLiteCode.busy` works; an extended pattern matches that extension only.
  package static func ~= (pattern: SQLiteCode, error: SQLiteError) -> Bool {
    pattern ~= SQLiteCode(rawValue: error.extendedCode)
  }
}

extension SQLiteCode {
  /// Matches any error that is a ``SQLiteError`` of this code, as in `catch SQLiteCode.busy`.
  package static func ~= (pattern: SQLiteCode, error: any Error) -> Bool {
    guard let error = error as? SQLiteError else { return false }
    return pattern ~= error
  }
}
