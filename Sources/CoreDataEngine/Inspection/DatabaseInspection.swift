import CoreDataSQLite

/// What the shim asks of SQLite, and of files that need not be stores.
package enum DatabaseInspection {
  /// The version of the library in this process, as it says itself.
  package static var libraryVersion: String { SQLiteLibrary.current.versionString }

  /// Whether the library can be used on several threads.
  package static var isThreadSafe: Bool { SQLiteLibrary.current.isThreadSafe }

  /// What SQLite's quick check finds in a file, whether it is open or not; empty for a sound one. Nothing is changed.
  ///
  /// Throws when the file cannot be read at all.
  package static func findings(at url: URL) throws -> [String] {
    let connection = try Connection(.file(url.path), options: Connection.OpenOptions(createIfNeeded: false))
    defer { connection.close() }
    do {
      return try connection.quickCheck()
    } catch  where [.corrupt, .notADatabase].contains(error.code) {
      return [error.message]
    }
  }
}
