import CoreDataSQLite
import Testing

@testable import CoreDataEngine

@Suite struct DecimalCodingTests {
  static let texts = [
    "0", "1", "-1", "0.1", "3.33", "1123.563", "1e-100", "12345678901234567890.12",
    "99999999999999999999999999999999999999", "0.12345678901234567890123456789012345678", "-9223372036854775808",
    "9223372036854775807", "9223372036854775808", "123456789.123456789", "5e120",
  ]

  @Test(arguments: texts) func everyDecimalComesBackExactly(_ text: String) throws {
    let decimal = try #require(Decimal(string: text))
    let store = try TestStore(.sqlite)
    let context = store.context()
    _ = context.make("Person", ["name": "p", "balance": decimal as NSDecimalNumber])
    try context.save()
    let read = try #require(try store.reopened().context().all("Person").first)
    #expect((read.value(forKey: "balance") as? NSDecimalNumber)?.decimalValue == decimal)
  }

  @Test func ordinaryDecimalsAreNumbersAsInOtherStores() throws {
    for (text, type) in [
      ("10.11", "real"), ("3", "integer"), ("1123.563", "real"), ("12345678901234567890.12", "blob"),
    ] {
      let connection = try Connection(.memory)
      try connection.execute("CREATE TABLE t (d DECIMAL)")
      let insert = try connection.prepare("INSERT INTO t VALUES (?)")
      DecimalCoding.bind(try #require(Decimal(string: text)), to: insert, at: 1)
      try insert.run()
      #expect(try connection.text("SELECT typeof(d) FROM t") == type)
      #expect(try connection.scalar("SELECT CAST(d AS REAL) = \(text) FROM t") == 1)
    }
  }
}
