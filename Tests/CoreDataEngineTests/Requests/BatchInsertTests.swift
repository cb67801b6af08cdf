import CoreDataEngine
import Testing

@Suite struct BatchInsertTests {
  @Test(arguments: StoreKind.allCases) func dictionariesBecomeRowsWithDefaults(kind: StoreKind) throws {
    let model = CasesModel.make { $0.age.defaultValue = 7 }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let request = NSBatchInsertRequest(
      entityName: "Person",
      objects: [
        ["name": "Ada", "age": 36, "score": 1.5, "born": Date(timeIntervalSinceReferenceDate: 5)],
        ["name": "Bob", "balance": NSDecimalNumber(string: "12.34"), "photo": Data([1, 2])],
      ])
    request.resultType = .objectIDs
    let result = try #require(try context.execute(request) as? NSBatchInsertResult)
    let ids = try #require(result.result as? [NSManagedObjectID])
    #expect(ids.count == 2)
    #expect(context.registeredObjects.isEmpty)
    let people = try context.all("Person", sortedBy: "name")
    #expect(people.map(\.objectID) == ids)
    #expect(people.map { $0.text("name") } == ["Ada", "Bob"])
    #expect(people.map { $0.number("age") } == [36, 7])
    #expect(people[0].value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: 5))
    #expect(people[1].value(forKey: "balance") as? NSDecimalNumber == NSDecimalNumber(string: "12.34"))
    #expect(people[1].value(forKey: "photo") as? Data == Data([1, 2]))
    people[0].setValue("Eve", forKey: "name")
    try context.save()
    #expect(try store.reopened().context().all("Person", "name == 'Eve'").count == 1)
  }

