import CoreDataSQLite
import Foundation
import Testing

@Suite struct ErrorTests {
  @Test func textIsNoDatabase() throws {
    let folder = try TemporaryFolder()
    let text = Data(repeating: 0x61, count: 4096)
    try text.write(to: URL(fileURLWithPath: folder.file()))
    let connection = try folder.connection()
    #expect(thrownCode { _ = try connection.scalar("SELECT count(*) FROM sqlite_master") } == .notADatabase)
    #expect(thrownCode { _ = try connection.quickCheck() } == .notADatabase)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == text)
  }

  @Test func aTruncatedFileIsCorrupt() throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try folder.connection()
      try connection.execute("CREATE TABLE t(a)")
      try connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
      #expect(try connection.quickCheck() == [])
    }
    let file = try #require(FileHandle(forUpdatingAtPath: folder.file()))
    try file.truncate(atOffset: 3 * 4096)
    try file.close()
    let connection = try folder.connection()
    #expect(thrownCode { _ = try connection.text("SELECT hex(a) FROM t") } == .corrupt)
  }

  @Test func quickCheckReportsDamageUpToItsLimit() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (NULL), (NULL), (NULL)")
    #expect(try connection.quickCheck() == [])
    // Declaring rows that exist to be impossible is the mildest damage.
    try connection.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = 'CREATE TABLE t(a NOT NULL)' WHERE name = 't'
      """)
    let damaged = try folder.connection()
    #expect(try damaged.quickCheck().count == 3)
    #expect(try damaged.quickCheck(limit: 2).count == 2)
  }

  @Test func aFullDatabaseIsFullAndStaysWhole() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    try connection.execute("CREATE TABLE t(a)")
    try connection.setPragma("max_page_count", 4)
    #expect(
      thrownCode {
        try connection.transaction(.immediate) {
          try connection.execute("INSERT INTO t VALUES (1)")
          try connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
        }
      } == .full)
    #expect(!connection.isInTransaction)
    #expect(try connection.scalar("SELECT count(*) FROM t") == 0)
  }

  @Test func constraintsHaveExtendedCodes() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t(a UNIQUE, b NOT NULL DEFAULT 0)")
    try connection.execute("INSERT INTO t(a) VALUES (1)")
    let error = try #require(throws: SQLiteError.self) { try connection.execute("INSERT INTO t(a) VALUES (1)") }
    #expect(error.code == .constraint)
    #expect(error.extendedCode == SQLiteCode.constraintUnique.rawValue)
    #expect(error.message.contains("t.a"))
    #expect(error.sql == "INSERT INTO t(a) VALUES (1)")
    do {
      try connection.transaction { try connection.execute("INSERT INTO t VALUES (2, NULL)") }
    } catch SQLiteCode.constraintUnique {
      Issue.record("a NOT NULL violation is not a unique one")
    } catch SQLiteCode.constraint {
      return
    }
    Issue.record("a NULL was taken for NOT NULL")
  }

  @Test func primaryCodesMatchExtendedOnesOnly() {
    #expect(SQLiteCode.constraint ~= SQLiteCode.constraintUnique)
    #expect(!(SQLiteCode.constraintUnique ~= SQLiteCode.constraint))
    #expect(!(SQLiteCode.busy ~= SQLiteCode.locked))
    #expect(SQLiteCode.busySnapshot.primary == .busy)
    #expect(!(SQLiteCode.busy ~= CancellationError() as any Error))
  }

  @Test func errorsNameTheStatementButNoValues() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t(a UNIQUE)")
    let statement = try connection.prepare("INSERT INTO t VALUES (?)")
    statement.bind("secret", at: 1)
    try statement.run()
    let error = try #require(throws: SQLiteError.self) { try statement.run() }
    #expect(error.sql == "INSERT INTO t VALUES (?)")
    #expect(!error.description.contains("secret"))
    #expect(error.description.contains("2067"))
  }

  @Test func wrongSQLIsAnError() throws {
    let connection = try Connection(.memory)
    let error = try #require(throws: SQLiteError.self) { try connection.prepare("SELEC 1") }
    #expect(error.code == .error)
    #expect(error.message.contains("SELEC"))
    #expect(throws: SQLiteError.self) { try connection.scalar("SELECT \"no such column\"") }
  }

  @Test(arguments: ["", "  -- nothing", "SELECT 1; SELECT 2", "SELECT 1\0", "SELECT 1; SELEC"])
  func onlyOneStatementIsPrepared(sql: String) throws {
    let connection = try Connection(.memory)
    #expect(thrownCode { _ = try connection.prepare(sql) } == .misuse)
  }

  @Test(arguments: ["SELECT 1;", "SELECT 1 ; \n", "SELECT 1; -- one", "/* one */ SELECT 1 /* 1 */ ;"])
  func commentsAndSpaceMayFollow(sql: String) throws {
    #expect(try Connection(.memory).scalar(sql) == 1)
  }

  @Test func anErrorWithoutMessageHasTheLibrarysText() {
    #expect(SQLiteError(extendedCode: SQLiteCode.full.rawValue).message.contains("full"))
  }
}
