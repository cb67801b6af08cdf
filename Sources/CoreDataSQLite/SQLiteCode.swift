import CCoreDataSQLite

/// A result code of SQLite, primary or extended.
///
/// A primary code matches all its extended ones in a pattern: `case .constraint` catches a unique violation as well.
package struct SQLiteCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The code with its extension removed.
  package var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }

  /// Matches an equal code, or any extension of a primary one.
  package static func ~= (pattern: SQLiteCode, code: SQLiteCode) -> Bool {
    pattern == code || pattern == code.primary
  }
}

extension SQLiteCode {
  package static let error = SQLiteCode(rawValue: SQLITE_ERROR)
  package static let internalError = SQLiteCode(rawValue: SQLITE_INTERNAL)
  package static let permission = SQLiteCode(rawValue: SQLITE_PERM)
  package static let abort = SQLiteCode(rawValue: SQLITE_ABORT)
  package static let busy = SQLiteCode(rawValue: SQLITE_BUSY)
  package static let locked = SQLiteCode(rawValue: SQLITE_LOCKED)
  package static let noMemory = SQLiteCode(rawValue: SQLITE_NOMEM)
  package static let readOnly = SQLiteCode(rawValue: SQLITE_READONLY)
  package static let interrupt = SQLiteCode(rawValue: SQLITE_INTERRUPT)
  package static let ioError = SQLiteCode(rawValue: SQLITE_IOERR)
  package static let corrupt = SQLiteCode(rawValue: SQLITE_CORRUPT)
  package static let notFound = SQLiteCode(rawValue: SQLITE_NOTFOUND)
  package static let full = SQLiteCode(rawValue: SQLITE_FULL)
  package static let cantOpen = SQLiteCode(rawValue: SQLITE_CANTOPEN)
  package static let `protocol` = SQLiteCode(rawValue: SQLITE_PROTOCOL)
  package static let schema = SQLiteCode(rawValue: SQLITE_SCHEMA)
  package static let tooBig = SQLiteCode(rawValue: SQLITE_TOOBIG)
  package static let constraint = SQLiteCode(rawValue: SQLITE_CONSTRAINT)
  package static let mismatch = SQLiteCode(rawValue: SQLITE_MISMATCH)
  package static let misuse = SQLiteCode(rawValue: SQLITE_MISUSE)
  package static let noLargeFileSupport = SQLiteCode(rawValue: SQLITE_NOLFS)
  package static let authorization = SQLiteCode(rawValue: SQLITE_AUTH)
  package static let range = SQLiteCode(rawValue: SQLITE_RANGE)
  package static let notADatabase = SQLiteCode(rawValue: SQLITE_NOTADB)
}

// Extended codes are function-like macros in C, which Swift does not import.
extension SQLiteCode {
  package static let busySnapshot = busy.extended(2)
  package static let constraintCheck = constraint.extended(1)
  package static let constraintForeignKey = constraint.extended(3)
  package static let constraintNotNull = constraint.extended(5)
  package static let constraintPrimaryKey = constraint.extended(6)
  package static let constraintUnique = constraint.extended(8)
  package static let constraintRowID = constraint.extended(10)
  package static let readOnlyRollback = readOnly.extended(3)
  package static let readOnlyDatabaseMoved = readOnly.extended(4)

  private func extended(_ detail: Int32) -> SQLiteCode {
    SQLiteCode(rawValue: rawValue | detail << 8)
  }
}
