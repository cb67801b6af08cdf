import CoreDataSQLite
import Testing

@Suite struct LibraryTests {
  @Test func theLinkedLibraryIsDescribed() throws {
    let library = SQLiteLibrary.current
    let parts = library.versionString.split(separator: ".").compactMap { Int32($0) }
    try #require(parts.count >= 3)
    #expect(library.version == SQLiteVersion(parts[0], parts[1], parts[2]))
    #expect(library.isThreadSafe == (library.threadSafety != 0))
    #expect(try Connection(.memory).text("SELECT sqlite_version()") == library.versionString)
    let option = try #require(library.compileOptions.first)
    #expect(SQLiteLibrary.usesCompileOption(option))
    #expect(!SQLiteLibrary.usesCompileOption("NO_SUCH_OPTION"))
    try library.requireMinimumVersion()
  }

  @Test(arguments: [
    (SQLiteVersion(3, 24, 0), false, false), (SQLiteVersion(3, 25, 0), true, false),
    (SQLiteVersion(3, 35, 0), true, true), (SQLiteVersion(4, 0, 0), true, true),
  ])
  func capabilitiesFollowTheVersion(version: SQLiteVersion, isEnough: Bool, returning: Bool) {
    let library = SQLiteLibrary(
      version: version, versionString: version.description, threadSafety: 1, compileOptions: [])
    #expect(library.supportsReturning == returning)
    #expect((thrownCode { try library.requireMinimumVersion() } == nil) == isEnough)
  }

  @Test func theErrorNamesBothVersions() throws {
    let old = SQLiteLibrary(
      version: SQLiteVersion(3, 9, 2), versionString: "3.9.2", threadSafety: 1, compileOptions: [])
    let error = try #require(throws: SQLiteError.self) { try old.requireMinimumVersion() }
    #expect(error.message.contains("3.9.2"))
    #expect(error.message.contains("3.25.0"))
  }

  @Test func whatTheLibraryClaimsIsTrue() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t(a UNIQUE, b)")
    for _ in 0..<2 {
      try connection.execute("INSERT INTO t VALUES (1, 1) ON CONFLICT(a) DO UPDATE SET b = b + 1")
    }
    #expect(try connection.scalar("SELECT b FROM t") == 2)
    if SQLiteLibrary.current.supportsReturning {
      #expect(try connection.scalar("INSERT INTO t VALUES (2, 5) RETURNING b") == 5)
    }
  }

  @Test func limitsAreThoseOfTheConnection() throws {
    let connection = try Connection(.memory)
    let count = connection.maximumVariableCount
    #expect(throws: Never.self) { try connection.prepare("SELECT ?\(count)") }
    #expect(throws: SQLiteError.self) { try connection.prepare("SELECT ?\(count + 1)") }
    #expect(connection.maximumCompoundSelectCount > 1)
    #expect(connection.maximumExpressionDepth >= 0)
  }
}
