import CoreDataEngine
import Testing

/// Relationships that are their own inverse: one to one, and many to many.
@Suite struct SelfInverseTests {
  private static func model() -> NSManagedObjectModel {
    CasesModel.make { parts in
      let spouse = NSRelationshipDescription()
      spouse.name = "spouse"
      spouse.destinationEntity = parts.person
      spouse.maxCount = 1
      spouse.inverseRelationship = spouse
      let friends = NSRelationshipDescription()
      friends.name = "friends"
      friends.destinationEntity = parts.person
      friends.inverseRelationship = friends
      parts.extraPersonProperties = [spouse, friends]
    }
  }

  private static func people(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try context.all("Person", sortedBy: "name")
  }

  @Test(arguments: StoreKind.allCases) func oneToOne(kind: StoreKind) throws {
    let store = try TestStore(kind, model: SelfInverseTests.model())
    let context = store.context()
    let made = ["a", "b", "c"].map { context.make("Person", ["name": $0]) }
    made[0].setValue(made[1], forKey: "spouse")
    #expect(made[1].object("spouse") === made[0])
    try context.save()
    made[2].setValue(made[0], forKey: "spouse")
    #expect(made[0].object("spouse") === made[2] && made[1].object("spouse") == nil)
    try context.save()
    // With oneself.
    made[1].setValue(made[1], forKey: "spouse")
    #expect(made[1].object("spouse") === made[1])
    try context.save()

    let other = try store.reopened().context()
    let manager = UndoManager()
    manager.groupsByEvent = false
    other.undoManager = manager
    let people = try SelfInverseTests.people(other)
    #expect(people.map { $0.object("spouse")?.text("name") } == ["c", "b", "a"])
    manager.beginUndoGrouping()
    people[1].setValue(people[0], forKey: "spouse")
    manager.endUndoGrouping()
    #expect(people.map { $0.object("spouse")?.text("name") } == ["b", "a", nil])
    other.undo()
    #expect(people.map { $0.object("spouse")?.text("name") } == ["c", "b", "a"])
    #expect(!other.hasChanges)
    manager.beginUndoGrouping()
    other.delete(people[0])
    other.delete(people[1])
    manager.endUndoGrouping()
    #expect(people[2].object("spouse") == nil)
    other.undo()
    #expect(people.map { $0.object("spouse")?.text("name") } == ["c", "b", "a"])
    other.redo()
    try other.save()
    #expect(try SelfInverseTests.people(other).map { $0.object("spouse") } == [nil])
  }

  @Test(arguments: StoreKind.allCases) func manyToMany(kind: StoreKind) throws {
    var store = try TestStore(kind, model: SelfInverseTests.model())
    func names(_ people: [NSManagedObject]) -> [[String]] {
      people.map { $0.objects("friends").compactMap { $0.text("name") }.sorted() }
    }
    let context = store.context()
    let made = ["a", "b", "c", "d"].map { context.make("Person", ["name": $0]) }
    made[0].setValue(NSSet(array: [made[1], made[2]]), forKey: "friends")
    made[3].setValue(NSSet(array: [made[3], made[1]]), forKey: "friends")
    let first = [["b", "c"], ["a", "d"], ["a"], ["b", "d"]]
    #expect(names(made) == first)
    try context.save()
    #expect(names(made) == first)

    store = try store.reopened()
    let other = store.context()
    let manager = UndoManager()
    manager.groupsByEvent = false
    other.undoManager = manager
    var people = try SelfInverseTests.people(other)
    #expect(names(people) == first)
    manager.beginUndoGrouping()
    people[2].mutableSetValue(forKey: "friends").add(people[3])
    people[1].mutableSetValue(forKey: "friends").remove(people[0])
    manager.endUndoGrouping()
    let second = [["c"], ["d"], ["a", "d"], ["b", "c", "d"]]
    #expect(names(people) == second)
    other.undo()
    #expect(names(people) == first)
    other.redo()
    try other.save()

    store = try store.reopened()
    let third = store.context()
    people = try SelfInverseTests.people(third)
    #expect(names(people) == second)
    #expect(try third.all("Person", "ANY friends == %@", people[3]).count == 3)
    third.delete(people[3])
    third.processPendingChanges()
    #expect(names(Array(people.prefix(3))) == [["c"], [], ["a"]])
    try third.save()
    let checker = try store.reopened().context()
    #expect(names(try SelfInverseTests.people(checker)) == [["c"], [], ["a"]])
  }
}
