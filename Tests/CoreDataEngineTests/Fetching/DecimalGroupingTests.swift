import CoreDataEngine
import Testing

/// Decimals as what rows are told apart by, also where no SQL does it.
@Suite struct DecimalGroupingTests {
  private func filled(_ kind: StoreKind) throws -> (store: TestStore, context: NSManagedObjectContext) {
    let store = try TestStore(kind)
    let context = store.context()
    for text in ["1.5", "2", "1.50", "1.5", "2.0"] {
      _ = context.make("Person", ["name": text, "balance": NSDecimalNumber(string: text)])
    }
    try context.save()
    return (store, context)
  }

  private func request() -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Person")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["balance"]
    request.sortDescriptors = [NSSortDescriptor(key: "balance", ascending: true)]
    return request
  }

  @Test(arguments: StoreKind.allCases) func distinctAndGrouped(kind: StoreKind) throws {
    let (store, context) = try filled(kind)
    let expected = [NSDecimalNumber(string: "1.5"), NSDecimalNumber(string: "2")]
    let distinct = request()
    distinct.returnsDistinctResults = true
    #expect(try context.fetch(distinct).map { $0["balance"] as? NSDecimalNumber } == expected)
    let grouped = request()
    grouped.propertiesToGroupBy = ["balance"]
    #expect(try context.fetch(grouped).map { $0["balance"] as? NSDecimalNumber } == expected)
    #expect(try store.context().all("Person").count == 5)
  }

  @Test func evaluated() throws {
    let numbers = ["1.5", "2", "1.50"].map { NSDecimalNumber(string: $0) }
    let object = ["list": numbers] as NSDictionary
    let distinct = NSExpression(forKeyPath: "list.@distinctUnionOfObjects.self")
    let values = distinct.expressionValue(with: object, context: nil) as? [Any]
    #expect(values?.compactMap { $0 as? NSDecimalNumber } == [numbers[0], numbers[1]])
    let mode = NSExpression(forFunction: "mode:", arguments: [NSExpression(forConstantValue: numbers)])
    #expect((mode.expressionValue(with: nil, context: nil) as? [NSDecimalNumber]) == [numbers[0]])
    let union = NSExpression(
      forUnionSet: NSExpression(forConstantValue: Set([1])), with: NSExpression(forConstantValue: numbers))
    #expect(union.expressionValue(with: nil, context: nil) != nil)
  }
}
