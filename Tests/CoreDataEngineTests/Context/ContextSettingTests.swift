import CoreDataEngine
import Testing

@Suite struct ContextSettingTests {
  @Test(arguments: StoreKind.allCases) func objectsAreKeptOnlyIfTheContextRetainsThem(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      for index in 0..<3 { _ = context.make("Person", ["name": "\(index)"]) }
      try context.save()
      #expect(context.registeredObjects.isEmpty)
      context.retainsRegisteredObjects = true
      _ = try context.all("Person")
      #expect(context.registeredObjects.count == 3)
      for person in context.registeredObjects where person.text("name") == "0" { context.delete(person) }
      let dropped = context.make("Person", ["name": "dropped"])
      context.processPendingChanges()
      context.delete(dropped)
      try context.save()
      #expect(context.registeredObjects.count == 2)
      context.retainsRegisteredObjects = false
      #expect(context.registeredObjects.isEmpty)
    }
  }

  /// D21. Stores that are read as a whole know nothing of what others write.
  @Test(arguments: [StoreKind.sqlite], [-1, 0, 60]) func aRefreshedObjectReadsItsRowAnew(
    kind: StoreKind, interval: TimeInterval
  ) throws {
    let store = try TestStore(kind)
    let context = store.context()
    context.stalenessInterval = interval
    try context.performAndWait {
      let ada = context.make("Person", ["name": "Ada"])
      try context.save()
      let elsewhere = try TestStore(kind, model: store.model, folder: store.folder)
      let other = elsewhere.context()
      try other.performAndWait {
        try #require(try other.all("Person").first).setValue("Eve", forKey: "name")
        try other.save()
      }
      #expect(ada.text("name") == "Ada")
      context.refresh(ada, mergeChanges: false)
      #expect(ada.text("name") == "Eve")
    }
  }

  /// Rows that were read longer ago than the interval allows are read anew when a fault is fired; objects that have their
  /// values keep them.
  @Test(arguments: [(-1, "Ada"), (60, "Ada"), (0.02, "Eve"), (0, "Eve")])
  func faultsTakeRowsThatAreNotTooOld(interval: TimeInterval, expected: String) throws {
    let store = try TestStore(.sqlite)
    let (context, reader) = (store.context(), store.context())
    context.stalenessInterval = interval
    try reader.performAndWait {
      for name in ["Ada", "Bob"] { _ = reader.make("Person", ["name": name]) }
      try reader.save()
    }
    try context.performAndWait {
      let people = try context.all("Person", sortedBy: "name")
      let bob = people[1]
      #expect(bob.text("name") == "Bob" && people[0].isFault)
      let elsewhere = try TestStore(.sqlite, model: store.model, folder: store.folder)
      let other = elsewhere.context()
      try other.performAndWait {
        for (person, name) in zip(try other.all("Person", sortedBy: "name"), ["Eve", "Bo"]) {
          person.setValue(name, forKey: "name")
        }
        try other.save()
      }
      Thread.sleep(forTimeInterval: 0.03)
      #expect(people[0].text("name") == expected)
      #expect(bob.text("name") == "Bob")
      // What a fetch has just read is not too old for it.
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.returnsObjectsAsFaults = false
      context.refreshAllObjects()
      #expect(Set(try context.fetch(request).map { $0.text("name") }) == ["Eve", "Bo"])
    }
  }

  @Test(arguments: StoreKind.lasting) func aFaultWithoutARowReadsAsNothing(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let other = store.context()
    try context.performAndWait {
      let ada = context.make("Person", ["name": "Ada", "age": 3])
      try context.save()
      context.refresh(ada, mergeChanges: false)
      try other.performAndWait {
        other.delete(try other.existingObject(with: ada.objectID))
        try other.save()
      }
      #expect(ada.isFault)
      #expect(ada.text("name") == nil)
      #expect(ada.number("age") == nil)
      #expect(ada.isDeleted)
      #expect(context.deletedObjects == [ada])
      try context.save()
    }
  }

  @Test func aFaultWithoutARowTrapsIfItIsNotToBeHandled() async {
    await #expect(processExitsWith: .failure) {
      let store = try TestStore(.memory)
      let context = store.context()
      context.shouldDeleteInaccessibleFaults = false
      try context.performAndWait {
        let ada = context.make("Person", ["name": "Ada"])
        try context.save()
        context.refresh(ada, mergeChanges: false)
        let other = store.context()
        try other.performAndWait {
          other.delete(try other.existingObject(with: ada.objectID))
          try other.save()
        }
        _ = ada.text("name")
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func conflictsOfUnchangedObjectsAreDetectedOnDemand(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let other = store.context()
    try context.performAndWait {
      let people = ["Ada", "Bob"].map { context.make("Person", ["name": $0]) }
      try context.save()
      _ = people.map { $0.text("name") }
      try other.performAndWait {
        try other.existingObject(with: people[0].objectID).setValue("Eve", forKey: "name")
        try other.save()
      }
      people[1].setValue("Bo", forKey: "name")
      context.detectConflicts(for: people[0])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSManagedObjectMergeError)
      context.refresh(people[0], mergeChanges: false)
      _ = people[0].text("name")
      try context.save()
    }
  }

  @Test func anObjectGoesToTheStoreItIsAssignedTo() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: CasesModel.make())
    let stores = try ["a", "b"].map {
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: URL(fileURLWithPath: "/nowhere/\($0)"), options: nil)
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let people = stores.map { store in
        let person = context.make("Person", ["name": store.url?.lastPathComponent])
        context.assign(person, to: store)
        return person
      }
      try context.save()
      #expect(people.map { $0.objectID.persistentStore } == stores)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.affectedStores = [stores[1]]
      #expect(try context.fetch(request) == [people[1]])
    }
  }

  @Test(arguments: StoreKind.allCases) func aMergeIsAnnouncedWithIDs(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let other = store.context()
    try context.performAndWait {
      let ada = context.make("Person", ["name": "Ada"])
      try context.save()
      let saves = NotificationLog(of: .NSManagedObjectContextDidSave, from: other)
      let merges = NotificationLog(of: NSManagedObjectContext.didMergeChangesObjectIDsNotification, from: context)
      try other.performAndWait {
        try other.existingObject(with: ada.objectID).setValue("Eve", forKey: "name")
        try other.save()
      }
      context.mergeChanges(
        fromContextDidSave: Notification(
          name: .NSManagedObjectContextDidSave, object: other, userInfo: saves.userInfos[0]))
      #expect(merges.userInfos.first?[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID> == [ada.objectID])
    }
  }

  @Test func settingsCanBeArchived() throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.name = "n"
    context.stalenessInterval = 5
    context.propagatesDeletesAtEndOfEvent = false
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    context.encode(with: archiver)
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    reader.requiresSecureCoding = false
    let copy = try #require(NSManagedObjectContext(coder: reader))
    #expect(copy.concurrencyType == .privateQueueConcurrencyType)
    #expect(copy.name == "n")
    #expect(copy.stalenessInterval == 5)
    #expect(!copy.propagatesDeletesAtEndOfEvent)
    #expect(copy.shouldDeleteInaccessibleFaults)
    context.lock()
    #expect(context.tryLock())
    context.unlock()
    context.unlock()
  }
}
