import CoreDataEngine
import Testing

@Suite struct RequestTests {
  private func filled(_ kind: StoreKind, _ count: Int = 5) throws -> (store: TestStore, context: NSManagedObjectContext)
  {
    let store = try TestStore(kind)
    let context = store.context()
    for index in 0..<count { _ = context.make("Person", ["name": "p\(index)", "age": index]) }
    try context.save()
    return (store, context)
  }

  @Test(arguments: StoreKind.allCases) func theCoordinatorExecutesFetchesAndSaves(kind: StoreKind) throws {
    let (store, context) = try filled(kind)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    #expect((try store.coordinator.execute(request, with: context) as? [NSManagedObject])?.count == 5)
    let result = try context.execute(request)
    #expect((result as? NSAsynchronousFetchResult<NSManagedObject>)?.finalResult?.count == 5)
    let new = context.make("Person", ["name": "new"])
    let partial = NSSaveChangesRequest(inserted: nil, updated: nil, deleted: nil, locked: nil)
    #expect(partial.requestType == .saveRequestType)
    #expect(throws: CocoaError.self) { try store.coordinator.execute(partial, with: context) }
    #expect(new.objectID.isTemporaryID)
    let save = NSSaveChangesRequest(inserted: context.insertedObjects, updated: nil, deleted: nil, locked: nil)
    #expect((try store.coordinator.execute(save, with: context) as? [Any])?.isEmpty == true)
    #expect(!new.objectID.isTemporaryID)
    #expect(try store.context().all("Person").count == 6)
    #expect(throws: CocoaError.self) { try context.execute(NSPersistentStoreRequest()) }
  }

