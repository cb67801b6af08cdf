import Foundation
import Testing

@testable import CoreDataEngine

/// Orders of relationships in the file, and to-many relationships without inverse.
@Suite struct OrderedRelationshipTests {
  /// List.items ↔ Item.list (ordered), List.marks ↔ Item.marking (many-to-many, ordered), List.loose → Item (no inverse).
  private func model() -> NSManagedObjectModel {
    let (list, item) = (NSEntityDescription(), NSEntityDescription())
    (list.name, item.name) = ("List", "Item")
    func relationship(_ name: String, to destination: NSEntityDescription, max: Int, ordered: Bool)
      -> NSRelationshipDescription
    {
      let relationship = NSRelationshipDescription()
      relationship.name = name
      relationship.destinationEntity = destination
      relationship.maxCount = max
      relationship.isOrdered = ordered
      return relationship
    }
    let pairs = [
      (relationship("items", to: item, max: 0, ordered: true), relationship("list", to: list, max: 1, ordered: false)),
      (
        relationship("marks", to: item, max: 0, ordered: true),
        relationship("marking", to: list, max: 0, ordered: false)
      ),
    ]
    for (a, b) in pairs { (a.inverseRelationship, b.inverseRelationship) = (b, a) }
    let loose = relationship("loose", to: item, max: 0, ordered: false)
    list.properties = pairs.map(\.0) + [loose]
    item.properties = [CasesModel.attribute("name", .stringAttributeType)] + pairs.map(\.1)
    let model = NSManagedObjectModel()
    model.entities = [list, item]
    return model
  }

  private func names(_ object: NSManagedObject, _ key: String) -> [String] {
    ((object.value(forKey: key) as? NSOrderedSet)?.array as? [NSManagedObject] ?? []).compactMap { $0.text("name") }
  }

  @Test(arguments: ["items", "marks"]) func orderIsKeptThroughChanges(_ key: String) throws {
    let store = try TestStore(.sqlite, model: model())
    let context = store.context()
    let list = context.make("List")
    let items = ["a", "b", "c", "d", "e"].map { context.make("Item", ["name": $0]) }
    list.setValue(NSOrderedSet(array: [items[3], items[0], items[2]]), forKey: key)
    try context.save()

    var current = try store.reopened()
    for order in [["d", "a", "c"], ["c", "d", "a"], ["c", "b", "d", "e", "a"], ["a"], []] as [[String]] {
      let context = current.context()
      let list = try #require(try context.all("List").first)
      let all = Dictionary(uniqueKeysWithValues: try context.all("Item").map { ($0.text("name") ?? "", $0) })
      list.setValue(NSOrderedSet(array: order.compactMap { all[$0] }), forKey: key)
      try context.save()
      current = try current.reopened()
      let reading = current.context()
      #expect(names(try #require(try reading.all("List").first), key) == order)
    }
  }

  @Test func membersAddedThroughTheInverseComeLast() throws {
    let store = try TestStore(.sqlite, model: model())
    let context = store.context()
    let list = context.make("List")
    list.setValue(NSOrderedSet(array: ["b", "a"].map { context.make("Item", ["name": $0]) }), forKey: "items")
    try context.save()
    let again = try store.reopened()
    let other = again.context()
    let item = other.make("Item", ["name": "0"])
    item.setValue(try other.all("List").first, forKey: "list")
    try other.save()
    let last = try again.reopened()
    let reading = last.context()
    #expect(names(try #require(try reading.all("List").first), "items") == ["b", "a", "0"])
  }

  @Test func relationshipWithoutInverseIsKept() throws {
    let store = try TestStore(.sqlite, model: model())
    let context = store.context()
    let list = context.make("List")
    let items = ["a", "b"].map { context.make("Item", ["name": $0]) }
    list.setValue(Set(items), forKey: "loose")
    try context.save()
    var again = try store.reopened()
    var other = again.context()
    var read = try #require(try other.all("List").first)
    #expect(Set(read.objects("loose").compactMap { $0.text("name") }) == ["a", "b"])
    read.setValue(Set(try other.all("Item", "name == 'a'")), forKey: "loose")
    try other.save()
    again = try again.reopened()
    other = again.context()
    read = try #require(try other.all("List").first)
    #expect(read.objects("loose").compactMap { $0.text("name") } == ["a"])
    other.delete(read)
    try other.save()
    let backend = try #require(again.coordinator.persistentStores.first?.objectStore as? SQLiteStore)
    #expect(try backend.read { try $0.scalar("SELECT count(*) FROM ZITEM WHERE Z2LOOSE IS NOT NULL") } == 0)
  }
}
