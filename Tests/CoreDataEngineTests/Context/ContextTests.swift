import CoreDataEngine
import Testing

@Suite struct ContextTests {
  @Test func savingWithoutAStoreThrows() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: CasesModel.make())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait {
      _ = context.make("Person", ["name": "p"])
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code == .persistentStoreSave)
      #expect(context.hasChanges)
    }
  }

  @Test(arguments: StoreKind.allCases) func membersAddedInTwoContextsAreBothKept(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let first = store.context()
    _ = first.make("Team", ["name": "T"])
    _ = first.make("Tag", ["label": "t"])
    try first.save()
    let second = store.context()
    for (context, name) in [(first, "a"), (second, "b")] {
      let team = try #require(try context.all("Team").first)
      let tag = try #require(try context.all("Tag").first)
      _ = context.make("Person", ["name": name, "team": team, "tags": NSSet(array: [tag])])
    }
    try first.save()
    try second.save()
    let third = store.context()
    let team = try #require(try third.all("Team").first)
    #expect(Set(team.objects("members").compactMap { $0.text("name") }) == ["a", "b"])
    let tag = try #require(try third.all("Tag").first)
    #expect(tag.objects("people").count == 2)
  }

  @Test(arguments: StoreKind.allCases) func C79_threeLevelsOfContexts(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let root = store.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = root
    let grandchild = NSManagedObjectContext(.privateQueue)
    grandchild.parent = child
    try grandchild.performAndWait {
      let team = grandchild.make("Team", ["name": "T"])
      _ = grandchild.make("Person", ["name": "p", "age": 5, "team": team])
      try grandchild.save()
    }
    func count(_ context: NSManagedObjectContext) throws -> Int {
      try context.performAndWait { try context.all("Person", "team.name == 'T' AND age == 5").count }
    }
    #expect(try count(child) == 1)
    #expect(try count(root) == 0)
    try child.performAndWait { try child.save() }
    #expect(try root.performAndWait { try root.all("Person").count } == 1)
    let before = store.context()
    #expect(try before.all("Person").isEmpty)
    try root.performAndWait { try root.save() }
    let after = store.context()
    #expect(try after.all("Person", "team.name == 'T' AND age == 5").count == 1)
    try grandchild.performAndWait {
      let person = try #require(try grandchild.all("Person").first)
      person.setValue("changed", forKey: "name")
      try grandchild.save()
    }
    try child.performAndWait { try child.save() }
    try root.performAndWait { try root.save() }
    let last = store.context()
    #expect(try last.all("Person").compactMap { $0.text("name") } == ["changed"])
  }

  @Test(arguments: StoreKind.allCases) func C40_temporaryAndPermanentIDs(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let person = context.make("Person", ["name": "p"])
    let temporary = person.objectID
    #expect(temporary.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Person/t"))
    #expect(store.coordinator.managedObjectID(forURIRepresentation: temporary.uriRepresentation()) == nil)
    try context.save()
    let permanent = person.objectID
    #expect(permanent != temporary)
    let other = store.context()
    #expect(try other.existingObject(with: permanent).text("name") == "p")
    #expect(throws: CocoaError.self) { try other.existingObject(with: temporary) }
    let found = store.coordinator.managedObjectID(forURIRepresentation: permanent.uriRepresentation())
    #expect(found == permanent)
    let foreign = try #require(URL(string: "x-coredata://\(UUID().uuidString)/Person/p1"))
    #expect(store.coordinator.managedObjectID(forURIRepresentation: foreign) == nil)
    #expect(store.coordinator.managedObjectID(for: "x-coredata:nonsense") == nil)
  }
}
