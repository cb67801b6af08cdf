import CoreDataSQLite
import Testing

@Suite struct FunctionTests {
  private struct Failure: Error, CustomStringConvertible {
    let description = "the function's own words"
  }
  private final class Counter {
    var count = 0
  }
  private let connection: Connection

  init() throws {
    connection = try Connection(.memory)
  }

  @Test func argumentsAndResultsOfEveryType() throws {
    try connection.register(function: "echo", argumentCount: 1, deterministic: true) { arguments in
      switch arguments.type(0) {
      case .integer: .integer(arguments.integer(0))
      case .double: .double(arguments.double(0))
      case .text: .text(arguments.string(0) ?? "")
      case .blob: .blob(arguments.blob(0).map { Array($0) } ?? [])
      case .null: .null
      }
    }
    for value in ["7", "-9223372036854775808", "1.5", "'text'", "''", "x''", "x'00FF00'", "NULL", "char(97, 0, 98)"] {
      let same = try connection.scalar(
        "SELECT echo(\(value)) IS \(value) AND typeof(echo(\(value))) = typeof(\(value))")
      #expect(same == 1, "\(value)")
    }
  }

  @Test func textIsReadWithoutACopy() throws {
    try connection.register(function: "bytes", argumentCount: -1, deterministic: true) { arguments in
      var total = 0
      for index in 0..<arguments.count where !arguments.isNull(index) {
        total += arguments.text(index)?.count ?? 0
      }
      return .integer(Int64(total))
    }
    #expect(try connection.scalar("SELECT bytes('é', 'abc', NULL, '')") == 5)
    #expect(try connection.scalar("SELECT bytes()") == 0)
  }

  @Test func aThrownErrorIsTheStatementsError() throws {
    try connection.register(function: "fail", argumentCount: 0, deterministic: false) { _ in throw Failure() }
    try connection.register(function: "overflow", argumentCount: 0, deterministic: false) { _ in
      throw SQLiteError(extendedCode: SQLiteCode.full.rawValue, message: "no room")
    }
    let error = try #require(throws: SQLiteError.self) { try connection.scalar("SELECT fail()") }
    #expect(error.code == .error)
    #expect(error.message == "the function's own words")
    #expect(error.sql == "SELECT fail()")
    let full = try #require(throws: SQLiteError.self) { try connection.scalar("SELECT overflow()") }
    #expect(full.code == .full)
    #expect(full.message == "no room")
    #expect(try connection.scalar("SELECT 1") == 1)
  }

  @Test func deterministicFunctionsMayBeIndexed() throws {
    for (name, deterministic) in [("pure", true), ("impure", false)] {
      try connection.register(function: name, argumentCount: 1, deterministic: deterministic) { arguments in
        .integer(arguments.integer(0) * 2)
      }
    }
    try connection.execute("CREATE TABLE t(a); CREATE INDEX i ON t(pure(a))")
    #expect(throws: SQLiteError.self) { try connection.execute("CREATE INDEX j ON t(impure(a))") }
  }

  @Test func aFunctionIsReplacedAndReleased() throws {
    var counter: Counter? = Counter()
    weak let observed = counter
    let body = { [counter] () -> Int64 in
      counter?.count += 1
      return 1
    }
    try connection.register(function: "f", argumentCount: 0, deterministic: false) { _ in .integer(body()) }
    #expect(try connection.scalar("SELECT f() + f()") == 2)
    #expect(counter?.count == 2)
    counter = nil
    #expect(observed != nil)
    try connection.register(function: "f", argumentCount: 0, deterministic: false) { _ in .integer(5) }
    #expect(try connection.scalar("SELECT f()") == 5)
  }

  @Test func closingReleasesWhatIsRegistered() throws {
    var counter: Counter? = Counter()
    weak let observed = counter
    do {
      let captured = counter
      try connection.register(function: "f", argumentCount: 0, deterministic: false) { _ in
        .integer(Int64(captured?.count ?? 0))
      }
      try connection.register(collation: "c") { _, _ in captured?.count ?? 0 }
    }
    counter = nil
    #expect(observed != nil)
    connection.close()
    #expect(observed == nil)
  }

  @Test func refusedNamesAreErrorsAndReleaseTheFunction() throws {
    let name = String(repeating: "n", count: 300)
    weak var observed: Counter?
    do {
      let counter = Counter()
      observed = counter
      #expect(throws: SQLiteError.self) {
        try connection.register(function: name, argumentCount: 0, deterministic: true) { _ in
          .integer(Int64(counter.count))
        }
      }
    }
    #expect(observed == nil)
    #expect(throws: SQLiteError.self) {
      try connection.register(function: "f", argumentCount: 1000, deterministic: true) { _ in .null }
    }
  }

  @Test func constantArgumentsKeepTheirObject() throws {
    let counter = Counter()
    try connection.register(function: "plus", argumentCount: 2, deterministic: true) { arguments in
      let box = arguments.cached(0) {
        counter.count += 1
        let box = Counter()
        box.count = Int(arguments.integer(0))
        return box
      }
      return .integer(Int64(box.count) + arguments.integer(1))
    }
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)")
    #expect(try connection.text("SELECT group_concat(plus(10, a)) FROM t") == "11,12,13")
    #expect(counter.count == 1)
    #expect(try connection.text("SELECT group_concat(plus(a, a)) FROM t") == "2,4,6")
  }

  @Test func aFunctionMayUseItsConnection() throws {
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (4)")
    let connection = connection
    try connection.register(function: "lookup", argumentCount: 0, deterministic: false) { [unowned connection] _ in
      .integer(try connection.scalar("SELECT a FROM t") ?? 0)
    }
    #expect(try connection.scalar("SELECT lookup() + lookup()") == 8)
  }

  @Test func collationsOrder() throws {
    try connection.register(collation: "BY_LENGTH") { $0.count - $1.count }
    try connection.execute("CREATE TABLE t(a COLLATE BY_LENGTH); INSERT INTO t VALUES ('ccc'), ('a'), (''), ('bb')")
    #expect(try connection.text("SELECT group_concat(a, '|') FROM (SELECT a FROM t ORDER BY a)") == "|a|bb|ccc")
    #expect(try connection.scalar("SELECT count(*) FROM t WHERE a = 'zz'") == 1)
    #expect(thrownCode { _ = try connection.scalar("SELECT 'a' < 'b' COLLATE UNKNOWN") } == .error)
  }
}
