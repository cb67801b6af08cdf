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
    connection.traceExpandsValues = true
    connection.onTrace = { events.append($0) }
    let select = try connection.prepare("SELECT ?, ?")
    select.bind("it's", at: 1)
    select.bind(2, at: 2)
    try select.run()
    #expect(events.map(\.expandedSQL) == ["SELECT 'it''s', 2"])
    connection.traceExpandsValues = false
    try select.run()
    #expect(events.last?.expandedSQL == nil)
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
