import CoreDataEngine
import Testing

/// Relationships of objects whose rows have changed: both sides agree whatever the policy does. C36.
@Suite struct ConflictRelationshipTests {
  /// Ada in team A; contexts that have read it all.
  private struct Setup {
    let store: TestStore
    let theirs: NSManagedObjectContext
    let mine: NSManagedObjectContext
    let adaOfOthers: NSManagedObject
    let ada: NSManagedObject
    let teams: [String: NSManagedObject]

    init(_ kind: StoreKind, isOrdered: Bool, policy: NSMergePolicyType) throws {
      store = try TestStore(kind, model: CasesModel.make { $0.members.isOrdered = isOrdered })
      theirs = store.context()
      mine = store.context()
      mine.mergePolicy = NSMergePolicy(merge: policy)
      let context = theirs
      let teams = ["A", "B", "C"].map { context.make("Team", ["name": $0]) }
      let tag = theirs.make("Tag", ["label": "t"])
      adaOfOthers = theirs.make(
        "Person", ["name": "Ada", "team": teams[0], "leads": teams[0], "tags": NSSet(array: [tag])])
      for team in teams { _ = theirs.make("Person", ["name": "of \(team.text("name") ?? "")", "team": team]) }
      try theirs.save()
      ada = try #require(try mine.all("Person", "name == 'Ada'").first)
      self.teams = Dictionary(uniqueKeysWithValues: try mine.all("Team").map { ($0.text("name") ?? "", $0) })
      #expect(ada.text("nick") == nil)
    }

    func readMembers() { for team in teams.values { _ = ConflictRelationshipTests.members(team) } }

    func their(_ team: String) throws -> NSManagedObject {
      try #require(try theirs.all("Team", "name == %@", team).first)
    }
  }

  private static func members(_ team: NSManagedObject?) -> Set<String> {
    let value = team?.value(forKey: "members")
    let objects = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
    return Set(objects.compactMap { ($0 as? NSManagedObject)?.text("name") })
  }

  private static func expectTeam(_ name: String, _ setup: Setup) throws {
    #expect(setup.ada.object("team") === setup.teams[name])
    for (team, object) in setup.teams {
      #expect(members(object) == (team == name ? ["Ada", "of \(team)"] : ["of \(team)"]), "\(team)")
    }
    #expect(!setup.mine.hasChanges)
    let checker = try setup.store.reopened().context()
    for team in try checker.all("Team") {
      let own = team.text("name") ?? ""
      #expect(members(team) == (own == name ? ["Ada", "of \(own)"] : ["of \(own)"]), "stored \(own)")
    }
  }

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C36_bothHaveMovedAnObject(kind: StoreKind, policy: NSMergePolicyType) throws {
    let keepsStored = policy == .rollbackMergePolicyType || policy == .mergeByPropertyStoreTrumpMergePolicyType
    for (isOrdered, reads) in [(false, false), (false, true), (true, false), (true, true)] {
      let setup = try Setup(kind, isOrdered: isOrdered, policy: policy)
      if reads { setup.readMembers() }
      setup.adaOfOthers.setValue(try setup.their("C"), forKey: "team")
      try setup.theirs.save()
      setup.ada.setValue(setup.teams["B"], forKey: "team")
      try setup.mine.save()
      try ConflictRelationshipTests.expectTeam(keepsStored ? "C" : "B", setup)
    }
  }

