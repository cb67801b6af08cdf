import CoreDataEngine
import Testing

@Suite struct ConflictTests {
  private struct Setup {
    let store: TestStore
    let a: NSManagedObjectContext
    let b: NSManagedObjectContext
    let inA: NSManagedObject
    let inB: NSManagedObject

    init(_ kind: StoreKind) throws {
      store = try TestStore(kind)
      a = store.context()
      b = store.context()
      _ = a.make("Person", ["name": "Ada", "age": 1, "nick": "x"])
      try a.save()
      inA = try #require(try a.all("Person").first)
      inB = try #require(try b.all("Person").first)
      _ = inB.text("name")
    }

    func stored() throws -> (age: Int?, nick: String?) {
      let context = store.context()
      let person = try #require(try context.all("Person").first)
      return (person.number("age"), person.text("nick"))
    }
  }

  @Test(arguments: StoreKind.allCases) func C36_theErrorPolicyFailsWithBothSnapshots(kind: StoreKind) throws {
    let setup = try Setup(kind)
    setup.inA.setValue(2, forKey: "age")
    try setup.a.save()
    setup.inB.setValue("y", forKey: "nick")
    do {
      try setup.b.save()
      Issue.record("A conflict was passed over")
    } catch let error as CocoaError {
      #expect(error.code == .managedObjectMerge)
      let conflicts = try #require(error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
      #expect(conflicts.count == 1)
      #expect(conflicts.first?.sourceObject === setup.inB)
      #expect((conflicts.first?.objectSnapshot?["age"] as? NSNumber)?.intValue == 1)
      #expect((conflicts.first?.cachedSnapshot?["age"] as? NSNumber)?.intValue == 2)
      #expect(conflicts.first?.persistedSnapshot == nil)
      #expect(conflicts.first?.oldVersionNumber == 1)
      #expect(conflicts.first?.newVersionNumber == 2)
    }
    #expect(setup.inB.text("nick") == "y")
    #expect(try setup.stored() == (2, "x"))
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, 2, "y"),
      (.mergeByPropertyObjectTrumpMergePolicyType, 2, "y"), (.overwriteMergePolicyType, 1, "y"),
      (.rollbackMergePolicyType, 2, "x"),
    ])
  func C36_differentAttributes(kind: StoreKind, expected: (NSMergePolicyType, Int, String)) throws {
    let setup = try Setup(kind)
    setup.b.mergePolicy = NSMergePolicy(merge: expected.0)
    setup.inA.setValue(2, forKey: "age")
    try setup.a.save()
    setup.inB.setValue("y", forKey: "nick")
    try setup.b.save()
    #expect(try setup.stored() == (expected.1, expected.2))
    #expect(setup.inB.number("age") == expected.1)
    #expect(setup.inB.text("nick") == expected.2)
    #expect(!setup.b.hasChanges)
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, 2),
      (.mergeByPropertyObjectTrumpMergePolicyType, 3), (.overwriteMergePolicyType, 3), (.rollbackMergePolicyType, 2),
    ])
  func C36_theSameAttribute(kind: StoreKind, expected: (NSMergePolicyType, Int)) throws {
    let setup = try Setup(kind)
    setup.b.mergePolicy = NSMergePolicy(merge: expected.0)
    setup.inA.setValue(2, forKey: "age")
    try setup.a.save()
    setup.inB.setValue(3, forKey: "age")
    try setup.b.save()
    #expect(try setup.stored().age == expected.1)
    #expect(setup.inB.number("age") == expected.1)
  }

  @Test(arguments: StoreKind.allCases) func aDeletedRowConflicts(kind: StoreKind) throws {
    let setup = try Setup(kind)
    setup.a.delete(setup.inA)
    try setup.a.save()
    setup.inB.setValue("y", forKey: "nick")
    #expect(throws: CocoaError.self) { try setup.b.save() }
    setup.b.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try setup.b.save()
    #expect(try setup.stored().nick == "y")
  }

  private static func conflict(of context: NSManagedObjectContext) throws -> NSMergeConflict {
    let error = #expect(throws: CocoaError.self) { try context.save() }
    let conflicts = try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
    return try #require(conflicts.first)
  }

  @Test(arguments: StoreKind.allCases) func C36_aDeletedRowHasNoSnapshot(kind: StoreKind) throws {
    let setup = try Setup(kind)
    setup.a.delete(setup.inA)
    try setup.a.save()
    setup.inB.setValue("y", forKey: "nick")
    let conflict = try ConflictTests.conflict(of: setup.b)
    #expect(conflict.newVersionNumber == 0)
    #expect(conflict.cachedSnapshot == nil && conflict.persistedSnapshot == nil)
    #expect(conflict.objectSnapshot?["name"] as? String == "Ada")
  }

  @Test func C36_aConflictWithTheFileHasBothSnapshots() throws {
    let setup = try Setup(.sqlite)
    let elsewhere = try TestStore(.sqlite, model: setup.store.model, folder: setup.store.folder)
    let context = elsewhere.context()
    let person = try #require(try context.all("Person").first)
    person.setValue(2, forKey: "age")
    person.setValue(context.make("Team", ["name": "T"]), forKey: "team")
    try context.save()
    setup.inB.setValue("y", forKey: "nick")
    let conflict = try ConflictTests.conflict(of: setup.b)
    #expect(conflict.cachedSnapshot?["age"] as? Int == 1)
    #expect(conflict.persistedSnapshot?["age"] as? Int == 2)
    #expect(conflict.objectSnapshot?["team"] is NSNull)
    let team = try #require(conflict.persistedSnapshot?["team"] as? NSManagedObjectID)
    #expect(try setup.b.existingObject(with: team).text("name") == "T")
    // To-many relationships are no part of a row.
    #expect(conflict.persistedSnapshot?["tags"] == nil && conflict.objectSnapshot?["tags"] == nil)
  }

  @Test(arguments: StoreKind.allCases) func overwritingKeepsExternalData(kind: StoreKind) throws {
    let model = CasesModel.make { $0.photo.allowsExternalBinaryDataStorage = true }
    let store = try TestStore(kind, model: model)
    let (a, b) = (store.context(), store.context())
    let photo = Data(repeating: 7, count: 300_000)
    let inA = a.make("Person", ["name": "Ada", "photo": photo])
    try a.save()
    let inB = try #require(try b.all("Person").first)
    #expect(inB.text("name") == "Ada")
    inA.setValue(2, forKey: "age")
    try a.save()
    b.mergePolicy = NSMergePolicy.overwrite
    inB.setValue("y", forKey: "nick")
    try b.save()
    let checker = try store.reopened().context()
    let stored = try #require(try checker.all("Person").first)
    #expect(stored.value(forKey: "photo") as? Data == photo)
    #expect(stored.text("nick") == "y" && stored.number("age") == nil)
  }

  @Test(arguments: StoreKind.allCases) func C81_duplicatesUnderTheErrorPolicy(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let red = context.make("Tag", ["label": "red"])
    _ = context.make("Tag", ["label": nil])
    _ = context.make("Tag", ["label": nil])
    try context.save()
    let second = context.make("Tag", ["label": "red"])
    do {
      try context.save()
      Issue.record("A duplicate was saved")
    } catch let error as CocoaError {
      #expect(error.code == .managedObjectConstraintMerge)
      let conflict = try #require(
        (error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first)
      #expect(conflict.constraint == ["label"])
      #expect(conflict.databaseObject === red)
      #expect(conflict.conflictingObjects == [second])
    }
    #expect(second.isInserted)
    second.setValue("blue", forKey: "label")
    try context.save()
    let green = context.make("Tag", ["label": "green"])
    let alsoGreen = context.make("Tag", ["label": "green"])
    let error = #expect(throws: CocoaError.self) { try context.save() }
    let conflict = try #require(
      (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first)
    #expect(conflict.databaseObject == nil)
    #expect(Set(conflict.conflictingObjects) == [green, alsoGreen])
  }

  @Test(arguments: StoreKind.allCases) func C81_theObjectWins(kind: StoreKind) throws {
    let model = CasesModel.make { parts in
      parts.extraTagProperties = [CasesModel.attribute("note", .stringAttributeType)]
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let red = context.make("Tag", ["label": "red", "note": "old"])
    for index in 0..<3 { _ = context.make("Person", ["name": "\(index)", "tags": NSSet(array: [red])]) }
    try context.save()
    let other = store.context()
    other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    _ = other.make("Tag", ["label": "red", "note": "new"])
    try other.save()
    let reader = store.context()
    let tags = try reader.all("Tag")
    #expect(tags.compactMap { $0.text("note") } == ["new"])
    #expect(tags.first?.objects("people").count == 3)
    let third = store.context()
    third.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    _ = third.make("Tag", ["label": "red", "note": "newest"])
    try third.save()
    let last = store.context()
    #expect(try last.all("Tag").compactMap { $0.text("note") } == ["new"])
  }
}
