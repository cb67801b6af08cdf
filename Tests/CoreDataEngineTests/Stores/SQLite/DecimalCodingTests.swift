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

  @Test func keysAreInOrderAsDecimalsAre() {
    let texts = [
      "-12345678901234567890.5", "-12345678901234567890.25", "-1.25", "-1.2", "-1", "-0.5", "-0.05", "0", "0.001",
      "0.01",
      "0.0101", "0.1", "0.9", "1", "1.2", "1.25", "9", "10", "10.5", "99", "100", "12345678901234567890.25",
      "12345678901234567890.5",
    ]
    let keys = texts.map { DecimalKey.bytes(of: Decimal(string: $0)!) }
    for (first, second) in zip(keys, keys.dropFirst()) { #expect(first.lexicographicallyPrecedes(second)) }
    #expect(DecimalKey.bytes(of: Decimal(string: "1.50")!) == DecimalKey.bytes(of: Decimal(string: "1.5")!))
  }
}
