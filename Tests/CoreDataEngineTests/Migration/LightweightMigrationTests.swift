import CoreDataEngine
import Testing

/// What an inferred migration does to objects.
@Suite struct LightweightMigrationTests {
  static let people = """
    Person.name String required
    Person.nick String
    Person.age Int16
    Person.team -> Team.members
    Person.tags ->> Tag.people
    Person.friends ->> Person.friendOf
    Person.friendOf ->> Person.friends
    Employee:Person
    Employee.badge Int64
    Team.name String
    Team.members ->> Person.team ordered
    Tag.label String unique
    Tag.people ->> Person.tags
    """

  /// Ten teams, a hundred persons, every third an employee; each person has two tags.
  static func fill(_ context: NSManagedObjectContext, nick: String = "nick") throws {
    let tags = (0..<5).map { context.make("Tag", ["label": "t\($0)"]) }
    let teams = (0..<10).map { context.make("Team", ["name": "team\($0)"]) }
    var all: [NSManagedObject] = []
    for number in 0..<100 {
      let person = context.make(
        number % 3 == 0 ? "Employee" : "Person",
        ["name": "p\(number)", nick: number % 2 == 0 ? "n\(number)" : nil, "age": number])
      if number % 3 == 0 { person.setValue(1000 + number, forKey: "badge") }
      person.setValue(Set([tags[number % 5], tags[(number + 1) % 5]]), forKey: "tags")
      all.append(person)
    }
    for (number, team) in teams.enumerated() {
      let members = (0..<10).map { all[($0 * 7 + number) % 10 * 10 + number] }
      team.setValue(NSOrderedSet(array: members), forKey: "members")
    }
    for (number, person) in all.enumerated() {
      person.setValue(Set([all[(number + 1) % 100], all[(number + 2) % 100]]), forKey: "friends")
    }
  }

  /// Everything about the persons that a test compares, by their names.
  struct Picture: Equatable {
    var lines: [String: [String]] = [:]
    var orders: [String: [String]] = [:]
    var uris: [String: String] = [:]
  }

  static func picture(
    _ context: NSManagedObjectContext, nick: String = "nick", team: String = "team", members: String = "members",
    teamEntity: String = "Team"
  ) throws -> Picture {
    var picture = Picture()
    for person in try context.all("Person") {
      let name = person.text("name") ?? ""
      picture.lines[name] = [
        person.entity.name ?? "", person.text(nick) ?? "nil", "\(person.number("age") ?? -1)",
        person.object(team)?.text("name") ?? "nil",
        person.objects("tags").compactMap { $0.text("label") }.sorted().joined(separator: ","),
        person.objects("friends").compactMap { $0.text("name") }.sorted().joined(separator: ","),
        person.entity.name == "Employee" ? "\(person.number("badge") ?? -1)" : "",
      ]
      picture.uris[name] = person.objectID.uriRepresentation().path.split(separator: "/").last.map(String.init)
    }
    for team in try context.all(teamEntity) {
      let list = team.value(forKey: members) as? NSOrderedSet
      picture.orders[team.text("name") ?? ""] = list?.array.compactMap { ($0 as? NSManagedObject)?.text("name") }
    }
    return picture
  }

