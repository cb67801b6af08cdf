import CoreDataEngine
import Testing

/// Values that must be unique, resolved by each policy. C81.
@Suite struct UniquenessTests {
  typealias Policy = NSMergePolicyType

  static let policies: [Policy] = [
    .mergeByPropertyStoreTrumpMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
    .rollbackMergePolicyType,
  ]

  private static func keepsStored(_ policy: Policy) -> Bool {
    policy == .mergeByPropertyStoreTrumpMergePolicyType || policy == .rollbackMergePolicyType
  }

  private static func tags(_ kind: StoreKind) throws -> TestStore {
    try TestStore(
      kind, model: CasesModel.make { $0.extraTagProperties = [CasesModel.attribute("note", .stringAttributeType)] })
  }

  private static func context(_ store: TestStore, _ policy: Policy) -> NSManagedObjectContext {
    let context = store.context()
    context.mergePolicy = NSMergePolicy(merge: policy)
    return context
  }

  private static func conflicts(of context: NSManagedObjectContext) throws -> [NSConstraintConflict] {
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .managedObjectConstraintMerge)
    return try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])
  }

  // MARK: In one save

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C81_equalNewObjectsBecomeOne(kind: StoreKind, policy: Policy) throws {
    for count in [2, 3, 12] {
      let store = try UniquenessTests.tags(kind)
      let context = UniquenessTests.context(store, policy)
      let ada = context.make("Person", ["name": "Ada"])
      let tags = (0..<count).map {
        context.make("Tag", ["label": "red", "note": "\($0)", "people": NSSet(array: [ada])])
      }
      let blue = context.make("Tag", ["label": "blue"])
      try context.save()
      let kept = UniquenessTests.keepsStored(policy) ? tags[0] : tags[count - 1]
      #expect(tags.filter { $0.managedObjectContext != nil } == [kept])
      #expect(ada.objects("tags") == [kept])
      #expect(!context.hasChanges)
      let reader = try store.reopened().context()
      let stored = try reader.all("Tag", sortedBy: "label")
      #expect(stored.map { $0.text("label") } == ["blue", "red"])
      #expect(stored.last?.text("note") == (UniquenessTests.keepsStored(policy) ? "0" : "\(count - 1)"))
      #expect(stored.last?.objects("people").map { $0.text("name") } == ["Ada"])
      #expect(blue.objectID.isTemporaryID == false)
    }
  }

  @Test(arguments: StoreKind.allCases) func C81_allEqualObjectsAreOneConflict(kind: StoreKind) throws {
    let store = try UniquenessTests.tags(kind)
    let context = store.context()
    let red = (0..<4).map { _ in context.make("Tag", ["label": "red"]) }
    let blue = (0..<2).map { _ in context.make("Tag", ["label": "blue"]) }
    let conflicts = try UniquenessTests.conflicts(of: context)
    #expect(Set(conflicts.map { Set($0.conflictingObjects) }) == [Set(red), Set(blue)])
    #expect(conflicts.count == 2)
    #expect(conflicts.allSatisfy { $0.databaseObject == nil && $0.databaseSnapshot == nil })
    #expect(Set(conflicts.map { $0.constraintValues["label"] as? String }) == ["red", "blue"])
  }

  // MARK: With the store

  @Test(arguments: StoreKind.allCases) func C81_aConflictTellsTheValues(kind: StoreKind) throws {
    let store = try UniquenessTests.tags(kind)
    let context = store.context()
    let red = context.make("Tag", ["label": "red", "note": "stored"])
    let green = context.make("Tag", ["label": "green"])
    try context.save()
    let new = context.make("Tag", ["label": "red", "note": "new"])
    green.setValue("red", forKey: "label")
    let conflict = try #require(try UniquenessTests.conflicts(of: context).first)
    #expect(conflict.constraint == ["label"])
    #expect(conflict.constraintValues as? [String: String] == ["label": "red"])
    #expect(conflict.databaseObject === red)
    #expect(conflict.databaseSnapshot as? [String: String] == ["label": "red", "note": "stored"])
    #expect(Set(conflict.conflictingObjects) == [new, green])
    for (object, snapshot) in zip(conflict.conflictingObjects, conflict.conflictingSnapshots) {
      #expect(snapshot["label"] as? String == (object === green ? "green" : nil))
      #expect(snapshot.isEmpty == (object === new))
    }
    // Changed elsewhere by the same save, the stored object is the same one.
    red.setValue("changed", forKey: "note")
    context.delete(new)
    let second = try #require(try UniquenessTests.conflicts(of: context).first)
    #expect(second.databaseObject === red && second.conflictingObjects == [green])
    #expect(second.databaseSnapshot?["note"] as? String == "stored")
  }

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C81_twoConstraintsMeetOneRow(kind: StoreKind, policy: Policy) throws {
    let store = try TestStore(kind, model: CasesModel.make { $0.person.uniquenessConstraints = [["nick"], ["age"]] })
    let first = store.context()
    let stored = first.make("Person", ["name": "old", "nick": "n", "age": 1, "score": 2.5])
    let other = first.make("Person", ["name": "other", "nick": "o", "age": 2])
    try first.save()
    let context = UniquenessTests.context(store, policy)
    let new = context.make("Person", ["name": "new", "nick": "n", "age": 1])
    try context.save()
    #expect(new.managedObjectContext == nil)
    let checker = store.context()
    let people = try checker.all("Person", sortedBy: "age")
    #expect(people.map(\.objectID) == [stored.objectID, other.objectID])
    #expect(people[0].text("name") == (UniquenessTests.keepsStored(policy) ? "old" : "new"))
    #expect(people[0].value(forKey: "score") as? Double == (UniquenessTests.keepsStored(policy) ? 2.5 : nil))
    // One object that meets two rows.
    _ = context.make("Person", ["name": "both", "nick": "n", "age": 2])
    try context.save()
    let afterwards = try store.reopened().context()
    let left = try afterwards.all("Person", sortedBy: "age")
    #expect(left.count == (UniquenessTests.keepsStored(policy) ? 2 : 1))
    #expect(Set(left.map { $0.text("nick") }).count == left.count)
    #expect(left.contains { $0.text("name") == "both" } != UniquenessTests.keepsStored(policy))
  }

  @Test(arguments: StoreKind.allCases) func C81_compoundAndInheritedConstraints(kind: StoreKind) throws {
    let model = CasesModel.make {
      $0.person.uniquenessConstraints = [["nick", "age"]]
      $0.employee.uniquenessConstraints = [["badge"]]
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let person = context.make("Person", ["name": "p", "nick": "n", "age": 1])
    // A nil among the values collides with nothing.
    for _ in 0..<2 {
      _ = context.make("Person", ["name": "x", "nick": "n"])
      _ = context.make("Person", ["name": "x", "age": 1])
      _ = context.make("Employee", ["name": "x"])
    }
    _ = context.make("Employee", ["name": "x", "nick": "n", "age": 2, "badge": 7])
    try context.save()
    let employee = context.make("Employee", ["name": "e", "nick": "n", "age": 1])
    let conflict = try #require(try UniquenessTests.conflicts(of: context).first)
    #expect(conflict.databaseObject === person && conflict.conflictingObjects == [employee])
    #expect(conflict.constraint == ["nick", "age"])
    #expect(conflict.constraintValues["nick"] as? String == "n" && conflict.constraintValues["age"] as? Int == 1)
    employee.setValue(3, forKey: "age")
    employee.setValue(7, forKey: "badge")
    let second = try #require(try UniquenessTests.conflicts(of: context).first)
    #expect(second.constraint == ["badge"] && second.databaseObject?.number("age") == 2)
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try context.save()
    let reader = try store.reopened().context()
    #expect(try reader.all("Person").count == 8)
    #expect(try reader.all("Employee", "badge == 7").map { $0.text("name") } == ["e"])
    #expect(try reader.all("Employee", "badge == 7").map { $0.number("age") } == [3])
  }

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C81_aStoredObjectTakesTheValueOfAnother(kind: StoreKind, policy: Policy) throws {
    for bothChange in [false, true] { try takeOver(kind, policy, bothChange) }
  }

  private func takeOver(_ kind: StoreKind, _ policy: Policy, _ bothChange: Bool) throws {
    let store = try UniquenessTests.tags(kind)
    let context = UniquenessTests.context(store, policy)
    let red = context.make("Tag", ["label": "red", "note": "red"])
    let green = context.make("Tag", ["label": "green", "note": "green"])
    for index in 0..<3 { _ = context.make("Person", ["name": "\(index)", "tags": NSSet(array: [red])]) }
    let eve = context.make("Person", ["name": "Eve", "tags": NSSet(array: [green])])
    try context.save()
    green.setValue("red", forKey: "label")
    green.setValue("new", forKey: "note")
    if bothChange { eve.setValue(1, forKey: "age") }
    if bothChange { red.setValue(NSSet(array: Array(red.objects("people")) + [eve]), forKey: "people") }
    try context.save()
    #expect(!context.hasChanges)
    let checker = store.context()
    let tags = try checker.all("Tag", sortedBy: "label")
    if UniquenessTests.keepsStored(policy) {
      #expect(tags.map { $0.text("label") } == ["green", "red"])
      let isRolledBack = policy == .rollbackMergePolicyType
      #expect(tags.map { $0.text("note") } == [isRolledBack ? "green" : "new", "red"])
      #expect(tags.first?.objects("people").map { $0.text("name") } == ["Eve"])
    } else {
      #expect(tags.map(\.objectID) == [red.objectID])
      #expect(tags.first?.text("note") == "new")
      #expect(Set(tags.first?.objects("people").compactMap { $0.text("name") } ?? []) == ["0", "1", "2", "Eve"])
    }
  }

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C81_storedObjectsAndANewOneTakeOneValue(kind: StoreKind, policy: Policy) throws {
    let store = try UniquenessTests.tags(kind)
    let context = UniquenessTests.context(store, policy)
    let tags = ["1", "2"].map { context.make("Tag", ["label": $0, "note": $0]) }
    try context.save()
    for tag in tags { tag.setValue("x", forKey: "label") }
    _ = context.make("Tag", ["label": "x", "note": "new"])
    try context.save()
    let checker = store.context()
    let stored = try checker.all("Tag", sortedBy: "label")
    if UniquenessTests.keepsStored(policy) {
      #expect(stored.map(\.objectID) == [tags[1].objectID, tags[0].objectID])
      #expect(stored.map { $0.text("label") } == ["2", "x"])
      #expect(stored.map { $0.text("note") } == ["2", "1"])
    } else {
      #expect(stored.map(\.objectID) == [tags[1].objectID])
      #expect(stored.map { $0.text("note") } == ["new"])
    }
  }

  // MARK: Relationships

  /// Teams of one name are one, and delete their members; people of one nick are one, and delete their tags.
  private static func cascading(_ kind: StoreKind) throws -> TestStore {
    let model = CasesModel.make { parts in
      let places = NSRelationshipDescription()
      places.name = "places"
      places.destinationEntity = parts.tag
      places.deleteRule = .cascadeDeleteRule
      let friend = NSRelationshipDescription()
      friend.name = "friend"
      friend.destinationEntity = parts.person
      friend.maxCount = 1
      parts.extraPersonProperties = [places, friend]
      parts.team.uniquenessConstraints = [["name"]]
      parts.members.deleteRule = .cascadeDeleteRule
      parts.lead.deleteRule = .cascadeDeleteRule
      parts.person.uniquenessConstraints = [["nick"]]
      parts.personTags.deleteRule = .cascadeDeleteRule
      parts.personTeam.isOptional = false
    }
    return try TestStore(kind, model: model)
  }

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C81_aDuplicateTakesNothingWithIt(kind: StoreKind, policy: Policy) throws {
    let store = try UniquenessTests.cascading(kind)
    let first = store.context()
    let sales = first.make("Team", ["name": "Sales"])
    let other = first.make("Team", ["name": "Other"])
    _ = first.make("Person", ["name": "boss", "team": other, "leads": sales])
    _ = first.make("Person", ["name": "old", "team": sales])
    _ = first.make("Person", ["name": "moved", "team": other])
    try first.save()

    let context = UniquenessTests.context(store, policy)
    let duplicate = context.make("Team", ["name": "Sales"])
    let moved = try #require(try context.all("Person", "name == 'moved'").first)
    moved.setValue(duplicate, forKey: "team")
    let new = context.make("Person", ["name": "new", "team": duplicate, "leads": duplicate])
    try context.save()
    #expect(duplicate.managedObjectContext == nil)
    #expect(!context.hasChanges)
    let kept = try #require(moved.object("team"))
    #expect(kept.objectID == sales.objectID)
    #expect(new.object("team") === kept)
    #expect(kept.objects("members").isSuperset(of: [moved, new]))

    let reader = try store.reopened().context()
    let people = try reader.all("Person", sortedBy: "name")
    #expect(people.map { $0.text("name") } == ["boss", "moved", "new", "old"])
    let teams = try reader.all("Team", sortedBy: "name")
    #expect(teams.map { $0.text("name") } == ["Other", "Sales"])
    let keepsStored = UniquenessTests.keepsStored(policy)
    #expect(
      Set(teams[1].objects("members").compactMap { $0.text("name") })
        == (keepsStored ? ["moved", "new", "old"] : ["moved", "new"]))
    #expect(teams[0].objects("members").compactMap { $0.text("name") } == ["boss"])
    #expect(teams[1].object("lead")?.text("name") == (keepsStored ? "boss" : "new"))
    #expect(people[0].object("leads") === (keepsStored ? teams[1] : nil))
    #expect(people[2].object("leads") === (keepsStored ? nil : teams[1]))
  }

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C81_manyToManyAndOneWayRelationships(kind: StoreKind, policy: Policy) throws {
    let store = try UniquenessTests.cascading(kind)
    let first = store.context()
    let team = first.make("Team", ["name": "T"])
    let (red, blue) = (first.make("Tag", ["label": "red"]), first.make("Tag", ["label": "blue"]))
    let ada = first.make("Person", ["name": "Ada", "nick": "a", "team": team, "tags": NSSet(array: [red])])
    try first.save()

    let context = UniquenessTests.context(store, policy)
    func mine(_ object: NSManagedObject) -> NSManagedObject { context.object(with: object.objectID) }
    let duplicate = context.make(
      "Person",
      [
        "name": "new", "nick": "a", "team": mine(team), "tags": NSSet(array: [mine(blue)]),
        "places": NSSet(array: [mine(blue)]),
      ])
    let bob = context.make("Person", ["name": "Bob", "team": mine(team), "friend": duplicate])
    try context.save()
    #expect(bob.object("friend")?.objectID == ada.objectID)
    let reader = try store.reopened().context()
    #expect(try reader.all("Tag").count == 2)
    let people = try reader.all("Person", sortedBy: "nick")
    #expect(people.count == 2)
    let stored = try #require(people.first { $0.text("nick") == "a" })
    let keepsStored = UniquenessTests.keepsStored(policy)
    #expect(stored.text("name") == (keepsStored ? "Ada" : "new"))
    #expect(Set(stored.objects("tags").compactMap { $0.text("label") }) == (keepsStored ? ["red", "blue"] : ["blue"]))
    #expect(stored.objects("places").compactMap { $0.text("label") } == (keepsStored ? [] : ["blue"]))
    #expect(stored.object("team")?.objects("members").count == 2)
    #expect(people.first { $0.text("name") == "Bob" }?.object("friend") === stored)
  }

  @Test(arguments: StoreKind.allCases) func C81_overwritingWritesTheWholeObject(kind: StoreKind) throws {
    for (policy, isKept) in [
      (Policy.overwriteMergePolicyType, false), (.mergeByPropertyObjectTrumpMergePolicyType, true),
    ] {
      let store = try UniquenessTests.cascading(kind)
      let first = store.context()
      let team = first.make("Team", ["name": "T", "lead": nil])
      let lead = first.make("Person", ["name": "lead", "team": team, "leads": team])
      try first.save()
      let context = UniquenessTests.context(store, policy)
      _ = context.make("Team", ["name": "T"])
      try context.save()
      let checker = store.context()
      let stored = try #require(try checker.all("Team").first)
      #expect(stored.objectID == team.objectID)
      #expect((stored.object("lead") != nil) == isKept)
      #expect(stored.objects("members").map(\.objectID) == [lead.objectID])
    }
  }
}
