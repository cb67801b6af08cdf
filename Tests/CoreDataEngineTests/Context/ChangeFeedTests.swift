import CoreDataEngine
import Testing

@Suite struct ChangeFeedTests {
  @Test(.timeLimit(.minutes(1)), arguments: StoreKind.allCases)
  func changesComeAsASequence(kind: StoreKind) async throws {
    let store = try TestStore(kind)
    var context: NSManagedObjectContext? = store.context()
    let feed = try #require(context?.changes())
    let saved: NSManagedObjectID? = try await context?.perform { [context] in
      let ada = context?.make("Person", ["name": "Ada"])
      context?.processPendingChanges()
      try context?.save()
      ada?.setValue(1, forKey: "age")
      context?.processPendingChanges()
      if let ada { context?.delete(ada) }
      context?.processPendingChanges()
      context?.reset()
      return ada?.objectID
    }
    context = nil
    var all: [NSManagedObjectContext.ObjectChanges] = []
    for await changes in feed { all.append(changes) }
    #expect(all.map(\.inserted.count) == [1, 0, 0, 0])
    #expect(all.first?.inserted.first?.isTemporaryID == true)
    #expect(all.map { $0.updated.map { $0 == saved } } == [[], [true], [], []])
    #expect(all.map { $0.deleted.count } == [0, 0, 1, 0])
    #expect(all.map(\.isReset) == [false, false, false, true])
  }

  @Test func theMembersOfTheClassAreAppleNames() {
    #expect(NSManagedObjectContext.willSaveObjectsNotification == .NSManagedObjectContextWillSave)
    #expect(NSManagedObjectContext.didSaveObjectsNotification == .NSManagedObjectContextDidSave)
    #expect(NSManagedObjectContext.didChangeObjectsNotification == .NSManagedObjectContextObjectsDidChange)
    #expect(NSManagedObjectContext.didSaveObjectIDsNotification == .NSManagedObjectContextDidSaveObjectIDs)
    #expect(
      NSManagedObjectContext.didMergeChangesObjectIDsNotification == .NSManagedObjectContextDidMergeChangesObjectIDs)
    #expect(NSManagedObjectContext.NotificationKey.insertedObjects.rawValue == NSInsertedObjectsKey)
    #expect(NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue == NSUpdatedObjectIDsKey)
    #expect(NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue == NSInvalidatedAllObjectsKey)
    #expect(NSManagedObjectContext.NotificationKey.queryGeneration.rawValue == NSManagedObjectContextQueryGenerationKey)
  }
}
