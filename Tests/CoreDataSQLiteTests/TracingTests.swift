import CoreDataSQLite
import Testing

@Suite struct TracingTests {
  @Test func executionsAreReportedOnce() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t(a)")
    var events: [TraceEvent] = []
    connection.onTrace = { events.append($0) }
    let insert = try connection.prepare("INSERT INTO t VALUES (?), (?)")
    insert.bind(1, at: 1)
    insert.bind("private", at: 2)
    try insert.run()
    let select = try connection.prepare("SELECT a FROM t")
    #expect(try select.step())
    #expect(events.count == 1)
    select.reset()
    #expect(events.map(\.sql) == ["INSERT INTO t VALUES (?), (?)", "SELECT a FROM t"])
    #expect(events.map(\.rows) == [0, 1])
    #expect(events.allSatisfy { $0.expandedSQL == nil && $0.nanoseconds > 0 })
    connection.onTrace = nil
    try insert.run()
    #expect(events.count == 2)
  }

  @Test func valuesAreShownOnDemand() throws {
    let connection = try Connection(.memory)
    var events: [TraceEvent] = []
    connection.traceDetail = .values
    connection.onTrace = { events.append($0) }
    let select = try connection.prepare("SELECT ?, ?")
    select.bind("it's", at: 1)
    select.bind(2, at: 2)
    try select.run()
    #expect(events.map(\.expandedSQL) == ["SELECT 'it''s', 2"])
    connection.traceDetail = []
    try select.run()
    #expect(events.last?.expandedSQL == nil)
  }

  @Test func boundValuesAreReadOffTheSQL() throws {
    let connection = try Connection(.memory)
    var events: [TraceEvent] = []
    connection.traceDetail = [.values, .rows]
    connection.onTrace = { events.append($0) }
    let select = try connection.prepare(
      #"SELECT ?, 'a?''b' AS "c?", (?), ?, ?+?, ? UNION ALL SELECT 1,2,3,4,5,? LIMIT 1"#)
    select.bind("it's ?", at: 1)
    select.bind(-2, at: 2)
    select.bind(1.5e300, at: 3)
    select.bindNull(at: 4)
    select.bind(7, at: 5)
    [UInt8(1), 255].withUnsafeBytes { select.bind(blob: $0, at: 6) }
    select.bind("", at: 7)
    #expect(try select.step())
    #expect(select.string(0) == "it's ?")
    select.reset()
    let event = try #require(events.first)
    #expect(event.bindings == ["'it''s ?'", "-2", "1.5e+300", "NULL", "7", "x'01ff'", "''"])
    #expect(event.rowValues == [["'it's ?'", "'a?'b'", "-2", "1.5e+300", "NULL", "<2 bytes>"]])
    connection.traceDetail = []
    try connection.execute("SELECT 1")
    #expect(events.last?.bindings == [] && events.last?.rowValues == [])
  }

  @Test func triggersBelongToTheirStatement() throws {
    let connection = try Connection(.memory)
    try connection.execute(
      """
      CREATE TABLE t(a); CREATE TABLE log(a);
      CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END
      """)
    var events: [TraceEvent] = []
    connection.onTrace = { events.append($0) }
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(events.map(\.sql) == ["INSERT INTO t VALUES (1)"])
  }

  @Test func aTracerMayUseTheConnectionAndReplaceItself() throws {
    let connection = try Connection(.memory)
    var total: Int64?
    connection.onTrace = { [unowned connection] _ in
      connection.onTrace = nil
      total = try? connection.scalar("SELECT 7")
    }
    try connection.execute("SELECT 1")
    #expect(total == 7)
    try connection.execute("SELECT 1")
  }
}
