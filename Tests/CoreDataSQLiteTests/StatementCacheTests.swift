import CoreDataSQLite
import Testing

@Suite struct StatementCacheTests {
  @Test func aReleasedStatementComesBackClean() throws {
    let connection = try Connection(.memory)
    do {
      let statement = try connection.prepare("SELECT ? UNION ALL SELECT 2")
      statement.bind(7, at: 1)
      #expect(try statement.step())
      #expect(statement.integer(0) == 7)
    }
    let again = try connection.prepare("SELECT ? UNION ALL SELECT 2")
    #expect(try again.step())
    #expect(again.isNull(0))
    #expect(connection.statistics.prepared == 1)
    #expect(connection.statistics.cacheHits == 1)
    #expect(connection.statistics.executed == 2)
  }

  @Test func aStatementInUseIsNotHandedOutTwice() throws {
    let connection = try Connection(.memory)
    let first = try connection.prepare("SELECT ?")
    first.bind(1, at: 1)
    let second = try connection.prepare("SELECT ?")
    second.bind(2, at: 1)
    #expect(try first.step())
    #expect(try second.step())
    #expect(first.integer(0) == 1)
    #expect(second.integer(0) == 2)
    #expect(connection.statistics.prepared == 2)
  }

  @Test func aHalfReadStatementLetsGoOfItsLockWhenReleased() throws {
    let folder = try TemporaryFolder()
    let (reader, writer) = (try folder.connection(), try folder.connection())
    try writer.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
    do {
      let statement = try reader.prepare("SELECT a FROM t")
      #expect(try statement.step())
      #expect(thrownCode { try writer.execute("INSERT INTO t VALUES (3)") } == .busy)
    }
    try writer.execute("INSERT INTO t VALUES (3)")
  }

  @Test func theOneIdleForLongestGoes() throws {
    let connection = try Connection(.memory, options: .init(statementCacheCapacity: 2))
    for sql in ["SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3"] { _ = try connection.scalar(sql) }
    #expect(connection.statistics.prepared == 3)
    #expect(connection.statistics.cacheHits == 1)
    _ = try connection.scalar("SELECT 1")
    _ = try connection.scalar("SELECT 3")
    #expect(connection.statistics.cacheHits == 3)
    _ = try connection.scalar("SELECT 2")
    #expect(connection.statistics.prepared == 4)
  }

  @Test(arguments: [0, 1, 3, 64])
  func theCacheIsBounded(capacity: Int) throws {
    let connection = try Connection(.memory, options: .init(statementCacheCapacity: capacity))
    for _ in 0..<3 {
      for value in 0..<200 { #expect(try connection.scalar("SELECT \(value)") == Int64(value)) }
    }
    // Going round through more statements than fit, each has left before it is wanted again.
    #expect(connection.statistics.prepared == 600)
    for value in stride(from: 199, through: 0, by: -1) { _ = try connection.scalar("SELECT \(value)") }
    #expect(connection.statistics.cacheHits == capacity)
  }

  @Test func severalHoldersReturnTheirsInAnyOrder() throws {
    let connection = try Connection(.memory, options: .init(statementCacheCapacity: 4))
    for round in 0..<20 {
      var held = try (0..<6).map { try connection.prepare("SELECT \($0 % 3)") }
      for _ in 0..<6 { held.remove(at: (round * 7) % held.count) }
    }
    #expect(connection.statistics.cacheHits >= 19 * 3)
    #expect(connection.statistics.prepared <= 3 + 20 * 3)
  }

  @Test func equivalentTextsAreDifferentSQL() throws {
    let connection = try Connection(.memory)
    let (composed, decomposed) = ("SELECT hex('\u{E9}')", "SELECT hex('e\u{301}')")
    #expect(composed == decomposed)
    #expect(try connection.text(composed) == "C3A9")
    #expect(try connection.text(decomposed) == "65CC81")
    #expect(try connection.text(composed) == "C3A9")
  }

  @Test func preparedPragmasActEachTime() throws {
    let connection = try Connection(.memory)
    for value in [1, 0, 1, 0] {
      try connection.prepare(" pragma foreign_keys = \(value)").run()
      #expect(try connection.scalar("PRAGMA foreign_keys") == Int64(value))
    }
    #expect(connection.statistics.cacheHits == 0)
  }

  @Test func idleStatementsFollowTheSchema() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    do { #expect(try connection.prepare("SELECT * FROM t").columnCount == 1) }
    try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
    let statement = try connection.prepare("SELECT * FROM t")
    #expect(try statement.step())
    #expect(statement.columnCount == 2)
    #expect(statement.integer(1) == 2)
  }
}
