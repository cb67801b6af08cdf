import CoreDataEngine
import Testing

@Suite struct QueryGenerationTests {
  private func filled(_ kind: StoreKind) throws -> (store: TestStore, writer: NSManagedObjectContext) {
    let store = try TestStore(kind)
    let writer = store.context()
    _ = writer.make("Person", ["name": "a", "age": 1, "team": writer.make("Team", ["name": "red"])])
    _ = writer.make("Person", ["name": "b", "age": 1])
    try writer.save()
    return (store, writer)
  }

  @Test func aPinnedContextReadsItsMoment() throws {
    let (store, writer) = try filled(.sqlite)
    let pinned = store.context()
    #expect(pinned.queryGenerationToken == nil)
    try pinned.setQueryGenerationFrom(.current)
    #expect(pinned.queryGenerationToken == .current)
    #expect(try pinned.all("Person").count == 2)
    let token = try #require(pinned.queryGenerationToken)
    #expect(token != .current)
    for person in try writer.all("Person") { person.setValue(2, forKey: "age") }
    _ = writer.make("Person", ["name": "c", "age": 2])
    writer.delete(try #require(try writer.all("Team").first))
    try writer.save()

    #expect(try pinned.all("Person", "age == 1").count == 2)
    #expect(try pinned.all("Person").allSatisfy { $0.number("age") == 1 })
    #expect(try pinned.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2)
    let a = try #require(try pinned.all("Person", "name == 'a'").first)
    #expect(a.object("team")?.text("name") == "red")
    #expect(a.object("team")?.objects("members") == [a])
    let names = NSFetchRequest<NSDictionary>(entityName: "Person")
    names.resultType = .dictionaryResultType
    #expect(try pinned.fetch(names).count == 2)

    // Another context takes the same moment, a child has its parent's.
    let second = store.context()
    try second.setQueryGenerationFrom(token)
    #expect(try second.all("Person", "age == 1").count == 2)
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = pinned
    #expect(child.queryGenerationToken == token)
    #expect(try child.all("Person").count == 2)

    try second.setQueryGenerationFrom(nil)
    #expect(try second.all("Person").count == 3)
    #expect(second.queryGenerationToken == nil)
    pinned.reset()
    #expect(try pinned.all("Person", "age == 2").count == 3)
  }

  @Test func savingMovesToTheNewestMoment() throws {
    let (store, writer) = try filled(.sqlite)
    let pinned = store.context()
    try pinned.setQueryGenerationFrom(.current)
    let mine = try #require(try pinned.all("Person", "name == 'a'").first)
    #expect(mine.number("age") == 1)
    _ = writer.make("Person", ["name": "c"])
    try writer.save()
    #expect(try pinned.all("Person").count == 2)
    mine.setValue(9, forKey: "age")
    try pinned.save()
    #expect(try pinned.all("Person").count == 3)
    #expect(try writer.all("Person", "age == 9").count == 1)
    // What was changed meanwhile is a conflict, as for any context.
    let (other, first) = (try #require(try writer.all("Person", "name == 'b'").first), store.context())
    try first.setQueryGenerationFrom(.current)
    let stale = try #require(try first.all("Person", "name == 'b'").first)
    #expect(stale.number("age") == 1)
    other.setValue(5, forKey: "age")
    try writer.save()
    stale.setValue(6, forKey: "age")
    let error = #expect(throws: CocoaError.self) { try first.save() }
    #expect(error?.code == .managedObjectMerge)
  }

  @Test func mergingMovesToTheNewestMoment() throws {
    let (store, writer) = try filled(.sqlite)
    let pinned = store.context()
    try pinned.setQueryGenerationFrom(.current)
    let person = try #require(try pinned.all("Person", "name == 'a'").first)
    #expect(person.number("age") == 1)
    let request = NSBatchUpdateRequest(entityName: "Person")
    request.propertiesToUpdate = ["age": 7]
    request.resultType = .updatedObjectIDsResultType
    let ids = try #require((try writer.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID])
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [pinned])
    #expect(person.number("age") == 7)
  }

  @Test(arguments: [StoreKind.memory, .sqliteInMemory]) func otherStoresCannotBePinned(kind: StoreKind) throws {
    let (store, _) = try filled(kind)
    let context = store.context()
    let error = #expect(throws: CocoaError.self) { try context.setQueryGenerationFrom(.current) }
    #expect(error?.errorCode == NSPersistentStoreUnsupportedRequestTypeError)
    #expect(context.queryGenerationToken == nil)
    #expect(try context.all("Person").count == 2)
  }

  @Test func tokensAreArchivedWithinAProcess() throws {
    let (store, _) = try filled(.sqlite)
    let context = store.context()
    try context.setQueryGenerationFrom(.current)
    _ = try context.all("Person")
    let token = try #require(context.queryGenerationToken)
    let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSQueryGenerationToken.self, from: data)
    #expect(back == token)
  }
}
