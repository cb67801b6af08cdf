import CoreDataEngine
import Testing

@Suite struct MessageTests {
  @Test(.timeLimit(.minutes(1)), arguments: StoreKind.allCases)
  func aSaveIsDeliveredWithIDs(kind: StoreKind) async throws {
    let store = try TestStore(kind)
    let context = store.context()
    let (stream, continuation) = AsyncStream<Set<NSManagedObjectID>>.makeStream()
    let token = NotificationCenter.default.addObserver(of: context, for: .didSaveObjectIDsAsync) { message in
      continuation.yield(message.insertedIDs)
    }
    let id = try await context.perform {
      let ada = context.make("Person", ["name": "Ada"])
      try context.save()
      return ada.objectID
    }
    let first = await stream.first { _ in true }
    #expect(first == [id])
    NotificationCenter.default.removeObserver(token)
  }

  @Test @MainActor func notificationsOfObjectsBecomeMessagesAndBack() throws {
    let store = try TestStore(.memory)
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = store.coordinator
    let will = NotificationLog(of: .NSManagedObjectContextWillSave, from: context)
    let saves = NotificationLog(of: .NSManagedObjectContextDidSave, from: context)
    let changes = NotificationLog(of: .NSManagedObjectContextObjectsDidChange, from: context)
    let ada = context.make("Person", ["name": "Ada"])
    try context.save()
    #expect(will.userInfos.count == 1)
    #expect(
      NSManagedObjectContext.WillSaveMessage.makeMessage(
        Notification(name: .NSManagedObjectContextWillSave, object: context))?.context === context)
    let did = try #require(
      NSManagedObjectContext.DidSaveMessage.makeMessage(
        Notification(
          name: .NSManagedObjectContextDidSave, object: context, userInfo: saves.userInfos[0])))
    #expect(did.inserted == [ada])
    #expect(did.updated.isEmpty)
    #expect(did.historyToken == nil)
    let again = NSManagedObjectContext.DidSaveMessage.makeNotification(did)
    #expect(again.name == .NSManagedObjectContextDidSave)
    #expect(again.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> == [ada])
    let changed = try #require(
      NSManagedObjectContext.ObjectsDidChangeMessage.makeMessage(
        Notification(
          name: .NSManagedObjectContextObjectsDidChange, object: context,
          userInfo: changes.userInfos[0])))
    #expect(changed.inserted == [ada])
    #expect(changed.invalidatedAll == nil)
    context.reset()
    let reset = NSManagedObjectContext.ObjectsDidChangeMessage.makeMessage(
      Notification(
        name: .NSManagedObjectContextObjectsDidChange, object: context,
        userInfo: changes.userInfos[changes.userInfos.count - 1]))
    #expect(reset?.invalidatedAll == true)
    #expect(
      NSManagedObjectContext.DidSaveMessage.makeMessage(Notification(name: .init("other"), object: context)) == nil)
  }

  @Test @MainActor func notificationsOfIDsBecomeMessagesAndBack() throws {
    let store = try TestStore(.memory)
    let context = store.context()
    let id = try context.performAndWait {
      let ada = context.make("Person", ["name": "Ada"])
      try context.save()
      return ada.objectID
    }
    let notification = Notification(
      name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context,
      userInfo: [NSUpdatedObjectIDsKey: Set([id])])
    let message = try #require(NSManagedObjectContext.DidMergeChangesMessage.makeMessage(notification))
    #expect(message.updatedIDs == [id])
    #expect(message.context === context)
    let back = NSManagedObjectContext.DidMergeChangesMessage.makeNotification(message)
    #expect(NSManagedObjectContext.DidMergeChangesAsyncMessage.makeMessage(back)?.updatedIDs == [id])
    #expect(NSManagedObjectContext.DidSaveObjectIDsMessage.makeMessage(notification) == nil)
    let stores = try #require(
      NSPersistentStoreCoordinator.StoresDidChangeMessage.makeMessage(
        Notification(
          name: .NSPersistentStoreCoordinatorStoresDidChange, object: store.coordinator,
          userInfo: [NSAddedPersistentStoresKey: store.coordinator.persistentStores])))
    #expect(stores.addedStores == store.coordinator.persistentStores)
    #expect(stores.removedStores.isEmpty)
    #expect(stores.uuidChangedStores == nil)
    let url = URL(fileURLWithPath: "/nowhere")
    let remote = NSPersistentStoreCoordinator.RemoteChangeMessage.makeMessage(
      Notification(
        name: .NSPersistentStoreRemoteChange, object: store.coordinator,
        userInfo: [NSPersistentStoreURLKey: url, NSStoreUUIDKey: "id"]))
    #expect(remote?.storeURL == url)
    #expect(remote?.storeUUID == "id")
    #expect(
      NSPersistentStoreCoordinator.RemoteChangeMessage.makeMessage(
        Notification(name: .NSPersistentStoreRemoteChange, object: store.coordinator)) == nil)
  }
}
