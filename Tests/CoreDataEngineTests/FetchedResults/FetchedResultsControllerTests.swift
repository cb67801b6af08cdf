import CoreDataEngine
import Testing

@Suite struct FetchedResultsControllerTests {
  static func request(
    _ format: String? = nil, sortedBy keys: [String] = ["name"]
  ) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    return request
  }

  private static func controller(
    _ context: NSManagedObjectContext, _ request: NSFetchRequest<NSManagedObject> = request(), section: String? = nil
  ) -> NSFetchedResultsController<NSManagedObject> {
    NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: section, cacheName: nil)
  }

  @Test(arguments: StoreKind.allCases) func resultsAreInOrderAndFound(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = ["C", "A", "B"].map { context.make("Person", ["name": $0]) }
      try context.save()
      let controller = FetchedResultsControllerTests.controller(context)
      #expect(controller.fetchedObjects == nil)
      #expect(controller.sections == nil)
      try controller.performFetch()
      #expect(controller.fetchedObjects == [people[1], people[2], people[0]])
      #expect(controller.object(at: [0, 2]) === people[0])
      #expect(controller.indexPath(forObject: people[2]) == [0, 1])
      #expect(controller.sections?.map(\.name) == [""])
      #expect(controller.sections?.first?.numberOfObjects == 3)
      #expect(controller.indexPath(forObject: context.make("Person", ["name": "new"])) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func sectionsHaveNamesTitlesAndObjects(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      for (name, nick, age) in [("A", "red", 1), ("B", "blue", 2), ("C", "blue", 3), ("D", nil, 4), ("E", "rot", 5)] {
        _ = context.make("Person", ["name": name, "nick": nick, "age": age])
      }
      try context.save()
      let request = FetchedResultsControllerTests.request(sortedBy: ["nick", "name"])
      let controller = FetchedResultsControllerTests.controller(context, request, section: "nick")
      try controller.performFetch()
      #expect(controller.sections?.map(\.name) == ["", "blue", "red", "rot"])
      #expect(controller.sections?.map(\.numberOfObjects) == [1, 2, 1, 1])
      #expect(controller.sections?.map(\.indexTitle) == [nil, "B", "R", "R"])
      #expect(controller.sectionIndexTitles == ["B", "R"])
      #expect(controller.section(forSectionIndexTitle: "R", at: 1) == 2)
      #expect((controller.sections?[1].objects as? [NSManagedObject])?.map { $0.text("name") } == ["B", "C"])
      let last = try #require(controller.fetchedObjects?.last)
      #expect(controller.indexPath(forObject: last) == [3, 0])
      let byAge = FetchedResultsControllerTests.controller(
        context, FetchedResultsControllerTests.request(sortedBy: ["age"]), section: "age")
      try byAge.performFetch()
      #expect(byAge.sections?.map(\.name) == ["1", "2", "3", "4", "5"])
      for person in try context.all("Person") { context.delete(person) }
      try controller.performFetch()
      #expect(controller.sections?.isEmpty == true)
    }
  }

  @Test(arguments: StoreKind.allCases) func sectionsOutOfOrderAreAnError(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    context.performAndWait {
      for (name, nick) in [("A", "red"), ("B", "blue"), ("C", "red")] {
        _ = context.make("Person", ["name": name, "nick": nick])
      }
      let controller = FetchedResultsControllerTests.controller(context, section: "nick")
      let error = #expect(throws: NSError.self) { try controller.performFetch() }
      #expect(error?.code == NSCoreDataError)
      #expect(
        (error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String)?.hasPrefix(
          "The fetched object at index 2 has an out of order section name 'red") == true)
    }
  }

  @Test(arguments: StoreKind.allCases) func changesAreToldInOrder(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = ["B", "D", "F", "H"].map { context.make("Person", ["name": $0, "age": 1]) }
      try context.save()
      let controller = FetchedResultsControllerTests.controller(
        context, FetchedResultsControllerTests.request("age > 0"))
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      #expect(log.take() == [])
      people[0].setValue("G", forKey: "name")
      people[1].setValue(0, forKey: "age")
      people[2].setValue("x", forKey: "nick")
      _ = context.make("Person", ["name": "A", "age": 1])
      _ = context.make("Person", ["name": "no", "age": 0])
      context.processPendingChanges()
      #expect(
        log.take() == ["will", "delete D 0.1->-", "insert A -->0.0", "move G 0.0->0.2", "update F 0.2->0.1", "did"])
      #expect(controller.fetchedObjects?.map { $0.text("name") } == ["A", "F", "G", "H"])
      people[1].setValue(1, forKey: "age")
      context.delete(people[3])
      context.processPendingChanges()
      #expect(log.take() == ["will", "delete H 0.3->-", "insert D -->0.1", "did"])
      // Nothing of interest.
      people[3].managedObjectContext?.processPendingChanges()
      _ = context.make("Team", ["name": "T"])
      context.processPendingChanges()
      try context.save()
      #expect(log.take() == [])
    }
  }

  @Test(arguments: StoreKind.allCases) func sectionsComeAndGoBeforeObjects(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = [("A", "blue"), ("B", "red"), ("C", "red")].map {
        context.make("Person", ["name": $0, "nick": $1])
      }
      try context.save()
      let request = FetchedResultsControllerTests.request(sortedBy: ["nick", "name"])
      let controller = FetchedResultsControllerTests.controller(context, request, section: "nick")
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      people[0].setValue("red", forKey: "nick")
      context.processPendingChanges()
      #expect(log.take() == ["will", "section delete blue(0) 0", "move A 0.0->0.0", "did"])
      people[1].setValue("white", forKey: "nick")
      _ = context.make("Person", ["name": "D", "nick": "green"])
      context.processPendingChanges()
      #expect(
        log.take() == [
          "will", "section insert green(1) 0", "section insert white(1) 2", "insert D -->0.0", "move B 0.1->2.0", "did",
        ])
      context.delete(people[1])
      context.processPendingChanges()
      #expect(log.take() == ["will", "section delete white(0) 2", "delete B 2.0->-", "did"])
    }
  }

  @Test(arguments: StoreKind.allCases) func aNewObjectThatChangesIsStillNew(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let controller = FetchedResultsControllerTests.controller(context)
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      let ada = context.make("Person", ["name": "Ada"])
      context.processPendingChanges()
      #expect(log.take() == ["will", "insert Ada -->0.0", "did"])
      ada.setValue(3, forKey: "age")
      context.processPendingChanges()
      #expect(log.take() == [])
      context.delete(ada)
      context.processPendingChanges()
      #expect(log.take() == ["will", "delete Ada 0.0->-", "did"])
      // Comes and goes in one event.
      context.delete(context.make("Person", ["name": "Eve"]))
      context.processPendingChanges()
      #expect(log.take() == [])
    }
  }

  @Test(arguments: StoreKind.allCases) func mergedSavesAreFollowed(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let other = store.context()
    try context.performAndWait {
      let people = ["A", "B", "C", "D"].map { context.make("Person", ["name": $0]) }
      try context.save()
      let controller = FetchedResultsControllerTests.controller(context)
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      let saves = NotificationLog(of: .NSManagedObjectContextDidSave, from: other)
      try other.performAndWait {
        try other.existingObject(with: people[0].objectID).setValue("Z", forKey: "name")
        try other.existingObject(with: people[1].objectID).setValue(1, forKey: "age")
        other.delete(try other.existingObject(with: people[2].objectID))
        _ = other.make("Person", ["name": "N"])
        try other.save()
      }
      let info = saves.userInfos[0]
      context.mergeChanges(
        fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, object: other, userInfo: info))
      #expect(
        log.take() == ["will", "delete C 0.2->-", "insert N -->0.2", "move Z 0.0->0.3", "update B 0.1->0.0", "did"])
      context.refreshAllObjects()
      #expect(
        Set(log.take()) == [
          "will", "update B 0.0->0.0", "update D 0.1->0.1", "update N 0.2->0.2", "update Z 0.3->0.3", "did",
        ])
    }
  }

  @Test(arguments: StoreKind.allCases) func equalOnesKeepTheirPlace(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      for name in ["A", "B", "C"] { _ = context.make("Person", ["name": name, "age": 1]) }
      try context.save()
      let controller = FetchedResultsControllerTests.controller(
        context, FetchedResultsControllerTests.request(sortedBy: ["age"]))
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      let first = try #require(controller.fetchedObjects?.first)
      first.setValue("x", forKey: "nick")
      context.processPendingChanges()
      #expect(log.take() == ["will", "update \(first.text("name") ?? "") 0.0->0.0", "did"])
    }
  }

  @Test(arguments: StoreKind.allCases) func theDifferenceOfIDsTakesThePlaceOfTheRest(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = ["A", "B", "C", "D"].map { context.make("Person", ["name": $0]) }
      try context.save()
      let controller = FetchedResultsControllerTests.controller(context)
      let log = DifferenceLog()
      controller.delegate = log
      try controller.performFetch()
      let before = try #require(controller.fetchedObjects).map(\.objectID)
      people[0].setValue("Z", forKey: "name")
      context.delete(people[1])
      _ = context.make("Person", ["name": "CC"])
      context.processPendingChanges()
      let after = try #require(controller.fetchedObjects).map(\.objectID)
      let difference = try #require(log.differences.first)
      #expect(before.applying(difference) == after)
      #expect(difference.removals.count == 2)
      #expect(log.others == 0)
    }
  }

  @Test(arguments: StoreKind.allCases) func aLimitIsKept(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = ["B", "C", "D"].map { context.make("Person", ["name": $0]) }
      try context.save()
      let request = FetchedResultsControllerTests.request()
      request.fetchLimit = 2
      let controller = FetchedResultsControllerTests.controller(context, request)
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      _ = context.make("Person", ["name": "A"])
      context.processPendingChanges()
      #expect(log.take() == ["will", "delete C 0.1->-", "insert A -->0.0", "did"])
      context.delete(people[0])
      context.processPendingChanges()
      #expect(log.take() == ["will", "delete B 0.1->-", "insert C -->0.1", "did"])
    }
  }

  @Test(arguments: StoreKind.allCases) func withoutADelegateNothingIsFollowed(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let controller = FetchedResultsControllerTests.controller(context)
      try controller.performFetch()
      _ = context.make("Person", ["name": "A"])
      context.processPendingChanges()
      #expect(controller.fetchedObjects?.isEmpty == true)
      try controller.performFetch()
      #expect(controller.fetchedObjects?.count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases) func undoIsFollowed(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    context.undoManager = UndoManager()
    try context.performAndWait {
      let ada = context.make("Person", ["name": "Ada"])
      try context.save()
      context.undoManager?.closeGroupOfEvent()
      let controller = FetchedResultsControllerTests.controller(context)
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      context.delete(ada)
      context.processPendingChanges()
      context.undo()
      #expect(log.take() == ["will", "delete Ada 0.0->-", "did", "will", "insert Ada -->0.0", "did"])
      #expect(controller.fetchedObjects == [ada])
    }
  }

  /// D17.

  @Test func aRequestWithoutOrderTraps() async {
    await #expect(processExitsWith: .failure) {
      let store = try TestStore(.memory)
      _ = NSFetchedResultsController(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Person"), managedObjectContext: store.context(),
        sectionNameKeyPath: nil, cacheName: nil)
    }
  }
}
