import CoreDataEngine
import Testing

/// A transformer that gives no data.
private final class MuteTransformer: ValueTransformer, @unchecked Sendable {  // Has no state.
  override func transformedValue(_ value: Any?) -> Any? { nil }
}

@Suite struct BatchTransformableTests {
  @Test(arguments: StoreKind.allCases) func aValueThatCannotBeArchivedIsAnError(kind: StoreKind) throws {
    let name = NSValueTransformerName("MuteTransformer")
    ValueTransformer.setValueTransformer(MuteTransformer(), forName: name)
    let model = CasesModel.make { parts in
      let color = CasesModel.attribute("color", .transformableAttributeType)
      color.valueTransformerName = name.rawValue
      parts.extraPersonProperties = [color]
    }
    let context = try TestStore(kind, model: model).context()
    try context.performAndWait {
      let request = NSBatchInsertRequest(entityName: "Person", objects: [["name": "p", "color": "red"]])
      #expect(throws: CocoaError.self) { try context.execute(request) }
      let stored = try context.all("Person")
      #expect(stored.isEmpty)
    }
  }
}
