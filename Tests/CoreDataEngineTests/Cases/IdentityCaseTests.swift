import CoreDataEngine
import Testing

/// Cases from practice that concern the identity of objects, and objects that are gone.
@Suite struct IdentityCaseTests {
  /// C41: an ID that was asked for before the save leads nowhere until there was one.
  @Test(arguments: StoreKind.allCases) func permanentIDsBeforeTheSave(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let (context, other) = (store.context(), store.context())
    let (saved, dropped) = try context.performAndWait {
      let people = ["saved", "dropped"].map { context.make("Person", ["name": $0]) }
      #expect(people.allSatisfy { $0.objectID.isTemporaryID })
      try context.obtainPermanentIDs(for: people)
      #expect(people.allSatisfy { !$0.objectID.isTemporaryID && $0.isInserted })
      return (people[0], people[1])
    }
    func isFound(_ id: NSManagedObjectID) -> Bool {
      other.performAndWait { (try? other.existingObject(with: id)) != nil }
    }
    try context.performAndWait {
      let ids = [saved.objectID, dropped.objectID]
      #expect(!isFound(ids[0]) && !isFound(ids[1]))
      context.delete(dropped)
      try context.save()
      #expect(saved.objectID == ids[0])
      #expect(isFound(ids[0]) && !isFound(ids[1]))
      let late = context.make("Person", ["name": "late"])
      try context.obtainPermanentIDs(for: [late])
      let id = late.objectID
      context.rollback()
      #expect(!isFound(id))
    }
    #expect(throws: NSError.self) {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: CasesModel.make())
      try context.performAndWait {
        do {
          try context.obtainPermanentIDs(for: [context.make("Person", ["name": "x"])])
        } catch let error as CocoaError {
          #expect(error.errorCode == NSPersistentStoreOperationError)
          throw error
        }
      }
    }
  }

  /// C42: URIs and the way back.
  @Test(arguments: StoreKind.allCases) func urisAndBack(kind: StoreKind) throws {
    let first = try TestStore(kind)
    let context = first.context()
    let uris = try context.performAndWait {
      let people = ["kept", "deleted"].map { context.make("Person", ["name": $0]) }
      let temporary = people[0].objectID.uriRepresentation()
      try context.save()
      let uris = people.map { $0.objectID.uriRepresentation() }
      context.delete(people[1])
      try context.save()
      return uris + [temporary]
    }
    let store = try first.reopened()
    let coordinator = store.coordinator
    let other = store.context()
    try other.performAndWait {
      let id = try #require(coordinator.managedObjectID(forURIRepresentation: uris[0]))
      let name = try other.existingObject(with: id).text("name")
      #expect(name == "kept")
      #expect(id.uriRepresentation() == uris[0])
      let gone = try #require(coordinator.managedObjectID(forURIRepresentation: uris[1]))
      let error = #expect(throws: CocoaError.self) { _ = try other.existingObject(with: gone) }
      #expect(error?.errorCode == NSManagedObjectReferentialIntegrityError)
    }
    let foreign = try TestStore(.memory)
    #expect(foreign.coordinator.managedObjectID(forURIRepresentation: uris[0]) == nil)
    for text in [
      uris[2].absoluteString, "https://example.org/Person/p1", "x-coredata://", "x-coredata:///Person/p1",
      uris[0].absoluteString.replacingOccurrences(of: "Person", with: "Nobody"),
      uris[0].deletingLastPathComponent().absoluteString, uris[0].absoluteString + "/x",
    ] {
      let url = try #require(URL(string: text))
      #expect(coordinator.managedObjectID(forURIRepresentation: url) == nil, "\(text)")
    }
  }

  /// C50: objects from before a reset.
  @Test(arguments: StoreKind.allCases) func objectsFromBeforeAReset(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "a"])
      let people = (0..<3).map { context.make("Person", ["name": "\($0)", "team": team]) }
      try context.save()
      let id = team.objectID
      people[0].setValue("unsaved", forKey: "name")
      let new = context.make("Person", ["name": "new"])
      context.reset()
      #expect(!context.hasChanges && context.registeredObjects.isEmpty)
      for object in people + [team, new] {
        #expect(object.managedObjectContext == nil)
        #expect(!object.isInserted && !object.isUpdated && !object.isDeleted)
      }
      let again = try #require(try context.existingObject(with: id) as NSManagedObject?)
      #expect(again !== team && again.objectID == id)
      #expect(again.objects("members").map { $0.text("name") }.sorted { ($0 ?? "") < ($1 ?? "") } == ["0", "1", "2"])
      try context.save()
    }
  }

  /// C50: a fault from before a reset has nothing to read from; the program stops, and says so.
  @Test func aFaultFromBeforeAReset() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = try TestStore(.memory)
      let context = store.context()
      try context.performAndWait {
        let ada = context.make("Person", ["name": "Ada"])
        try context.save()
        context.refresh(ada, mergeChanges: false)
        context.reset()
        _ = ada.text("name")
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Person"), "\(text)")
  }

  /// C52: what a deleted object says of itself before and after the save, after a rollback, and in a child.
  @Test(arguments: StoreKind.allCases) func whatADeletedObjectSays(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = ["a", "b", "c"].map { context.make("Person", ["name": $0]) }
      try context.save()
      context.delete(people[0])
      #expect(people[0].isDeleted && people[0].managedObjectContext === context)
      let found = try context.existingObject(with: people[0].objectID)
      #expect(found === people[0])
      context.rollback()
      #expect(!people[0].isDeleted && people[0].text("name") == "a")
      context.delete(people[0])
      try context.save()
      #expect(!people[0].isDeleted && people[0].managedObjectContext == nil)
      #expect(throws: CocoaError.self) { _ = try context.existingObject(with: people[0].objectID) }
      people[1].setValue("changed", forKey: "name")
      let log = NotificationLog(of: .NSManagedObjectContextDidSave, from: context)
      try context.save()
      let mentioned = log.userInfos.first?[NSDeletedObjectsKey] as? Set<NSManagedObject>
      #expect(log.userInfos.count == 1 && mentioned == [])

      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      try child.performAndWait {
        let mine = try child.existingObject(with: people[2].objectID)
        child.delete(mine)
        #expect(mine.isDeleted && !people[2].isDeleted)
        try child.save()
        #expect(mine.managedObjectContext == nil)
      }
      #expect(people[2].isDeleted)
      try context.save()
      let left = try context.all("Person").count
      #expect(left == 1)
    }
  }
}
