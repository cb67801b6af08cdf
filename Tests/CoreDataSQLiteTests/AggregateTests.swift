import CoreDataSQLite
import Testing

@Suite struct AggregateTests {
  /// The lengths of the texts of a group, in the order in which they came; fails for a word.
  private final class Lengths: AggregateFunction {
    private struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    let alive: Alive
    private var lengths: [String] = []

    init(_ alive: Alive) {
      self.alive = alive
      alive.made += 1
      alive.count += 1
    }

    deinit { alive.count -= 1 }

    func step(_ arguments: borrowing FunctionArguments) throws {
      if arguments.string(0) == "bad" { throw Failure(description: "no such length") }
      if !arguments.isNull(0) { lengths.append(String(arguments.text(0)?.count ?? 0)) }
    }

    func result() throws -> FunctionResult {
      if lengths == ["5"] { throw Failure(description: "no such result") }
      return .text(lengths.joined(separator: ","))
    }
  }

  private final class Alive {
    var made = 0
    var count = 0
  }

  private let connection: Connection
  private let alive = Alive()

  init() throws {
    connection = try Connection(.memory)
    let alive = alive
    try connection.register(aggregate: "lengths", argumentCount: 1) { Lengths(alive) }
    try connection.execute(
      """
      CREATE TABLE t(g, x);
      INSERT INTO t VALUES (1, 'a'), (2, 'abc'), (1, 'ab'), (2, NULL), (3, NULL), (4, 'bad'), (5, 'abcde');
      """)
  }

  private func texts(_ sql: String) throws -> [String?] {
    let statement = try connection.prepare(sql)
    var texts: [String?] = []
    while try statement.step() { texts.append(statement.string(0)) }
    return texts
  }

  @Test func eachGroupHasAnObjectOfItsOwn() throws {
    #expect(try texts("SELECT lengths(x) FROM t WHERE g < 4 GROUP BY g ORDER BY g") == ["1,2", "3", ""])
    #expect(try texts("SELECT lengths(x) || '/' || lengths(g) FROM t WHERE g < 3") == ["1,3,2/1,1,1,1"])
    #expect(try texts("SELECT lengths(DISTINCT g) FROM t WHERE g < 3") == ["1,1"])
    #expect(alive.count == 0 && alive.made == 6)
  }

  @Test func nothingHasAResultToo() throws {
    #expect(try texts("SELECT lengths(x) FROM t WHERE g > 9") == [""])
    #expect(try texts("SELECT lengths(x) FROM t WHERE g > 9 GROUP BY g") == [])
    #expect(alive.count == 0)
  }

  @Test func aThrownErrorIsTheStatementsError() throws {
    for (group, message) in [(4, "no such length"), (5, "no such result")] {
      let error = try #require(throws: SQLiteError.self) { try texts("SELECT lengths(x) FROM t WHERE g = \(group)") }
      #expect(error.message == message)
    }
    #expect(throws: SQLiteError.self) { try texts("SELECT lengths(x) FROM t GROUP BY g ORDER BY g") }
    #expect(alive.count == 0)
    #expect(try texts("SELECT lengths(x) FROM t WHERE g = 1") == ["1,2"])
  }

  @Test func aStatementThatIsLeftReleasesItsGroups() throws {
    do {
      let statement = try connection.prepare("SELECT lengths(x) FROM t WHERE g < 4 GROUP BY g")
      #expect(try statement.step())
    }
    #expect(alive.count == 0)
  }

  @Test func closingReleasesTheFunction() throws {
    weak var observed: Alive?
    do {
      let captured = Alive()
      observed = captured
      try connection.register(aggregate: "other", argumentCount: -1) { Lengths(captured) }
    }
    #expect(observed != nil)
    connection.close()
    #expect(observed == nil)
  }
}
