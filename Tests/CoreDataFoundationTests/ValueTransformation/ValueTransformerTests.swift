import Testing

@testable import CoreDataFoundation

@Suite struct ValueTransformerTests {
  private final class Reverser: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { (value as? String).map { String($0.reversed()) } }
  }

  private final class ColorTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { super.allowedTopLevelClasses + [TestColor.self] }
  }

  @Test func registersByName() {
    let name = NSValueTransformerName("Reverser-\(UUID())")
    #expect(ValueTransformer(forName: name) == nil)
    let transformer = Reverser()
    ValueTransformer.setValueTransformer(transformer, forName: name)
    #expect(ValueTransformer(forName: name) === transformer)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    #expect(ValueTransformer(forName: name)?.reverseTransformedValue("abc") as? String == "cba")
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
  }

  @Test func hasThePredefinedOnes() {
    let negate = ValueTransformer(forName: .negateBooleanTransformerName)
    #expect(negate?.transformedValue(true) as? Bool == false && negate?.reverseTransformedValue(false) as? Bool == true)
    #expect(ValueTransformer(forName: .isNilTransformerName)?.transformedValue(nil) as? Bool == true)
    #expect(ValueTransformer(forName: .isNotNilTransformerName)?.transformedValue(nil) as? Bool == false)
    #expect(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName) is NSSecureUnarchiveFromDataTransformer)
  }

  @Test func archivesValues() throws {
    let transformer = NSSecureUnarchiveFromDataTransformer()
    let values: [Any] = [
      "text", 5, 2.5, true, Date(timeIntervalSinceReferenceDate: 1), Data([1, 2]), UUID(),
      URL(string: "https://a.b/c")!,
      ["a", "b"], ["k": ["n": 1]], Set(["x"]), NSArray(array: [1, "x"]),
    ]
    for value in values {
      let data = try #require(transformer.reverseTransformedValue(value) as? Data)
      let back = try #require(transformer.transformedValue(data))
      #expect(AnyValue.isEqual(back, value), "\(value) came back as \(back)")
    }
    #expect(transformer.transformedValue(nil) == nil && transformer.reverseTransformedValue(nil) == nil)
  }

  @Test func allowsOnlyItsClasses() throws {
    let color = TestColor(red: 7)
    let plain = NSSecureUnarchiveFromDataTransformer()
    #expect(plain.reverseTransformedValue(color) == nil)
    #expect(throws: CocoaError.self) { try plain.archived(color) }
    let data = try #require(ColorTransformer().reverseTransformedValue(color) as? Data)
    #expect((ColorTransformer().transformedValue(data) as? TestColor)?.red == 7)
    #expect(plain.transformedValue(data) == nil)
    #expect(throws: (any Error).self) { try plain.unarchived(data) }
    #expect(throws: (any Error).self) { try plain.unarchived(Data([1, 2, 3])) }
    #expect(throws: (any Error).self) { try plain.unarchived("text") }
  }
}

/// A class of an app's own that can be archived; Foundation can only name classes of the top level.
final class TestColor: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let red: Int

  init(red: Int) { self.red = red }
  init?(coder: NSCoder) { red = coder.decodeInteger(forKey: "red") }

  func encode(with coder: NSCoder) { coder.encode(red, forKey: "red") }
}
