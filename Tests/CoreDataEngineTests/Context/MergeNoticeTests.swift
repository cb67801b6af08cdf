import CoreDataEngine
import Testing

/// What a context tells of changes that it has merged.
@Suite struct MergeNoticeTests {
  private struct Rows {
    let store: TestStore
    let writer: NSManagedObjectContext
    let changed: NSManagedObject
    let gone: NSManagedObject

    init(_ kind: StoreKind) throws {
      store = try TestStore(kind)
      writer = store.context()
      changed = writer.make("Person", ["name": "changed", "age": 0])
      gone = writer.make("Person", ["name": "gone"])
      try writer.save()
    }

    /// Saves an insertion, a change and a deletion; gives the new ID and the notice of the save.
    func save() throws -> (new: NSManagedObjectID, info: [AnyHashable: Any]) {
      let new = writer.make("Person", ["name": "new"])
      changed.setValue(1, forKey: "age")
      writer.delete(gone)
      let log = NotificationLog(of: .NSManagedObjectContextDidSave, from: writer)
      try writer.save()
      return (new.objectID, try #require(log.userInfos.first))
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func mergedInsertsAreInserted(kind: StoreKind, isRemote: Bool) throws {
    let rows = try Rows(kind)
    let reader = rows.store.context()
    let manager = UndoManager()
    reader.undoManager = manager
    let held = try reader.all("Person", sortedBy: "name")
    held.forEach { _ = $0.text("name") }
    let (new, info) = try rows.save()
    let log = NotificationLog(of: .NSManagedObjectContextObjectsDidChange, from: reader)
    if isRemote {
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [reader])
    } else {
      reader.mergeChanges(
        fromContextDidSave: Notification(
          name: .NSManagedObjectContextDidSave, object: rows.writer, userInfo: info))
    }
    #expect(log.userInfos.count == 1)
    let told = try #require(log.userInfos.first)
    func ids(_ key: String) -> [NSManagedObjectID]? {
      (told[key] as? Set<NSManagedObject>).map { $0.map(\.objectID) }
    }
    #expect(ids(NSInsertedObjectsKey) == [new])
    #expect(told[NSRefreshedObjectsKey] as? Set<NSManagedObject> == [held[0]])
    #expect(told[NSDeletedObjectsKey] as? Set<NSManagedObject> == [held[1]])
    #expect(told[NSUpdatedObjectsKey] == nil)
    // It is nobody's change here: nothing is to be saved or undone.
    #expect(!reader.hasChanges)
    #expect(reader.insertedObjects.isEmpty)
    #expect(!manager.canUndo)
    #expect(held[0].number("age") == 1)
  }

  @Test(.timeLimit(.minutes(1)), arguments: StoreKind.allCases)
  func theSequenceTellsOfMergesAndRefreshes(kind: StoreKind) async throws {
    let rows = try Rows(kind)
    var reader: NSManagedObjectContext? = rows.store.context()
    let feed = try #require(reader?.changes())
    let ids = [rows.changed.objectID, rows.gone.objectID]
    let held = try ids.map { try #require(try reader?.existingObject(with: $0)) }
    held.forEach { _ = $0.text("name") }
    let (new, info) = try rows.save()
    if let reader { NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [reader]) }
    reader?.refresh(held[0], mergeChanges: false)
    reader?.processPendingChanges()
    reader = nil
    var all: [NSManagedObjectContext.ObjectChanges] = []
    for await changes in feed { all.append(changes) }
    #expect(all.map(\.inserted) == [[new], []])
    #expect(all.map(\.refreshed) == [[ids[0]], [ids[0]]])
    #expect(all.map(\.deleted) == [[ids[1]], []])
    #expect(all.allSatisfy { $0.updated.isEmpty && !$0.isReset })
  }

  @Test func theContextsOwnerHasADictionaryOfItsOwn() throws {
    let store = try TestStore(.memory)
    let (first, second) = (store.context(), store.context())
    first.userInfo["purpose"] = "import"
    #expect(first.userInfo["purpose"] as? String == "import")
    #expect(second.userInfo.count == 0)
    first.reset()
    #expect(first.userInfo["purpose"] as? String == "import")
  }
}
