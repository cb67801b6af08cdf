import CoreDataEngine
import Testing

@Suite struct PrefetchTests {
  /// More objects than one statement takes keys lead to one and the same tag: its people are read once.
  @Test(arguments: StoreKind.allCases) func whatManyShareIsReachedOnce(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let tag = context.make("Tag", ["label": "shared"])
    for index in 0..<1_200 {
      context.make("Person", ["name": "\(index)"]).setValue(Set([tag]), forKey: "tags")
    }
    // Most tags are nobody's, so that those wanted are asked for by key.
    for index in 0..<5_000 { _ = context.make("Tag", ["label": "\(index)"]) }
    try context.save()
    let other = store.context()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.relationshipKeyPathsForPrefetching = ["tags.people"]
    let people = try other.fetch(request)
    let shared = try #require(people.first?.objects("tags").first)
    let members = shared.value(forKey: "people") as? NSSet
    #expect(members?.count == 1_200)
    #expect(shared.objects("people") == Set(people))
    #expect(Set(shared.objects("people").map(\.objectID)).count == 1_200)
  }
}
