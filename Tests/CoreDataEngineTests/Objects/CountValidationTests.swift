import CoreDataEngine
import Testing

/// How many destinations a relationship must and may have. C76.
@Suite struct CountValidationTests {
  /// Two or three members, which need not be there at all when `isOptional`; at most two tags.
  private static func store(_ kind: StoreKind, isOptional: Bool = false, isOrdered: Bool = false) throws -> TestStore {
    let model = CasesModel.make { $0.members.isOrdered = isOrdered }
    let members = model.entitiesByName["Team"]?.relationshipsByName["members"]
    members?.minCount = 2
    members?.maxCount = 3
    members?.isOptional = isOptional
    model.entitiesByName["Person"]?.relationshipsByName["tags"]?.maxCount = 2
    return try TestStore(kind, model: model)
  }

  private static func code(_ context: NSManagedObjectContext, _ object: NSManagedObject, _ key: String) -> Int? {
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == key)
    return error?.errorCode
  }

  private static func people(_ count: Int, _ context: NSManagedObjectContext) -> [NSManagedObject] {
    (0..<count).map { context.make("Person", ["name": "\($0)"]) }
  }

  @Test(arguments: StoreKind.allCases, [false, true]) func C76_newObjects(kind: StoreKind, isOrdered: Bool) throws {
    let store = try CountValidationTests.store(kind, isOrdered: isOrdered)
    let context = store.context()
    let people = CountValidationTests.people(4, context)
    let team = context.make("Team", ["name": "T"])
    #expect(CountValidationTests.code(context, team, "members") == 1580)
    for (count, code) in [(1, 1580), (4, 1590)] {
      for (index, person) in people.enumerated() { person.setValue(index < count ? team : nil, forKey: "team") }
      #expect(CountValidationTests.code(context, team, "members") == code)
    }
    people[3].setValue(nil, forKey: "team")
    try context.save()
    let tags = (0..<3).map { context.make("Tag", ["label": "\($0)"]) }
    people[0].setValue(NSSet(array: tags), forKey: "tags")
    #expect(CountValidationTests.code(context, people[0], "tags") == 1590)
    people[0].setValue(NSSet(array: [tags[0]]), forKey: "tags")
    try context.save()
    #expect(try store.reopened().context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Team")) == 1)
  }

  @Test(arguments: StoreKind.allCases, [false, true]) func C76_storedSets(kind: StoreKind, isRead: Bool) throws {
    let store = try CountValidationTests.store(kind)
    let first = store.context()
    let stored = first.make("Team", ["name": "T"])
    for person in CountValidationTests.people(3, first) { person.setValue(stored, forKey: "team") }
    try first.save()

    let context = store.context()
    let team = try #require(try context.all("Team").first)
    if isRead { #expect(team.objects("members").count == 3) }
    // Changed from the other side alone, the set need not have been read.
    let late = context.make("Person", ["name": "late", "team": team])
    #expect(CountValidationTests.code(context, team, "members") == 1590)
    context.delete(late)
    let members = try context.all("Person", "team != nil", sortedBy: "name")
    members[0].setValue(nil, forKey: "team")
    try context.save()
    // A deletion empties the set below what it must have.
    context.delete(members[1])
    #expect(CountValidationTests.code(context, team, "members") == 1580)
    context.delete(members[2])
    #expect(CountValidationTests.code(context, team, "members") == 1580)
    context.delete(team)
    try context.save()
    let reader = try store.reopened().context()
    #expect(try reader.all("Team").isEmpty)
    #expect(try reader.all("Person").map { $0.text("name") } == ["0"])
  }

  @Test(arguments: StoreKind.allCases) func C76_anOptionalSetMayBeEmpty(kind: StoreKind) throws {
    let store = try CountValidationTests.store(kind, isOptional: true)
    let context = store.context()
    let team = context.make("Team", ["name": "T"])
    try context.save()
    let person = context.make("Person", ["name": "p", "team": team])
    #expect(CountValidationTests.code(context, team, "members") == 1580)
    context.delete(person)
    try context.save()
    #expect(try store.context().all("Person").isEmpty)
  }
}
