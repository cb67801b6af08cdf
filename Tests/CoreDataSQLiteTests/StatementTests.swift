import CoreDataSQLite
import Testing

@Suite struct StatementTests {
  private let connection: Connection

  init() throws {
    connection = try Connection(.memory)
  }

  @Test(arguments: [0, 1, -1, .max, .min, 1 << 53 + 1])
  func integersRoundTrip(value: Int64) throws {
    let statement = try connection.prepare("SELECT ?")
    statement.bind(value, at: 1)
    #expect(try statement.step())
    #expect(statement.integer(0) == value)
    #expect(statement.columnType(0) == .integer)
  }

  @Test(arguments: [0, -0.0, 1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
  func doublesRoundTrip(value: Double) throws {
    let statement = try connection.prepare("SELECT ?")
    statement.bind(value, at: 1)
    #expect(try statement.step())
    #expect(statement.double(0) == value)
    #expect(statement.columnType(0) == .double)
  }

  @Test func notANumberIsNull() throws {
    let statement = try connection.prepare("SELECT ?")
    statement.bind(Double.nan, at: 1)
    #expect(try statement.step())
    #expect(statement.columnType(0) == .null)
  }

  @Test(arguments: ["", "a", "nul\0inside", "\0", "🍎é\u{301}", String(repeating: "long ", count: 100_000)])
  func textsRoundTrip(value: String) throws {
    let statement = try connection.prepare("SELECT ?1, length(CAST(?1 AS BLOB)), typeof(?1)")
    statement.bind(value, at: 1)
    #expect(try statement.step())
    #expect(statement.string(0).map { Array($0.utf8) } == Array(value.utf8))
    #expect(statement.text(0).map { Array($0) } == Array(value.utf8))
    #expect(statement.integer(1) == Int64(value.utf8.count))
    #expect(statement.string(2) == "text")
  }

  @Test(arguments: [[], [0], [0, 255, 0], [UInt8](repeating: 7, count: 70_000)])
  func blobsRoundTrip(value: [UInt8]) throws {
    let statement = try connection.prepare("SELECT ?1, length(?1), ?2")
    value.withUnsafeBytes { statement.bind(blob: $0, at: 1) }
    try value.withUnsafeBytes { bytes in
      statement.bindStatic(blob: bytes, at: 2)
      let isRow = try statement.step()
      #expect(isRow)
      for index: Int32 in [0, 2] {
        #expect(statement.columnType(index) == .blob)
        #expect(statement.blob(index).map { Array($0) } == value)
        #expect(!statement.isNull(index))
      }
      #expect(statement.integer(1) == Int64(value.count))
      statement.reset()
    }
  }

  @Test func emptyBuffersAreNotNull() throws {
    let statement = try connection.prepare("SELECT ?, ?, ?, ?, ?")
    statement.bind(blob: UnsafeRawBufferPointer(start: nil, count: 0), at: 1)
    statement.bindStatic(blob: UnsafeRawBufferPointer(start: nil, count: 0), at: 2)
    statement.bind(text: UnsafeBufferPointer(start: nil, count: 0), at: 3)
    statement.bindStatic(text: UnsafeBufferPointer(start: nil, count: 0), at: 4)
    statement.bindNull(at: 5)
    #expect(try statement.step())
    #expect((0..<5).map { statement.columnType($0) } == [.blob, .blob, .text, .text, .null])
    #expect(statement.blob(0)?.count == 0)
    #expect(statement.blob(1)?.count == 0)
    #expect(statement.text(2)?.count == 0)
    #expect(statement.string(3) == "")
  }

  @Test func nullReadsAsNothing() throws {
    let statement = try connection.prepare("SELECT NULL")
    #expect(try statement.step())
    #expect(statement.isNull(0))
    #expect(statement.integer(0) == 0)
    #expect(statement.double(0) == 0)
    #expect(statement.text(0) == nil)
    #expect(statement.string(0) == nil)
    #expect(statement.blob(0) == nil)
    #expect(try connection.scalar("SELECT NULL") == nil)
    #expect(try connection.text("SELECT NULL") == nil)
    #expect(try connection.scalar("SELECT 1 WHERE 0") == nil)
  }

  @Test func staticTextIsReadInPlace() throws {
    let statement = try connection.prepare("SELECT upper(?)")
    try Array("bytes".utf8).withUnsafeBufferPointer { bytes in
      statement.bindStatic(text: bytes, at: 1)
      let isRow = try statement.step()
      #expect(isRow)
      #expect(statement.string(0) == "BYTES")
      statement.reset()
    }
  }

  @Test func bindingsStayOverAResetAndGoWhenCleared() throws {
    let statement = try connection.prepare("SELECT ?")
    statement.bind(3, at: 1)
    for _ in 0..<2 {
      #expect(try statement.step())
      #expect(statement.integer(0) == 3)
      #expect(try !statement.step())
    }
    statement.clearBindings()
    #expect(try statement.step())
    #expect(statement.isNull(0))
  }

  @Test func statementsDescribeThemselves() throws {
    try connection.execute("CREATE TABLE t(a)")
    let select = try connection.prepare("SELECT 1 AS one, ?3 AS \"zwei ö\"")
    #expect(select.columnCount == 2)
    #expect(select.columnName(0) == "one")
    #expect(select.columnName(1) == "zwei ö")
    #expect(select.columnName(2) == "")
    #expect(select.parameterCount == 3)
    #expect(select.isReadOnly)
    #expect(select.sql == "SELECT 1 AS one, ?3 AS \"zwei ö\"")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    #expect(!insert.isReadOnly)
    #expect(insert.columnCount == 0)
  }

  @Test func changesAreCounted() throws {
    try connection.execute("CREATE TABLE t(a)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    for value: Int64 in 1...3 {
      insert.bind(value, at: 1)
      try insert.run()
      #expect(connection.lastInsertRowID == value)
      #expect(connection.changes == 1)
    }
    try connection.execute("DELETE FROM t WHERE a > 1")
    #expect(connection.changes == 2)
    #expect(connection.totalChanges == 5)
  }

  @Test func aFailedStatementCanBeRunAgain() throws {
    try connection.execute("CREATE TABLE t(a UNIQUE)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    insert.bind(1, at: 1)
    try insert.run()
    #expect(thrownCode { try insert.run() } == .constraint)
    insert.bind(2, at: 1)
    try insert.run()
    #expect(try connection.scalar("SELECT count(*) FROM t") == 2)
  }

  @Test func tooBigValuesFailAtTheStep() throws {
    let statement = try connection.prepare("SELECT ?")
    let bytes: [UInt8] = [0]
    bytes.withUnsafeBytes { bytes in
      // Refused by its length alone; no byte of it is read.
      statement.bindStatic(blob: UnsafeRawBufferPointer(start: bytes.baseAddress, count: 1 << 40), at: 1)
    }
    #expect(thrownCode { _ = try statement.step() } == .tooBig)
    statement.bind(1, at: 1)
    #expect(try statement.step())
    #expect(statement.integer(0) == 1)
  }

  @Test func datatypeMismatchIsReported() throws {
    try connection.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)")
    #expect(thrownCode { try connection.execute("INSERT INTO t VALUES ('x')") } == .mismatch)
  }

  @Test func wrongIndexesTrap() async {
    await #expect(processExitsWith: .failure) {
      try Connection(.memory).prepare("SELECT ?").bind(1, at: 2)
    }
  }

  @Test func bindingARunningStatementTraps() async {
    await #expect(processExitsWith: .failure) {
      let statement = try Connection(.memory).prepare("SELECT ?")
      _ = try statement.step()
      statement.bind(1, at: 1)
    }
  }
}