  @Test(arguments: StoreKind.allCases, UniquenessTests.policies)
  func C36_anotherHasMovedAnObject(kind: StoreKind, policy: NSMergePolicyType) throws {
    for isOrdered in [false, true] {
      let setup = try Setup(kind, isOrdered: isOrdered, policy: policy)
      setup.readMembers()
      setup.adaOfOthers.setValue(try setup.their("C"), forKey: "team")
      try setup.theirs.save()
      setup.ada.setValue("nick", forKey: "nick")
      try setup.mine.save()
      try ConflictRelationshipTests.expectTeam(policy == .overwriteMergePolicyType ? "A" : "C", setup)
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func C36_aSetKeepsItsOwnChanges(kind: StoreKind, isOrdered: Bool) throws {
    let setup = try Setup(kind, isOrdered: isOrdered, policy: .mergeByPropertyStoreTrumpMergePolicyType)
    setup.readMembers()
    setup.adaOfOthers.setValue(try setup.their("C"), forKey: "team")
    try setup.theirs.save()
    // The set that gets her gets another one too, the one that loses her loses another one too.
    let bob = setup.mine.make("Person", ["name": "Bob", "team": setup.teams["C"]])
    for person in try setup.mine.all("Person", "name == 'of A'") { person.setValue(nil, forKey: "team") }
    setup.ada.setValue(setup.teams["B"], forKey: "team")
    try setup.mine.save()
    #expect(bob.object("team") === setup.teams["C"])
    let expected: [String: Set<String>] = ["A": [], "B": ["of B"], "C": ["Ada", "Bob", "of C"]]
    for (name, team) in setup.teams { #expect(ConflictRelationshipTests.members(team) == expected[name], "\(name)") }
    let checker = try setup.store.reopened().context()
    for team in try checker.all("Team") {
      #expect(ConflictRelationshipTests.members(team) == expected[team.text("name") ?? ""])
    }
  }

  @Test(arguments: StoreKind.allCases, [(false, false), (false, true), (true, false), (true, true)])
  func C36_rollbackTakesBackEveryRelationship(kind: StoreKind, manner: (isOrdered: Bool, reads: Bool)) throws {
    let (isOrdered, reads) = manner
    let setup = try Setup(kind, isOrdered: isOrdered, policy: .rollbackMergePolicyType)
    if reads { setup.readMembers() }
    let tag = try #require(try setup.mine.all("Tag").first)
    let free = setup.mine.make("Tag", ["label": "free"])
    if reads { #expect(tag.objects("people") == [setup.ada]) }
    setup.adaOfOthers.setValue(5, forKey: "age")
    try setup.theirs.save()
    setup.ada.setValue(setup.teams["B"], forKey: "team")
    setup.ada.setValue(setup.teams["B"], forKey: "leads")
    setup.ada.setValue(NSSet(array: [free]), forKey: "tags")
    try setup.mine.save()
    #expect(setup.ada.number("age") == 5)
    #expect(setup.ada.objects("tags") == [tag])
    #expect(tag.objects("people") == [setup.ada])
    #expect(free.objects("people").isEmpty)
    #expect(setup.ada.object("leads") === setup.teams["A"])
    #expect(setup.teams["A"]?.object("lead") === setup.ada)
    #expect(setup.teams["B"]?.object("lead") == nil)
    try ConflictRelationshipTests.expectTeam("A", setup)
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func C36_rollbackTakesBackADeletion(kind: StoreKind, isOrdered: Bool) throws {
    let setup = try Setup(kind, isOrdered: isOrdered, policy: .rollbackMergePolicyType)
    setup.readMembers()
    setup.adaOfOthers.setValue(5, forKey: "age")
    try setup.theirs.save()
    setup.mine.delete(setup.ada)
    setup.mine.processPendingChanges()
    #expect(ConflictRelationshipTests.members(setup.teams["A"]) == ["of A"])
    try setup.mine.save()
    #expect(!setup.ada.isDeleted && setup.ada.number("age") == 5)
    #expect(setup.teams["A"]?.object("lead") === setup.ada)
    #expect(setup.ada.objects("tags").first?.objects("people") == [setup.ada])
    try ConflictRelationshipTests.expectTeam("A", setup)
  }

  @Test(
    arguments: StoreKind.allCases,
    [NSMergePolicyType.rollbackMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType])
  func C36_anObjectWhoseRowIsGoneLeadsNowhere(kind: StoreKind, policy: NSMergePolicyType) throws {
    for reads in [false, true] {
      let setup = try Setup(kind, isOrdered: false, policy: policy)
      if reads { setup.readMembers() }
      setup.theirs.delete(setup.adaOfOthers)
      try setup.theirs.save()
      let free = setup.mine.make("Tag", ["label": "free"])
      setup.ada.setValue(setup.teams["B"], forKey: "team")
      setup.ada.setValue(NSSet(array: [free]), forKey: "tags")
      try setup.mine.save()
      #expect(setup.ada.managedObjectContext == nil)
      #expect(free.objects("people").isEmpty)
      for (name, team) in setup.teams { #expect(ConflictRelationshipTests.members(team) == ["of \(name)"]) }
      #expect(!setup.mine.hasChanges)
    }
  }

  @Test(
    arguments: StoreKind.allCases,
    [NSMergePolicyType.rollbackMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType])
  func C36_oneToOne(kind: StoreKind, policy: NSMergePolicyType) throws {
    let setup = try Setup(kind, isOrdered: false, policy: policy)
    for team in setup.teams.values { _ = team.object("lead") }
    setup.adaOfOthers.setValue(try setup.their("C"), forKey: "leads")
    try setup.theirs.save()
    setup.ada.setValue(setup.teams["B"], forKey: "leads")
    try setup.mine.save()
    #expect(setup.ada.object("leads") === setup.teams["C"])
    #expect(setup.teams["C"]?.object("lead") === setup.ada)
    #expect(setup.teams["B"]?.object("lead") == nil && setup.teams["A"]?.object("lead") == nil)
    let checker = try setup.store.reopened().context()
    let stored = try checker.all("Team", sortedBy: "name")
    #expect(stored.map { $0.object("lead")?.text("name") } == [nil, nil, "Ada"])
  }
}
