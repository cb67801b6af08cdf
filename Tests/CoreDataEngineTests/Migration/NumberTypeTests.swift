import CoreDataEngine
import Testing

/// Numbers of a new type in an inferred migration: each value is there afterwards, or the migration is refused.
@Suite struct NumberTypeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let older: String
    let text: String
    let newer: String

    init(_ older: String, _ text: String, _ newer: String) {
      self.older = older
      self.text = text
      self.newer = newer
    }

    var testDescription: String { "\(older) \(text) to \(newer)" }

    var value: NSNumber? {
      switch older {
      case "Decimal": NSDecimalNumber(string: text)
      case "Double", "Float": Double(text).map { NSNumber(value: $0) }
      default: Int64(text).map { NSNumber(value: $0) }
      }
    }
  }

  private func filled(_ kind: StoreKind, _ type: String, _ values: [NSNumber?]) throws -> MigrationFixture {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model("P.a \(type)")) { context throws in
      for value in values { _ = context.make("P", ["a": value]) }
    }
    return fixture
  }

  static let refused = [
    Case("Double", "1e300", "Int64"), Case("Double", "9223372036854775808", "Int64"), Case("Double", "2.75", "Int16"),
    Case("Double", "70000", "Int16"), Case("Decimal", "1234567890123456789012345", "Int64"),
    Case("Decimal", "0.5", "Int32"), Case("Int64", "7", "Bool"), Case("Double", "0.5", "Bool"),
    Case("Decimal", "1234567890123456789012345", "Bool"), Case("Int64", "9007199254740993", "Double"),
    Case("Int64", "9223372036854775807", "Double"), Case("Decimal", "9007199254740993", "Double"),
    Case("Decimal", "0.1234567890123456789012345", "Double"), Case("Int32", "16777217", "Float"),
    Case("Decimal", "1234567890123456789012345", "Float"), Case("Double", "1e300", "Float"),
    Case("Double", "1e300", "Decimal"), Case("Double", "1e-300", "Decimal"),
  ]

  @Test(arguments: StoreKind.lasting, refused) func whatDoesNotFitIsRefused(_ kind: StoreKind, _ this: Case) throws {
    let fixture = try filled(kind, this.older, [this.value, 1])
    let before = try fixture.bytes()
    let error = try #require(fixture.error(opening: ModelText.model("P.a \(this.newer)")))
    #expect(error.code == NSMigrationError)
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.userInfo["entity"] as? String == "P" && cause?.userInfo["attribute"] as? String == "a")
    #expect((cause?.userInfo["detail"] as? String)?.hasPrefix("P.a is ") == true)
    if kind != .sqlite { #expect(try fixture.bytes() == before) }
    try fixture.open(ModelText.model("P.a \(this.older)")) { context throws in
      let values = try context.all("P").compactMap { $0.value(forKey: "a") as? NSNumber }
      #expect(values.contains { $0 == this.value })
    }
  }

  static let fitting = [
    Case("Double", "9223372036854774784", "Int64"), Case("Double", "-3", "Int16"),
    Case("Decimal", "-9223372036854775808", "Int64"), Case("Decimal", "12", "Int16"), Case("Int64", "1", "Bool"),
    Case("Double", "0", "Bool"), Case("Int64", "9007199254740992", "Double"),
    Case("Int64", "-9223372036854775808", "Double"), Case("Int64", "-9223372036854775808", "Float"),
    Case("Decimal", "0.1", "Double"), Case("Int32", "-16777216", "Float"),
    Case("Int64", "1152921504606846976", "Float"),
    Case("Double", "1.5", "Float"), Case("Double", "0.30000000000000004", "Decimal"),
    Case("Double", "-1.25e140", "Decimal"), Case("Double", "1.2345678901234567e-110", "Decimal"),
    Case("Float", "1.5", "Double"), Case("Int64", "9223372036854775807", "Decimal"),
  ]

  @Test(arguments: StoreKind.lasting, fitting) func whatFitsIsKept(_ kind: StoreKind, _ this: Case) throws {
    let fixture = try filled(kind, this.older, [this.value, nil])
    try fixture.open(ModelText.model("P.a \(this.newer)")) { context throws in
      let values = try context.all("P").map { $0.value(forKey: "a") as? NSNumber }
      let found = try #require(values.compactMap { $0 }.first)
      #expect(values.count == 2)
      let isReal = ["Double", "Float"].contains(this.older) || ["Double", "Float"].contains(this.newer)
      if this.newer == "Decimal" {
        #expect(found.decimalValue == Decimal(string: this.text))
      } else if isReal {
        #expect(found.doubleValue == this.value?.doubleValue)
      } else {
        #expect(found.int64Value == this.value?.int64Value)
      }
    }
  }

  /// D25: a Float has fewer digits than a Double, which is what the change asks for.
  @Test(arguments: StoreKind.lasting) func aFloatHasFewerDigits(_ kind: StoreKind) throws {
    let fixture = try filled(kind, "Double", [0.1])
    try fixture.open(ModelText.model("P.a Float")) { context throws in
      #expect(try context.all("P").first?.value(forKey: "a") as? Float == 0.1)
    }
  }

  @Test(arguments: StoreKind.lasting) func theRowsAreListed(_ kind: StoreKind) throws {
    let values = (0..<30).map { NSNumber(value: 0.5 + Double($0)) }
    let fixture = try filled(kind, "Double", values)
    let error = fixture.error(opening: ModelText.model("P.a Int32"))
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.userInfo["count"] as? Int == 30)
    #expect((cause?.userInfo["rows"] as? [Int])?.count == 20)
    let detail = try #require(cause?.userInfo["detail"] as? String)
    #expect(
      detail.contains(" in the row ") && detail.hasSuffix(", and in 10 more rows something else that does not fit."))
  }
}