  @Test(arguments: StoreKind.allCases) func aHandlerFillsOneDictionaryAfterTheOther(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    var index = 0
    var kept: [NSMutableDictionary] = []
    let request = NSBatchInsertRequest(entityName: "Person") { (row: NSMutableDictionary) -> Bool in
      #expect(row.count == 0)
      if index == 1_000 { return true }
      row["name"] = "p\(index)"
      if index.isMultiple(of: 2) { row["age"] = NSNumber(value: index) }
      if index < 2 { kept.append(row) }
      #expect(row["name"] as? String == "p\(index)")
      // A handler may read the store that it fills.
      if index == 5 { #expect((try? context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag"))) == 0) }
      index += 1
      return false
    }
    request.resultType = .count
    let result = try #require(try context.execute(request) as? NSBatchInsertResult)
    #expect(result.result as? Int == 1_000)
    #expect(kept.map { $0["name"] as? String } == ["p0", "p1"])
    #expect(Set(kept[0].allKeys.compactMap { $0 as? String }) == ["name", "age"])
    #expect(try context.all("Person").count == 1_000)
    #expect(try context.all("Person", "age == nil").count == 500)
    // Keys go on where the request ended.
    let next = context.make("Person", ["name": "next"])
    try context.save()
    // The objects of an XML store are numbered from 102.
    #expect(next.objectID.uriRepresentation().lastPathComponent == (kind == .xml ? "p1102" : "p1001"))
  }

  @Test(arguments: StoreKind.allCases) func aHandlerFillsObjects(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    var names = ["a", "b", "c"]
    let request = NSBatchInsertRequest(entityName: "Employee") { (object: NSManagedObject) -> Bool in
      guard let name = names.popLast() else { return true }
      #expect(object.value(forKey: "name") == nil)
      object.setValue(name, forKey: "name")
      object.setValue(5, forKey: "badge")
      return false
    }
    let result = try #require(try context.execute(request) as? NSBatchInsertResult)
    #expect(result.result as? Bool == true)
    #expect(Set(try context.all("Employee", "badge == 5").compactMap { $0.text("name") }) == ["a", "b", "c"])
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (["name": "n", "nme": "x"], 1550), (["nick": "3"], 1570),
      (["name": "x", "age": "much"], 1550), (["name": "x", "team": "y"], 1550),
    ])
  func badRowsWriteNothing(kind: StoreKind, bad: ([String: String], Int)) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let error = #expect(throws: CocoaError.self) {
      try context.execute(NSBatchInsertRequest(entityName: "Person", objects: [["name": "good"], bad.0]))
    }
    #expect(error?.errorCode == bad.1)
    #expect(try context.all("Person").isEmpty)
    _ = try context.execute(NSBatchInsertRequest(entityName: "Person", objects: [["name": "good"]]))
    #expect(try context.all("Person").count == 1)
  }

  @Test(arguments: StoreKind.allCases) func numbersThatDoNotFitAreRefused(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let error = #expect(throws: CocoaError.self) {
      try context.execute(NSBatchInsertRequest(entityName: "Person", objects: [["name": "x", "age": 9_999_999_999]]))
    }
    #expect(error?.code == .validationNumberTooLarge)
    #expect(try store.context().all("Person").isEmpty)
  }

  @Test(arguments: StoreKind.allCases) func unknownAndAbstractEntitiesAreErrors(kind: StoreKind) throws {
    let store = try TestStore(kind, model: CasesModel.make { $0.person.isAbstract = true })
    let context = store.context()
    for name in ["Nobody", "Person", ""] {
      #expect(throws: CocoaError.self) {
        try context.execute(NSBatchInsertRequest(entityName: name, objects: [["name": "x"]]))
      }
    }
    #expect(throws: CocoaError.self) { try context.execute(NSBatchInsertRequest()) }
    #expect(try store.context().all("Person").isEmpty)
  }

  // MARK: C81

  private func tagged(_ kind: StoreKind) throws -> (store: TestStore, context: NSManagedObjectContext) {
    let model = CasesModel.make { $0.extraTagProperties = [CasesModel.attribute("note", .stringAttributeType)] }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let red = context.make("Tag", ["label": "red", "note": "old"])
    _ = context.make("Person", ["name": "Ada", "tags": NSSet(array: [red])])
    try context.save()
    return (store, context)
  }

  private let tags: [[String: Any]] = [
    ["label": "blue", "note": "1"], ["label": "red", "note": "new"], ["label": "blue", "note": "2"], ["note": "none"],
    ["note": "none"],
  ]

  @Test(arguments: StoreKind.allCases) func C81_theErrorPolicyThrows(kind: StoreKind) throws {
    let (store, context) = try tagged(kind)
    let error = #expect(throws: CocoaError.self) {
      try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: tags))
    }
    #expect(error?.code == .managedObjectConstraintMerge)
    let conflict = try #require(
      (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first)
    #expect(conflict.constraint == ["label"])
    #expect(conflict.databaseSnapshot?["label"] as? String == "red")
    #expect(try store.context().all("Tag").count == 1)
  }

  @Test(arguments: StoreKind.allCases) func C81_theObjectWins(kind: StoreKind) throws {
    let (store, context) = try tagged(kind)
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let request = NSBatchInsertRequest(entityName: "Tag", objects: tags)
    request.resultType = .objectIDs
    let ids = try #require(try (context.execute(request) as? NSBatchInsertResult)?.result as? [NSManagedObjectID])
    #expect(ids.count == 5)
    #expect(Set(ids).count == 4)
    let reader = store.context()
    let red = try #require(try reader.all("Tag", "label == 'red'").first)
    #expect(red.text("note") == "new")
    #expect(red.objects("people").count == 1)
    #expect(try reader.all("Tag", "label == 'blue'").map { $0.text("note") } == ["2"])
    #expect(try reader.all("Tag", "label == nil").count == 2)
    // The version has risen: a context that has the old row meets a conflict.
    let old = try #require(try context.all("Tag", "label == 'red'").first)
    #expect(old.text("note") == "old")
  }

  @Test(arguments: StoreKind.allCases) func C81_theStoreWins(kind: StoreKind) throws {
    let (store, context) = try tagged(kind)
    context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    let request = NSBatchInsertRequest(entityName: "Tag", objects: tags)
    request.resultType = .count
    #expect(try (context.execute(request) as? NSBatchInsertResult)?.result as? Int == 3)
    let reader = store.context()
    #expect(try reader.all("Tag", "label == 'red'").map { $0.text("note") } == ["old"])
    #expect(try reader.all("Tag", "label == 'blue'").map { $0.text("note") } == ["1"])
  }

  @Test(
    arguments: StoreKind.allCases,
    [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType])
  func C81_aRowThatIsInTheStoreIsNotTakenForANewOne(kind: StoreKind, policy: NSMergePolicyType) throws {
    let store = try TestStore(kind)
    let context = store.context()
    context.mergePolicy = NSMergePolicy(merge: policy)
    let red = context.make("Tag", ["label": "red"])
    try context.save()
    // The row inserted last is another table's, with the key that the next tag would have.
    for name in ["Ada", "Bob"] {
      _ = context.make("Person", ["name": name])
      try context.save()
    }
    let request = NSBatchInsertRequest(entityName: "Tag", objects: [["label": "red"]])
    request.resultType = .objectIDs
    let ids = try #require(try (context.execute(request) as? NSBatchInsertResult)?.result as? [NSManagedObjectID])
    #expect(ids == (policy == .mergeByPropertyObjectTrumpMergePolicyType ? [red.objectID] : []))
    #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag")) == 1)
    let next = context.make("Tag", ["label": "next"])
    try context.save()
    if kind == .sqlite || kind == .sqliteInMemory {
      #expect(next.objectID.uriRepresentation().lastPathComponent == "p2")
    }
  }

  /// Constraints over two attributes, on a sub-entity, and two of one entity.
  private func constrained(_ kind: StoreKind) throws -> (store: TestStore, context: NSManagedObjectContext) {
    let model = CasesModel.make {
      $0.person.uniquenessConstraints = [["nick", "age"], ["balance"]]
      $0.employee.uniquenessConstraints = [["badge"]]
    }
    let store = try TestStore(kind, model: model)
    return (store, store.context())
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      NSMergePolicyType.errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
      .mergeByPropertyObjectTrumpMergePolicyType,
    ])
  func C81_severalKindsOfConstraints(kind: StoreKind, policy: NSMergePolicyType) throws {
    let (store, context) = try constrained(kind)
    _ = context.make("Person", ["name": "old", "nick": "n", "age": 1])
    _ = context.make("Person", ["name": "old", "balance": NSDecimalNumber(value: 5)])
    _ = context.make("Employee", ["name": "old", "badge": 7])
    try context.save()
    context.mergePolicy = NSMergePolicy(merge: policy)
    // A nil among the values collides with nothing.
    let free = NSBatchInsertRequest(
      entityName: "Person",
      objects: [["name": "x", "nick": "n"], ["name": "x", "nick": "n"], ["name": "x", "nick": "n", "age": 2]])
    _ = try context.execute(free)
    for (entity, row) in [
      ("Person", ["name": "new", "nick": "n", "age": 1]), ("Employee", ["name": "new", "nick": "n", "age": 1]),
      ("Person", ["name": "new", "balance": NSDecimalNumber(value: 5)]), ("Employee", ["name": "new", "badge": 7]),
    ] as [(String, [String: Any])] {
      let request = NSBatchInsertRequest(entityName: entity, objects: [row])
      if policy == .errorMergePolicyType {
        let error = #expect(throws: CocoaError.self) { try context.execute(request) }
        #expect(error?.code == .managedObjectConstraintMerge)
      } else {
        _ = try context.execute(request)
      }
    }
    let reader = store.context()
    #expect(try reader.all("Person", "name == 'x'").count == 3)
    let name = policy == .mergeByPropertyObjectTrumpMergePolicyType ? "new" : "old"
    #expect(try reader.all("Person", "name != 'x'").map { $0.text("name") } == Array(repeating: name, count: 3))
  }
}
