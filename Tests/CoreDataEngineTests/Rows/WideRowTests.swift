import CoreDataEngine
import Testing

/// Rows of more columns than the header of a packed row has null bits for, with texts and data around the size of a page.
@Suite struct WideRowTests {
  private static let attributeCount = 75
  private static let types: [NSAttributeType] = [
    .stringAttributeType, .integer64AttributeType, .binaryDataAttributeType, .doubleAttributeType,
    .decimalAttributeType, .UUIDAttributeType, .integer16AttributeType, .dateAttributeType, .booleanAttributeType,
  ]
  private static let lengths = [0, 1, 13, 500, 4_000, 16_000, 65_000, 65_536, 200_000]

  private static func type(_ index: Int) -> NSAttributeType { types[index % types.count] }

  private func model() -> NSManagedObjectModel {
    let entity = NSEntityDescription()
    entity.name = "Wide"
    entity.properties =
      [CasesModel.attribute("number", .integer64AttributeType)]
      + (0..<Self.attributeCount).map { CasesModel.attribute("a\($0)", Self.type($0)) }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  private func value(_ index: Int, _ generator: inout SeededGenerator) -> NSObject? {
    guard Bool.random(using: &generator) else { return nil }
    // Long values are rare, as they are in life: most rows share a page with others.
    let isLong = Int.random(in: 0..<60, using: &generator) == 0
    let length = isLong ? Self.lengths.randomElement(using: &generator)! : Int.random(in: 0..<20, using: &generator)
    let number = Int.random(in: -30_000...30_000, using: &generator)
    return switch Self.type(index) {
    case .stringAttributeType: NSString(string: String(repeating: number % 2 == 0 ? "x" : "é", count: length))
    case .integer64AttributeType: NSNumber(value: number &* 1_000_000_007)
    case .binaryDataAttributeType: NSData(data: Data(repeating: UInt8(truncatingIfNeeded: number), count: length))
    case .doubleAttributeType: NSNumber(value: Double(number) / 7)
    case .decimalAttributeType: NSDecimalNumber(decimal: Decimal(number) / 1_000)
    case .UUIDAttributeType: NSUUID()
    case .integer16AttributeType: NSNumber(value: number)
    case .dateAttributeType: NSDate(timeIntervalSinceReferenceDate: Double(number))
    default: NSNumber(value: number % 2 == 0)
    }
  }

  @Test(arguments: StoreKind.allCases) func allValuesAreReadAsTheyWereWritten(kind: StoreKind) throws {
    var generator = SeededGenerator(seed: 7)
    let store = try TestStore(kind, model: model())
    let context = store.context()
    var expected: [[NSObject?]] = []
    try context.performAndWait {
      for number in 0..<120 {
        let values = (0..<Self.attributeCount).map { value($0, &generator) }
        let object = context.make("Wide", ["number": number])
        for (index, value) in values.enumerated() { object.setValue(value, forKey: "a\(index)") }
        expected.append(values)
      }
      try context.save()
    }
    let reader = try store.reopened().context()
    try reader.performAndWait {
      let fetched = try reader.all("Wide", sortedBy: "number")
      try compare(fetched, expected, "fetched")
      let ids = fetched.map(\.objectID)
      // Each row alone, from the store.
      reader.reset()
      try compare(ids.reversed().map { try reader.existingObject(with: $0) }.reversed(), expected, "by ID")
    }
  }

  private func compare(
    _ objects: [NSManagedObject], _ expected: [[NSObject?]], _ way: String
  ) throws {
    try #require(objects.count == expected.count)
    for (number, (object, values)) in zip(objects, expected).enumerated() {
      for (index, value) in values.enumerated() {
        let found = object.value(forKey: "a\(index)").map { $0 as AnyObject }
        let isEqual = value?.isEqual(found) ?? (found == nil)
        #expect(isEqual, "\(way), row \(number), a\(index)")
      }
    }
  }
}