  @Test(arguments: StoreKind.allCases, [false, true]) func aFetchInTheBackground(kind: StoreKind, pending: Bool) throws
  {
    let (store, context) = try filled(kind)
    defer { withExtendedLifetime(store) {} }
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var names: [String?] = []
    nonisolated(unsafe) var isOnQueue = false
    try run { [context] in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "age >= 2")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { result in
        names = result.finalResult?.map { $0.text("name") } ?? []
        isOnQueue = result.finalResult?.first?.managedObjectContext === result.managedObjectContext
        done.signal()
      }
      fetch.estimatedResultCount = 3
      try context.performAndWait {
        if pending { _ = context.make("Person", ["name": "z", "age": 9]) }
        let result = try context.execute(fetch) as? NSAsynchronousFetchResult<NSManagedObject>
        #expect(result?.progress != nil)
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
    #expect(names == (pending ? ["p2", "p3", "p4", "z"] : ["p2", "p3", "p4"]))
    #expect(isOnQueue)
  }

  @Test(arguments: StoreKind.allCases) func aFetchInTheBackgroundTellsOfItsError(kind: StoreKind) throws {
    let (store, context) = try filled(kind)
    defer { withExtendedLifetime(store) {} }
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var errors: [(any Error)?] = []
    try run { [context] in
      let wrong = NSFetchRequest<NSManagedObject>(entityName: "Person")
      wrong.predicate = NSPredicate { _, _ in true }
      let cancelled = NSFetchRequest<NSManagedObject>(entityName: "Person")
      for (request, cancels) in [(wrong, false), (cancelled, true)] {
        let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { result in
          errors.append(result.operationError)
          #expect(result.finalResult == nil)
          done.signal()
        }
        try context.performAndWait {
          let result = try context.execute(fetch) as? NSPersistentStoreAsynchronousResult
          if cancels { result?.cancel() }
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
      }
    }
    #expect(errors.count == 2)
    #expect((errors[0] as? CocoaError)?.errorCode == NSPersistentStoreInvalidTypeError)
    #expect((errors[1] as? CocoaError)?.code == .userCancelled)
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func countsAndDictionariesComeInTheBackground(kind: StoreKind, inChild: Bool) throws {
    let (store, parent) = try filled(kind)
    defer { withExtendedLifetime(store) {} }
    let context = inChild ? NSManagedObjectContext(.privateQueue) : parent
    if inChild { context.parent = parent }
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var count: [NSNumber]?
    nonisolated(unsafe) var sums: [NSDictionary]?
    nonisolated(unsafe) var names: [String?]?
    try run {
      let counting = NSFetchRequest<NSNumber>(entityName: "Person")
      counting.resultType = .countResultType
      counting.predicate = NSPredicate(format: "age >= 2")
      let adding = NSFetchRequest<NSDictionary>(entityName: "Person")
      adding.resultType = .dictionaryResultType
      let sum = NSExpressionDescription()
      sum.name = "sum"
      sum.expression = NSExpression(format: "sum:(age)")
      adding.propertiesToFetch = [sum]
      let plain = NSFetchRequest<NSManagedObject>(entityName: "Person")
      plain.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
      plain.fetchLimit = 2
      try context.performAndWait {
        _ = try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: counting) { result in
            count = result.finalResult
            done.signal()
          })
        _ = try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: adding) { result in
            sums = result.finalResult
            done.signal()
          })
        _ = try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: plain) { result in
            names = result.finalResult?.map { $0.text("name") }
            done.signal()
          })
      }
      for _ in 0..<3 { #expect(done.wait(timeout: .now() + 20) == .success) }
    }
    #expect(count == [3])
    #expect(sums?.map { $0["sum"] as? Int } == [10])
    #expect(names == ["p4", "p3"])
  }

  @Test func aFetchInTheBackgroundReadsThePinnedMoment() throws {
    let (store, writer) = try filled(.sqlite)
    let context = store.context()
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var names: [String?]?
    try run {
      try context.performAndWait {
        try context.setQueryGenerationFrom(.current)
        _ = try context.all("Person")
      }
      try writer.performAndWait {
        _ = writer.make("Person", ["name": "new", "age": 9])
        try writer.save()
      }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "age >= 4")
      try context.performAndWait {
        _ = try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: request) { result in
            names = result.finalResult?.map { $0.text("name") }
            done.signal()
          })
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
    #expect(names == ["p4"])
    withExtendedLifetime(store) {}
  }

  @Test(arguments: StoreKind.allCases) func objectsAreFoundWithoutTheirValues(kind: StoreKind) throws {
    let (store, writer) = try filled(kind)
    let context = store.context()
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.includesPropertyValues = false
      request.predicate = NSPredicate(format: "age > 0")
      request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
      (request.fetchOffset, request.fetchLimit) = (1, 2)
      let found = try context.fetch(request)
      #expect(found.allSatisfy { $0.isFault })
      #expect(found.map { $0.text("name") } == ["p3", "p2"])
      request.returnsObjectsAsFaults = false
      let whole = try context.fetch(request)
      #expect(whole.allSatisfy { !$0.isFault })
    }
    withExtendedLifetime(writer) {}
  }

  @Test(arguments: StoreKind.allCases) func refetchedObjectsAreRefreshedOnDemand(kind: StoreKind) throws {
    let (store, writer) = try filled(kind)
    let context = store.context()
    try context.performAndWait {
      let people = try context.all("Person", sortedBy: "name")
      #expect(people.map { $0.number("age") } == [0, 1, 2, 3, 4])
      people[0].setValue(100, forKey: "age")
      try writer.performAndWait {
        for person in try writer.all("Person") {
          person.setValue(7, forKey: "age")
          person.setValue(1.5, forKey: "score")
        }
        try writer.save()
      }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "name < 'p3'")
      _ = try context.fetch(request)
      #expect(people.map { $0.number("age") } == [100, 1, 2, 3, 4])
      request.shouldRefreshRefetchedObjects = true
      _ = try context.fetch(request)
      // Unsaved changes stay, and so does what was not fetched.
      #expect(people.map { $0.number("age") } == [100, 7, 7, 3, 4])
      #expect(people.map { $0.number("score") } == [1, 1, 1, nil, nil])
    }
  }

  @Test(arguments: [StoreKind.memory, .sqlite]) func progressTellsHowFarAFetchIs(kind: StoreKind) throws {
    let (store, context) = try filled(kind)
    defer { withExtendedLifetime(store) {} }
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var outcomes: [(found: Int?, error: CocoaError?)] = []
    nonisolated(unsafe) var progresses: [Progress] = []
    let whole = Progress(totalUnitCount: 1)
    try run { [context] in
      for cancels in [false, true] {
        let fetch = NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Person")) {
          outcomes.append(($0.finalResult?.count, $0.operationError as? CocoaError))
          done.signal()
        }
        fetch.estimatedResultCount = 9
        try context.performAndWait {
          if !cancels { whole.becomeCurrent(withPendingUnitCount: 1) }
          let result = try context.execute(fetch) as? NSAsynchronousFetchResult<NSManagedObject>
          if !cancels { whole.resignCurrent() }
          if let progress = result?.progress { progresses.append(progress) }
          if cancels { result?.progress?.cancel() }
        }
        #expect(done.wait(timeout: .now() + 20) == .success)
      }
    }
    #expect(outcomes.map(\.found) == [5, nil])
    #expect(outcomes.last?.error?.code == .userCancelled)
    #expect(progresses.count == 2)
    #expect(progresses.first?.isFinished == true && progresses.first?.completedUnitCount == 5)
    #expect(progresses.last?.isCancelled == true && progresses.last?.isFinished == false)
    // The fetch was a part of what was under way.
    #expect(whole.isFinished)
  }

  /// On a thread of its own: one that waits inside a task would keep others from running.
  private func run(_ body: @escaping () throws -> Void) throws {
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var failure: (any Error)?
    let ended = NSCondition()
    nonisolated(unsafe) var isOver = false
    Thread {
      do { try body() } catch { failure = error }
      ended.lock()
      isOver = true
      ended.signal()
      ended.unlock()
    }.start()
    ended.lock()
    while !isOver { ended.wait() }
    ended.unlock()
    if let failure { throw failure }
  }

  @Test(arguments: StoreKind.allCases) func fetchRequestExpressionsAreFetched(kind: StoreKind) throws {
    let (store, context) = try filled(kind)
    defer { withExtendedLifetime(store) {} }
    let inner = NSFetchRequest<NSManagedObject>(entityName: "Person")
    inner.predicate = NSPredicate(format: "age < 2")
    let counting = NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: inner), context: NSExpression(forConstantValue: context), countOnly: true
    )
    #expect(counting.expressionType == NSFetchRequestExpressionType)
    #expect(counting.expressionType.rawValue == 50)
    #expect(counting.expressionValue(with: nil, context: nil) as? NSNumber == 2)
    let listing = NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: inner), context: NSExpression(forConstantValue: context),
      countOnly: false)
    #expect((listing.expressionValue(with: nil, context: nil) as? [NSManagedObject])?.count == 2)
    let outer = NSFetchRequest<NSManagedObject>(entityName: "Person")
    outer.predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "age"), rightExpression: counting, modifier: .direct, type: .greaterThan)
    #expect(try context.fetch(outer).count == 2)
    outer.predicate = NSComparisonPredicate(
      leftExpression: NSExpression.expressionForEvaluatedObject(), rightExpression: listing, modifier: .direct,
      type: .in)
    #expect(try context.fetch(outer).count == 2)
  }
}