  private func filled(_ kind: StoreKind = .sqlite) throws -> (MigrationFixture, Picture) {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model(Self.people)) { try Self.fill($0) }
    let before = try fixture.open(ModelText.model(Self.people)) { try Self.picture($0) }
    #expect(before.lines.count == 100)
    return (fixture, before)
  }

  /// C22.
  @Test(arguments: StoreKind.lasting) func anAddedAttributeLeavesEverythingElse(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let newer = ModelText.model(Self.people + "\nPerson.mood String")
    let after = try fixture.open(newer) { try Self.picture($0) }
    #expect(after == before)
  }

  @Test(arguments: StoreKind.lasting) func addedAttributesTakeTheirDefaults(_ kind: StoreKind) throws {
    let (fixture, _) = try filled(kind)
    let newer = ModelText.model(
      Self.people + "\nPerson.rank Int32 required =7\nEmployee.level String =low\nTag.weight Decimal =0.1")
    try fixture.open(newer) { context throws in
      #expect(try context.all("Person", "rank == 7").count == 100)
      #expect(try context.all("Employee", "level == %@", "low").count == 34)
      #expect(try context.all("Tag").allSatisfy { $0.value(forKey: "weight") as? NSDecimalNumber == 0.1 })
    }
  }

  /// C20.
  @Test(arguments: StoreKind.lasting) func renamesCarryValuesAndLinks(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let text = Self.people.replacing("Person.nick String", with: "Person.alias String was:nick")
      .replacing("Team", with: "Squad").replacing("members", with: "players")
    let newer = ModelText.model(
      text.replacing("Squad.players ->> Person.team ordered", with: "Squad.players ->> Person.team ordered was:members")
        + "\nSquad was:Team")
    let after = try fixture.open(newer) {
      try Self.picture($0, nick: "alias", members: "players", teamEntity: "Squad")
    }
    #expect(after == before)
  }

  @Test(arguments: StoreKind.lasting) func withoutIdentifiersOnlyWhatIsGoneIsGone(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let newer = ModelText.model(Self.people.replacing("Person.nick String", with: "Person.alias String"))
    let after = try fixture.open(newer) { try Self.picture($0, nick: "alias") }
    #expect(after.orders == before.orders)
    #expect(after.lines.values.allSatisfy { $0[1] == "nil" })
  }

  @Test(arguments: StoreKind.lasting) func namesCanBeSwapped(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model("A.x String\nA.y String\nB.z String")) { context throws in
      _ = context.make("A", ["x": "ax", "y": "ay"])
      _ = context.make("B", ["z": "bz"])
    }
    let newer = ModelText.model("B.y String was:x\nB.x String was:y\nA.z String\nA was:B\nB was:A")
    try fixture.open(newer) { context throws in
      let b = try #require(try context.all("B").first)
      #expect(b.text("y") == "ax" && b.text("x") == "ay")
      #expect(try context.all("A").first?.text("z") == "bz")
    }
  }

  /// C21.
  @Test(arguments: StoreKind.lasting) func anOptionalAttributeBecomesRequiredWithItsDefault(_ kind: StoreKind) throws {
    let (fixture, _) = try filled(kind)
    let newer = ModelText.model(Self.people.replacing("Person.nick String", with: "Person.nick String required =none"))
    try fixture.open(newer) { context throws in
      #expect(try context.all("Person", "nick == 'none'").count == 50)
      #expect(try context.all("Person", "nick == 'n4'").count == 1)
      for person in try context.all("Person") { person.setValue(1, forKey: "age") }
    }
  }

  /// C23.
  @Test(arguments: StoreKind.lasting) func anEntityAndARelationshipAreAdded(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let newer = ModelText.model(
      Self.people + "\nAnnotation.text String\nAnnotation.person -> Person.notes\nPerson.notes ->> Annotation.person")
    #expect(fixture.error(opening: newer, options: nil)?.code == NSPersistentStoreIncompatibleVersionHashError)
    let after = try fixture.open(newer) { context throws in
      #expect(try context.all("Person").allSatisfy { $0.objects("notes").isEmpty })
      let note = context.make("Annotation", ["text": "hello"])
      note.setValue(try context.all("Person").first, forKey: "person")
      return try Self.picture(context)
    }
    #expect(after == before)
    try fixture.open(newer) { context throws in #expect(try context.all("Annotation").first?.object("person") != nil) }
  }

  /// C24.
  @Test(arguments: StoreKind.lasting) func aPropertyIsPulledUpAndAnEntityAdded(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let newer = ModelText.model(
      Self.people.replacing("Employee.badge", with: "Person.badge") + "\nContractor:Person\nContractor.until Date")
    let after = try fixture.open(newer) { context throws in
      #expect(try context.all("Person", "badge == nil").count == 66)
      return try Self.picture(context)
    }
    #expect(after == before)
  }

  @Test(arguments: StoreKind.lasting) func aPropertyIsPushedDown(_ kind: StoreKind) throws {
    let (fixture, _) = try filled(kind)
    let newer = ModelText.model(Self.people.replacing("Person.nick", with: "Employee.nick"))
    try fixture.open(newer) { context throws in
      #expect(try context.all("Employee", "nick != nil").count == 17)
      #expect(try context.all("Person").count == 100)
    }
    // What the others had is gone from the file, so that it does not come back.
    try fixture.open(ModelText.model(Self.people)) { context throws in
      #expect(try context.all("Person", "nick != nil").count == 17)
    }
  }

  @Test(arguments: StoreKind.lasting) func twoEntitiesGetACommonParent(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let newer = ModelText.model(Self.people + "\nThing abstract\nTeam:Thing\nTag:Thing\nThing.note String")
    let after = try fixture.open(newer) { context throws in
      #expect(try context.all("Thing").count == 15)
      return try Self.picture(context)
    }
    #expect(after.lines == before.lines)
    #expect(after.orders == before.orders)
    #expect(after.uris == before.uris)
  }

  @Test(arguments: StoreKind.lasting) func aParentIsRemoved(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let shared = Self.people + "\nThing abstract\nTeam:Thing\nTag:Thing\nThing.note String"
    try fixture.open(ModelText.model(shared)) { context throws in
      for thing in try context.all("Thing") { thing.setValue("kept", forKey: "note") }
    }
    let apart = ModelText.model(Self.people + "\nTeam.note String\nTag.note String")
    let after = try fixture.open(apart) { context throws in
      #expect(try context.all("Tag", "note == 'kept'").count == 5)
      #expect(try context.all("Team", "note == 'kept'").count == 10)
      return try Self.picture(context)
    }
    #expect(after == before)
  }

  @Test(arguments: StoreKind.lasting) func aRemovedEntityTakesItsRowsAndLinksAlong(_ kind: StoreKind) throws {
    let (fixture, _) = try filled(kind)
    let text = Self.people.replacing("Employee:Person\n", with: "").replacing("Employee.badge Int64\n", with: "")
    try fixture.open(ModelText.model(text)) { context throws in
      #expect(try context.all("Person").count == 66)
      let tagged = try context.all("Tag").flatMap { $0.objects("people") }
      #expect(tagged.count == 132)
      #expect(
        try context.all("Team").allSatisfy { team in
          let members = team.value(forKey: "members") as? NSOrderedSet
          return members?.array.allSatisfy { ($0 as? NSManagedObject)?.text("name") != nil } ?? false
        })
    }
  }

  @Test(arguments: StoreKind.lasting) func aToOneBecomesToMany(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let newer = ModelText.model(
      Self.people.replacing("Person.team -> Team.members", with: "Person.team ->> Team.members"))
    try fixture.open(newer) { context throws in
      for person in try context.all("Person") {
        #expect(
          person.objects("team").compactMap { $0.text("name") } == [before.lines[person.text("name") ?? ""]?[3] ?? ""])
      }
      let orders = try context.all("Team").map { team in
        (
          team.text("name") ?? "",
          (team.value(forKey: "members") as? NSOrderedSet)?.array.compactMap {
            ($0 as? NSManagedObject)?.text("name")
          } ?? []
        )
      }
      #expect(Dictionary(uniqueKeysWithValues: orders) == before.orders)
    }
  }

  @Test(arguments: StoreKind.lasting) func listsBecomeOrderedAndBack(_ kind: StoreKind) throws {
    let (fixture, before) = try filled(kind)
    let ordered = ModelText.model(
      Self.people.replacing("Person.tags ->> Tag.people", with: "Person.tags ->> Tag.people ordered"))
    try fixture.open(ordered) { context throws in
      #expect(try context.all("Person").allSatisfy { ($0.value(forKey: "tags") as? NSOrderedSet)?.count == 2 })
    }
    let after = try fixture.open(ModelText.model(Self.people)) { try Self.picture($0) }
    #expect(after == before)
    let unordered = ModelText.model(Self.people.replacing("Person.team ordered", with: "Person.team"))
    try fixture.open(unordered) { context throws in
      #expect(try context.all("Team").allSatisfy { $0.objects("members").count == 10 })
    }
    try fixture.open(ModelText.model(Self.people)) { context throws in
      #expect(try context.all("Team").allSatisfy { ($0.value(forKey: "members") as? NSOrderedSet)?.count == 10 })
    }
  }

  @Test(arguments: StoreKind.lasting) func numbersChangeTheirTypes(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model("N.a Int16\nN.b Int64\nN.c Double\nN.d Decimal\nN.e Bool\nN.f Int32")) {
      context throws in
      _ = context.make(
        "N", ["a": 12, "b": 13, "c": 1.75, "d": NSDecimalNumber(string: "2.5"), "e": true, "f": 1])
      _ = context.make("N")
    }
    let newer = ModelText.model("N.a Double\nN.b Int16\nN.c Decimal\nN.d Double\nN.e Int32\nN.f Bool")
    try fixture.open(newer) { context throws in
      let n = try #require(try context.all("N", "a != nil").first)
      #expect(n.value(forKey: "a") as? Double == 12)
      #expect(n.number("b") == 13)
      #expect(n.value(forKey: "c") as? NSDecimalNumber == 1.75)
      #expect(n.value(forKey: "d") as? Double == 2.5)
      #expect(n.number("e") == 1)
      #expect(n.value(forKey: "f") as? Bool == true)
      #expect(
        try context.all("N", "a == nil AND b == nil AND c == nil AND d == nil AND e == nil AND f == nil").count == 1)
    }
  }

  @Test func derivedCountsAreFilled() throws {
    let (fixture, _) = try filled()
    let newer = ModelText.model(Self.people + "\nTeam.size Count members")
    try fixture.open(newer) { context throws in
      #expect(try context.all("Team").allSatisfy { $0.number("size") == 10 })
      try context.all("Person").first?.setValue(nil, forKey: "team")
    }
    try fixture.open(newer) { context throws in
      #expect(try context.all("Team").map { $0.number("size") ?? 0 }.reduce(0, +) == 99)
    }
    // Counted again where counted rows go away, and kept where nothing changes.
    try fixture.open(ModelText.model(Self.people + "\nTeam.size Count members\nTag.note String")) { context throws in
      #expect(try context.all("Team").map { $0.number("size") ?? 0 }.reduce(0, +) == 99)
    }
    let fewer = Self.people.replacing("Employee:Person\n", with: "").replacing("Employee.badge Int64\n", with: "")
    try fixture.open(ModelText.model(fewer + "\nTeam.size Count members")) { context throws in
      let count = try context.all("Person", "team != nil").count
      #expect(try context.all("Team").map { $0.number("size") ?? 0 }.reduce(0, +) == count)
    }
  }

  @Test(arguments: StoreKind.lasting) func externalDataMovesInAndOut(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    let large = Data(repeating: 7, count: 300_000)
    try fixture.open(ModelText.model("F.bytes Data external\nF.name String")) { context throws in
      _ = context.make("F", ["bytes": large, "name": "large"])
      _ = context.make("F", ["bytes": Data([1, 2]), "name": "small"])
    }
    for text in ["F.bytes Data\nF.name String", "F.bytes Data external\nF.name String"] {
      try fixture.open(ModelText.model(text)) { context throws in
        #expect(try context.all("F", "name == 'large'").first?.value(forKey: "bytes") as? Data == large)
        #expect(try context.all("F", "name == 'small'").first?.value(forKey: "bytes") as? Data == Data([1, 2]))
      }
    }
  }

  @Test func filesOfWhatIsGoneGoToo() throws {
    let fixture = try MigrationFixture()
    let older = "F.bytes Data external\nF.other Data external\nG.bytes Data external\nF.name String"
    try fixture.open(ModelText.model(older)) { context throws in
      let large = Data(repeating: 7, count: 300_000)
      _ = context.make("F", ["bytes": large, "other": large])
      _ = context.make("G", ["bytes": large])
    }
    let folder = fixture.folder.url.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    try fixture.open(ModelText.model("F.bytes Data external\nF.name String")) { context throws in
      #expect((try context.all("F").first?.value(forKey: "bytes") as? Data)?.count == 300_000)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func theResultHasTheSchemaOfANewStore() throws {
    let (fixture, _) = try filled()
    let text =
      Self.people
      + "\nAnnotation.text String indexed\nAnnotation.person -> Person.notes\nPerson.notes ->> Annotation.person"
    let newer = ModelText.model(text.replacing("Person.age Int16", with: "Person.age Double"))
    try fixture.open(newer) { _ in }
    let fresh = try MigrationFixture()
    try fresh.open(ModelText.model(text.replacing("Person.age Int16", with: "Person.age Double"))) { _ in }
    // SQLite writes the names of renamed tables and columns in quotes.
    let difference = Set(try fixture.schema().map { $0.replacing("\"", with: "") })
      .symmetricDifference(try fresh.schema().map { $0.replacing("\"", with: "") })
    #expect(difference.sorted() == [])
  }

  /// The same objects, migrated and made in the new model.
}
