import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

@Suite struct SQLFunctionTests {
  let connection: Connection

  init() throws {
    connection = try Connection(.memory)
    try SQLFunctions.register(on: connection)
  }

  @Test(arguments: [
    ("CoreDataStringSearch('Ärger', 'ARG', 3, 99)", "1"), ("CoreDataStringSearch('Ärger', 'ARG', 1, 99)", "0"),
    ("CoreDataStringSearch(NULL, 'a', 3, 99)", nil), ("CoreDataStringSearch('a', NULL, 3, 99)", nil),
    ("CoreDataStringSearch('abc', 'a?c', 0, 7)", "1"), ("CoreDataStringSearch('abc', 'b', 0, 6)", "0"),
    ("CoreDataStringOrder('a', 'B', 1)", "-1"), ("CoreDataStringFold('Äß', 3)", "ass"),
    ("CoreDataFunction('uppercase:', 't', 'ä')", "Ä"), ("CoreDataFunction('length:', 't', '👍a')", "3"),
    ("CoreDataFunction('add:to:', 'dd', 0.1, 0.2)", "0.3"), ("CoreDataFunction('abs:', 'n', NULL)", nil),
    ("CoreDataFunction('castObject:toType:', 'nt', 3, 'NSString')", "3"),
    ("CoreDataDecimalOrder(x'312e30303030303030303030303030303030303031', 1)", "1"),
    ("CoreDataDecimalOrder(0.1, 0.1)", "0"), ("CoreDataDecimalOrder(NULL, 1)", nil),
    ("CoreDataDouble(4607182418800017408)", "1.0"), ("hex(CoreDataBytes('00ff1a'))", "00FF1A"),
    ("hex(CoreDataText('[\"610062\"]'))", "610062"), ("hex(CoreDataDecimal('1.00000000000000000001'))", hexadecimal),
  ])
  func computes(expression: String, expected: String?) throws {
    #expect(try connection.text("SELECT \(expression)") == expected)
  }

  private static let hexadecimal = "1.00000000000000000001".utf8.map { String($0, radix: 16, uppercase: true) }.joined()

  @Test(arguments: [
    ("CoreDataDecimalSum", "x < 0.5", "0.3", "real"), ("CoreDataDecimalSum", "x = 7", "7", "integer"),
    ("CoreDataDecimalSum", "typeof(x) = 'blob'", "3.00000000000000000003", "blob"),
    ("CoreDataDecimalAverage", "x < 0.5", "0.15", "real"), ("CoreDataDecimalMin", "1", "0.1", "real"),
    ("CoreDataDecimalMax", "typeof(x) = 'blob' OR x = 2", "2.00000000000000000002", "blob"),
    ("CoreDataDecimalMax", "1", "7", "integer"), ("CoreDataDecimalSum", "0", "0", "integer"),
    ("CoreDataDecimalAverage", "0", nil, "null"), ("CoreDataDecimalMin", "x IS NULL", nil, "null"),
  ])
  func makesFiguresOfDecimals(function: String, condition: String, expected: String?, form: String) throws {
    try connection.execute("CREATE TABLE t(x DECIMAL); INSERT INTO t VALUES (0.1), (0.2), (7), (2), (NULL)")
    for digits in ["1.00000000000000000001", "2.00000000000000000002"] {
      try connection.execute("INSERT INTO t VALUES (CoreDataDecimal('\(digits)'))")
    }
    let figure = "\(function)(x)"
    #expect(try connection.text("SELECT CAST(\(figure) AS TEXT) FROM t WHERE \(condition)") == expected)
    #expect(try connection.text("SELECT typeof(\(figure)) FROM t WHERE \(condition)") == form)
  }

  @Test func reportsErrors() {
    #expect(throws: SQLiteError.self) { try connection.text("SELECT CoreDataStringSearch('a', '(', 0, 6)") }
    #expect(throws: SQLiteError.self) { try connection.text("SELECT CoreDataFunction('nothing:', 'n', 3)") }
  }

  @Test(arguments: TextOrder.allCases)
  func collates(order: TextOrder) throws {
    try connection.execute("CREATE TABLE words (word)")
    let words = ["b", "A", "a10", "a9", "ä", "B", "Z", "é", "e", "10", "9"]
    for word in words { try connection.execute("INSERT INTO words VALUES ('\(word)')") }
    let statement = try connection.prepare("SELECT word FROM words ORDER BY word COLLATE \(order.collation)")
    var sorted: [String] = []
    while try statement.step() { sorted.append(statement.string(0) ?? "") }
    for (first, second) in zip(sorted, sorted.dropFirst()) {
      #expect(order.compare(first, second) != .orderedDescending)
    }
    let place = { (word: String) in sorted.firstIndex(of: word) ?? -1 }
    if order == .localizedStandard { #expect(place("a9") < place("a10") && place("9") < place("10")) }
    #expect(place("A") < place("b") && place("a10") < place("B"))
  }
}
