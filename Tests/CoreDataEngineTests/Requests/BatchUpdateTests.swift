import CoreDataEngine
import CoreDataSQLite
import Testing

@Suite struct BatchUpdateTests {
  private func people(_ kind: StoreKind) throws -> (store: TestStore, context: NSManagedObjectContext) {
    let store = try TestStore(kind)
    let context = store.context()
    let team = context.make("Team", ["name": "red"])
    for index in 0..<10 {
      let person = context.make(
        index < 8 ? "Person" : "Employee", ["name": "p\(index)", "age": index, "score": Double(index)])
      if index < 5 { person.setValue(team, forKey: "team") }
    }
    try context.save()
    return (store, context)
  }

  @Test func aStoreThatRefusesLeavesWhatOthersHaveDone() throws {
    let store = try TestStore(.sqlite)
    let other = store.folder.url.appendingPathComponent("other.sqlite")
    _ = try store.coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: other)
    let stores = store.coordinator.persistentStores
    let context = store.context()
    for (index, place) in stores.enumerated() {
      context.assign(context.make("Person", ["name": "p\(index)", "age": 1]), to: place)
    }
    try context.save()
    try Connection(.file(other.path)).execute(
      """
      CREATE TRIGGER keep BEFORE UPDATE ON ZPERSON BEGIN SELECT RAISE(ABORT, 'no'); END;
      CREATE TRIGGER stay BEFORE DELETE ON ZPERSON BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    let update = NSBatchUpdateRequest(entityName: "Person")
    update.propertiesToUpdate = ["age": 2]
    #expect(throws: NSError.self) { try context.execute(update) }
    let ages = try store.context().all("Person", sortedBy: "name").map { $0.number("age") }
    #expect(ages == [2, 1])
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
    #expect(throws: NSError.self) { try context.execute(NSBatchDeleteRequest(fetchRequest: fetch)) }
    let names = try store.context().all("Person").map { $0.text("name") }
    #expect(names == ["p1"])
  }

  @Test(arguments: StoreKind.allCases) func constantsAreSet(kind: StoreKind) throws {
    let (store, context) = try people(kind)
    let request = NSBatchUpdateRequest(entityName: "Person")
    request.predicate = NSPredicate(format: "age >= 5")
    request.propertiesToUpdate = ["nick": "old", "score": NSNull(), "born": Date(timeIntervalSinceReferenceDate: 1)]
    request.resultType = .updatedObjectsCountResultType
    let result = try #require(try context.execute(request) as? NSBatchUpdateResult)
    #expect(result.result as? Int == 5)
    #expect(request.entity.name == "Person")
    let reader = store.context()
    #expect(try reader.all("Person", "nick == 'old' AND score == nil").count == 5)
    #expect(try reader.all("Person", "born == nil").count == 5)
    request.includesSubentities = false
    request.resultType = .updatedObjectIDsResultType
    let ids = try #require(try (context.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID])
    #expect(ids.count == 3)
    #expect(ids.allSatisfy { $0.entity.name == "Person" })
  }

  @Test(arguments: StoreKind.allCases) func expressionsReadTheOldValues(kind: StoreKind) throws {
    let (store, context) = try people(kind)
    let request = NSBatchUpdateRequest(entityName: "Person")
    request.predicate = NSPredicate(format: "team.name == 'red'")
    request.propertiesToUpdate = [
      "age": NSExpression(format: "age * 2 + 1"), "nick": NSExpression(forKeyPath: "team.name"),
      "name": NSExpression(forConstantValue: "member"),
    ]
    _ = try context.execute(request)
    let reader = store.context()
    let members = try reader.all("Person", "name == 'member'", sortedBy: "age")
    #expect(members.map { $0.number("age") } == [1, 3, 5, 7, 9])
    #expect(members.allSatisfy { $0.text("nick") == "red" })
    #expect(try reader.all("Person", "nick == nil").count == 5)
  }

  @Test(arguments: StoreKind.allCases) func badUpdatesWriteNothing(kind: StoreKind) throws {
    let (store, context) = try people(kind)
    let bad: [[AnyHashable: Any]] = [
      ["nme": "x"], ["age": "x"], ["team": "x"], ["age": 9_999_999_999],
      ["nick": "x", "age": NSExpression(format: "age + 2147483640")],
    ]
    for values in bad {
      let request = NSBatchUpdateRequest(entityName: "Person")
      request.propertiesToUpdate = values
      #expect(throws: CocoaError.self) { try context.execute(request) }
    }
    #expect(throws: CocoaError.self) { try context.execute(NSBatchUpdateRequest(entityName: "Nobody")) }
    #expect(try store.context().all("Person", "nick == 'x'").isEmpty)
    #expect(try store.context().all("Person", "age >= 0").count == 10)
  }

  @Test(arguments: StoreKind.allCases) func duplicatesOfUniqueValuesThrow(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    _ = context.make("Tag", ["label": "a"])
    _ = context.make("Tag", ["label": "b"])
    try context.save()
    let request = NSBatchUpdateRequest(entityName: "Tag")
    request.propertiesToUpdate = ["label": "c"]
    let error = #expect(throws: CocoaError.self) { try context.execute(request) }
    #expect(error?.code == .managedObjectConstraintMerge)
    #expect(Set(try store.context().all("Tag").compactMap { $0.text("label") }) == ["a", "b"])
  }

  @Test(arguments: StoreKind.allCases) func contextsAreRefreshedWhenTheCallerMerges(kind: StoreKind) throws {
    let (store, context) = try people(kind)
    let mine = store.context()
    let changed = try #require(try mine.all("Person", "name == 'p1'").first)
    let clean = try #require(try mine.all("Person", "name == 'p2'").first)
    #expect(clean.text("nick") == nil)
    changed.setValue(99, forKey: "age")
    let request = NSBatchUpdateRequest(entityName: "Person")
    request.propertiesToUpdate = ["nick": "new", "age": 50]
    request.resultType = .updatedObjectIDsResultType
    let ids = try #require(try (context.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID])
    #expect(clean.text("nick") == nil)
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [mine, context])
    #expect(clean.text("nick") == "new")
    #expect(clean.number("age") == 50)
    #expect(changed.text("nick") == "new")
    #expect(changed.number("age") == 99)
    try mine.save()
    #expect(try store.context().all("Person", "age == 99 AND nick == 'new'").count == 1)
  }

  @Test(arguments: StoreKind.allCases) func theRowVersionRises(kind: StoreKind) throws {
    let (store, context) = try people(kind)
    let mine = store.context()
    let person = try #require(try mine.all("Person", "name == 'p1'").first)
    #expect(person.number("age") == 1)
    let request = NSBatchUpdateRequest(entityName: "Person")
    request.propertiesToUpdate = ["nick": "new"]
    _ = try context.execute(request)
    person.setValue(3, forKey: "age")
    let error = #expect(throws: CocoaError.self) { try mine.save() }
    #expect(error?.code == .managedObjectMerge)
  }
}
