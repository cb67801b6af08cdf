import CCoreDataSQLite

/// What the SQLite library in this process can do.
///
/// A value, so that code which depends on it can be tested against an older library.
package struct SQLiteLibrary: Sendable, Hashable {
  /// The oldest library the container stack runs on.
  package static let minimumVersion = SQLiteVersion(3, 25, 0)

  /// The library linked into this process.
  package static let current = SQLiteLibrary(
    version: SQLiteVersion(number: sqlite3_libversion_number()),
    versionString: String(cString: sqlite3_libversion()),
    threadSafety: sqlite3_threadsafe(),
    compileOptions: readCompileOptions())

  package let version: SQLiteVersion
  package let versionString: String
  /// 0 without any mutex, 1 serialized, 2 multi-thread.
  package let threadSafety: Int32
  /// The options the library says it was built with, without the `SQLITE_` prefix; some carry `=value`.
  package let compileOptions: [String]

  package init(version: SQLiteVersion, versionString: String, threadSafety: Int32, compileOptions: [String]) {
    self.version = version
    self.versionString = versionString
    self.threadSafety = threadSafety
    self.compileOptions = compileOptions
  }

  /// Whether connections may be used on several threads, one thread at a time each.
  package var isThreadSafe: Bool { threadSafety != 0 }
  /// Whether `RETURNING` is understood.
  package var supportsReturning: Bool { version >= SQLiteVersion(3, 35, 0) }

  /// Asks the linked library about one compile option, with or without the `SQLITE_` prefix.
  package static func usesCompileOption(_ option: String) -> Bool {
    coredata_sqlite_compile_option_used(option) != 0
  }

  /// Throws an error that names both versions when the library is older than ``minimumVersion``.
  package func requireMinimumVersion() throws(SQLiteError) {
    guard version < Self.minimumVersion else { return }
    throw SQLiteError(
      extendedCode: SQLITE_ERROR,
      message: "SQLite \(versionString) is too old: version \(Self.minimumVersion) or newer is required")
  }

  private static func readCompileOptions() -> [String] {
    var options: [String] = []
    while let option = coredata_sqlite_compile_option(Int32(options.count)) {
      options.append(String(cString: option))
    }
    return options
  }
}
