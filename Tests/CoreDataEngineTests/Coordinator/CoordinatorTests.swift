import CoreDataEngine
import Testing

@Suite struct CoordinatorTests {
  private func model() -> NSManagedObjectModel {
    let entity = NSEntityDescription()
    entity.name = "Note"
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  /// Makes a store and closes it.
  private func makeStore(_ type: String, at url: URL) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    coordinator.setMetadata(["author": "me"], for: store)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
      try context.save()
    }
    try coordinator.remove(store)
  }

  @Test func theLockIsRecursiveAndKeepsOthersOut() async {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    coordinator.lock()
    #expect(coordinator.tryLock())
    coordinator.unlock()
    let isTaken = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: !coordinator.tryLock()) }
    }
    #expect(isTaken)
    coordinator.unlock()
  }

  @Test(arguments: [NSSQLiteStoreType, NSXMLStoreType, NSBinaryStoreType])
  func metadataIsFoundWithoutTheType(_ type: String) throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("store")
    try makeStore(type, at: url)
    let none: String? = nil
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: none, at: url)
    #expect(metadata[NSStoreTypeKey] as? String == type)
    #expect(metadata["author"] as? String == "me")
    try NSPersistentStoreCoordinator.setMetadata(["author": "you"], forPersistentStoreOfType: none, at: url)
    let changed = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
    #expect(changed["author"] as? String == "you")
  }

  @Test func aFileThatIsNoStoreHasNoMetadata() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("store")
    try Data("no store".utf8).write(to: url)
    let none: String? = nil
    #expect(throws: NSError.self) {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: none, at: url)
    }
    #expect(FileManager.default.contents(atPath: url.path) == Data("no store".utf8))
  }

  /// D48: there is never anything left to finish.
  @Test func aDeferredMigrationIsCompleteAtOnce() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("store.sqlite")
    try makeStore(NSSQLiteStoreType, at: url)
    let newer = model()
    newer.entities[0].properties = [NSAttributeDescription(name: "text", type: .stringAttributeType)]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: newer)
    let yes = NSNumber(value: true)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: yes, NSInferMappingModelAutomaticallyOption: yes,
        NSPersistentStoreDeferredLightweightMigrationOptionKey: yes,
      ])
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
    #expect(newer.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    try coordinator.finishDeferredLightweightMigrationTask()
    try coordinator.finishDeferredLightweightMigration()
    let later = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
    #expect(later[NSStoreModelVersionHashesKey] as? [String: Data] == newer.entityVersionHashesByName)
  }
}

extension NSAttributeDescription {
  fileprivate convenience init(name: String, type: NSAttributeType) {
    self.init()
    self.name = name
    attributeType = type
  }
}
