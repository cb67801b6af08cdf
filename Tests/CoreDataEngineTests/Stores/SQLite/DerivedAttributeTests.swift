import CoreDataFoundation
import CoreDataSQLite
import Testing

@testable import CoreDataEngine

@Suite struct DerivedAttributeTests {
  /// The cases' model with derived attributes of every form that Apple documents.
  private static func model() throws -> NSManagedObjectModel {
    let model = CasesModel.make()
    let table = model.entitiesByName
    let forms: [(String, String, NSAttributeType, String)] = [
      ("Team", "memberCount", .integer64AttributeType, "members.@count"),
      ("Team", "totalAge", .integer64AttributeType, "members.age.@sum"),
      ("Team", "totalScore", .doubleAttributeType, "members.@sum.score"),
      ("Team", "oldest", .integer64AttributeType, "members.@max.age"),
      ("Tag", "uses", .integer64AttributeType, "people.@count"),
      ("Tag", "ages", .integer64AttributeType, "people.age.@sum"),
      ("Person", "search", .stringAttributeType, "canonical:(name)"),
      ("Person", "loud", .stringAttributeType, "uppercase:(team.name)"),
      ("Person", "quiet", .stringAttributeType, "lowercase:(name)"),
      ("Person", "again", .stringAttributeType, "name"),
      ("Person", "teamName", .stringAttributeType, "team.name"),
      ("Person", "boss", .stringAttributeType, "team.lead.name"),
      ("Person", "saved", .dateAttributeType, "now()"),
    ]
    for (entity, name, type, expression) in forms {
      let derived = NSDerivedAttributeDescription()
      derived.name = name
      derived.attributeType = type
      derived.isOptional = true
      derived.derivationExpression = NSExpression(format: expression)
      let entity = try #require(table[entity])
      entity.properties += [derived]
    }
    return model
  }

  /// The store that was moved to goes on deriving, and its objects are told.
  @Test func derivedValuesAreKnownAfterAMove() throws {
    let store = try TestStore(.sqliteInMemory, model: Self.model())
    let context = store.context()
    let team = context.make("Team", ["name": "a"])
    try context.save()
    let old = try #require(store.coordinator.persistentStores.first)
    let url = store.folder.url.appendingPathComponent("moved.sqlite")
    _ = try store.coordinator.migratePersistentStore(old, to: url, type: .sqlite)
    context.make("Person", ["name": "Ada"]).setValue(team, forKey: "team")
    try context.save()
    #expect(team.number("memberCount") == 1)
  }

  /// What derived attributes must be, from the objects themselves.
  private func agree(_ context: NSManagedObjectContext, _ place: String) throws {
    for team in try context.all("Team") {
      let members = team.objects("members")
      let ages = members.compactMap { $0.number("age") }
      #expect(team.number("memberCount") == members.count, "\(place)")
      #expect(team.number("totalAge") == ages.reduce(0, +), "\(place)")
      #expect(team.number("oldest") == ages.max(), "\(place)")
      let scores = members.compactMap { ($0.value(forKey: "score") as? NSNumber)?.doubleValue }
      let total = (team.value(forKey: "totalScore") as? NSNumber)?.doubleValue ?? -1
      #expect(abs(total - scores.reduce(0, +)) < 1e-9, "\(place)")
    }
    for tag in try context.all("Tag") {
      let people = tag.objects("people")
      #expect(tag.number("uses") == people.count, "\(place)")
      #expect(tag.number("ages") == people.compactMap { $0.number("age") }.reduce(0, +), "\(place)")
    }
    for person in try context.all("Person") {
      let (name, team) = (person.text("name"), person.object("team"))
      let folded = name?.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      #expect(person.text("search") == folded, "\(place)")
      #expect(person.text("quiet") == name?.lowercased(), "\(place)")
      #expect(person.text("again") == name, "\(place)")
      #expect(person.text("teamName") == team?.text("name"), "\(place)")
      #expect(person.text("loud") == team?.text("name")?.uppercased(), "\(place)")
      #expect(person.text("boss") == team?.object("lead")?.text("name"), "\(place)")
      #expect(person.value(forKey: "saved") is Date, "\(place)")
    }
  }

  @Test func everyFormIsKeptThroughRandomEdits() throws {
    let store = try TestStore(.sqlite, model: try DerivedAttributeTests.model())
    let context = store.context()
    var generator = SystemRandomNumberGenerator()
    func any(_ entity: String) throws -> NSManagedObject? { try context.all(entity).randomElement(using: &generator) }
    for index in 0..<3 { _ = context.make("Team", ["name": "Équipe \(index)"]) }
    for index in 0..<3 { _ = context.make("Tag", ["label": "\(index)"]) }
    for index in 0..<8 { _ = context.make("Person", ["name": "Ünal \(index)", "age": index, "score": 0.1]) }
    try context.save()
    try agree(context, "new")
    for round in 0..<40 {
      for _ in 0..<Int.random(in: 1...3) {
        switch Int.random(in: 0..<9) {
        case 0: _ = context.make("Employee", ["name": "Zoë \(round)", "age": round, "team": try any("Team")])
        case 1: if let person = try any("Person") { context.delete(person) }
        case 2: try any("Person")?.setValue(try any("Team"), forKey: "team")
        case 3: try any("Person")?.setValue("É\(round)", forKey: "name")
        case 4: try any("Team")?.setValue("T\(round) ß", forKey: "name")
        case 5: try any("Team")?.setValue(try any("Person"), forKey: "lead")
        case 6: try any("Person")?.setValue(Int.random(in: 0..<99), forKey: "age")
        case 7: try any("Person")?.setValue(Double.random(in: 0..<9), forKey: "score")
        default: try any("Person")?.setValue(Set(try context.all("Tag").shuffled().prefix(2)), forKey: "tags")
        }
      }
      try context.save()
      #expect(!context.hasChanges)
      try agree(context, "round \(round), in the saving context")
      try agree(store.context(), "round \(round), through the cache")
    }
    try agree(try store.reopened().context(), "reopened")
  }

  /// In both shapes of relationships; digits that no double holds, and numbers, side by side.
  @Test(arguments: [StoreKind.sqlite, .sqliteInMemory]) func figuresOfDecimals(kind: StoreKind) throws {
    let model = CasesModel.make()
    for (entity, members) in [("Team", "members"), ("Tag", "people")] {
      let properties = ["sum", "min", "max", "avg"].map { figure in
        let derived = NSDerivedAttributeDescription()
        (derived.name, derived.attributeType, derived.isOptional) = (figure, .decimalAttributeType, true)
        derived.derivationExpression = NSExpression(format: "\(members).@\(figure).balance")
        return derived
      }
      model.entitiesByName[entity]?.properties += properties
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    let (team, tag) = (context.make("Team", ["name": "a"]), context.make("Tag", ["label": "a"]))
    func decimal(_ object: NSManagedObject, _ key: String) -> Decimal? {
      (object.value(forKey: key) as? NSDecimalNumber)?.decimalValue
    }
    var people: [NSManagedObject] = []
    for digits in ["0.12345678901234567890123", "7", "-12345678901234567890.25", "1.5", "12345678901234567890.25", nil]
    {
      let balance = digits.map { NSDecimalNumber(string: $0) }
      people.append(context.make("Person", ["name": "p", "balance": balance, "team": team, "tags": Set([tag])]))
      try context.save()
      let values = people.compactMap { decimal($0, "balance") }
      for owner in [team, tag] {
        #expect(decimal(owner, "min") == values.min())
        #expect(decimal(owner, "max") == values.max())
        let sum = values.reduce(0, +)
        for (key, expected) in [("sum", sum), ("avg", sum / Decimal(values.count))] {
          let off = (decimal(owner, key) ?? .nan) - expected
          // SQL adds doubles.
          #expect(off.magnitude <= Decimal(4096), "\(key) of \(values)")
        }
      }
    }
    context.delete(people[4])
    try context.save()
    #expect(decimal(team, "max") == 7)
    #expect(decimal(tag, "max") == 7)
    for person in people where person !== people[4] { context.delete(person) }
    try context.save()
    for owner in [team, tag] {
      #expect(decimal(owner, "sum") == 0)
      for key in ["min", "max", "avg"] { #expect(decimal(owner, key) == nil) }
    }
  }

  @Test func objectsThatWereNotSavedAreRefreshedAndToldOf() throws {
    let store = try TestStore(.sqlite, model: try DerivedAttributeTests.model())
    let context = store.context()
    let tag = context.make("Tag", ["label": "red"])
    let person = context.make("Person", ["name": "a", "age": 3, "tags": NSSet(array: [tag])])
    try context.save()
    #expect(tag.number("ages") == 3)
    let log = NotificationLog(of: .NSManagedObjectContextObjectsDidChange, from: context)
    person.setValue(7, forKey: "age")
    try context.save()
    #expect(tag.number("ages") == 7)
    #expect(!tag.hasChanges && !context.hasChanges)
    let refreshed = log.userInfos.compactMap { $0[NSRefreshedObjectsKey] as? Set<NSManagedObject> }
    #expect(refreshed.contains { $0.contains(tag) })
  }

  @Test func batchRequestsKeepThemToo() throws {
    let store = try TestStore(.sqlite, model: try DerivedAttributeTests.model())
    let context = store.context()
    let team = context.make("Team", ["name": "red"])
    for index in 0..<4 { _ = context.make("Person", ["name": "\(index)", "age": index, "team": team]) }
    try context.save()
    let update = NSBatchUpdateRequest(entityName: "Person")
    update.propertiesToUpdate = ["age": 10]
    _ = try context.execute(update)
    try agree(store.context(), "updated")
    let insertion = NSBatchInsertRequest(entityName: "Person", objects: [["name": "Ö", "age": 1]])
    _ = try context.execute(insertion)
    try agree(store.context(), "inserted")
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Person")
    request.predicate = NSPredicate(format: "name == '0'")
    _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    try agree(store.context(), "deleted")
  }

  /// The triggers in the file use nothing that Apple's SQLite lacks; those of functions of text are not there.
  @Test func theFileHasOnlyTriggersThatAppleKnows() throws {
    let store = try TestStore(.sqlite, model: try DerivedAttributeTests.model())
    let connection = try Connection(.file(try #require(store.url).path))
    let statement = try connection.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    var triggers: [String: String] = [:]
    while try statement.step() { triggers[statement.string(0) ?? ""] = statement.string(1) ?? "" }
    let known = ["NSCoreDataNow", AffectedRows.updateFunction, AffectedRows.insertFunction]
    for (name, sql) in triggers {
      let own = DerivedTriggers.calledNames(sql).filter { $0.hasPrefix("NSCoreData") || $0.hasPrefix("CoreData") }
      #expect(Set(own).isSubset(of: known), "\(name)")
    }
    #expect(!triggers.keys.contains { $0.contains("search") || $0.contains("loud") || $0.contains("quiet") })
    #expect(
      triggers["Z_DA_ZPERSON_Person_saved_UPDATE"]
        == "CREATE TRIGGER Z_DA_ZPERSON_Person_saved_UPDATE AFTER UPDATE OF Z_OPT ON ZPERSON FOR EACH ROW BEGIN UPDATE ZPERSON SET ZSAVED = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZPERSON', Z_ENT, Z_PK, 'saved', ZSAVED) FROM ZPERSON WHERE Z_PK = NEW.Z_PK; END"
    )
    connection.close()
  }

  /// Whatever Core Data calls its function of text, a trigger that it made works.
  @Test func aForeignFunctionOfTextIsKnownByItsTrigger() throws {
    let first = try TestStore(.sqlite, model: try DerivedAttributeTests.model())
    for store in first.coordinator.persistentStores { try first.coordinator.remove(store) }
    let connection = try Connection(.file(try #require(first.url).path))
    for event in ["INSERT", "UPDATE OF ZNAME"] {
      let name = "Z_DA_ZPERSON_Person_search_\(event.prefix(6))"
      try connection.execute(
        "CREATE TRIGGER \(name) AFTER \(event) ON ZPERSON FOR EACH ROW BEGIN UPDATE ZPERSON SET ZSEARCH = NSSomeCanonical(ZNAME) WHERE Z_PK = NEW.Z_PK; END"
      )
    }
    connection.close()
    let store = try TestStore(.sqlite, model: first.model, folder: first.folder)
    let context = store.context()
    let person = context.make("Person", ["name": "Älteste"])
    try context.save()
    person.setValue("Ñandú", forKey: "name")
    try context.save()
    let fresh = try #require(try store.context().all("Person", "search == 'nandu'").first)
    #expect(fresh.text("name") == "Ñandú")
  }

  @Test(arguments: ["team", "nowhere.name", "members.name", "canonical:(age)", "members.name.@sum", "name.length"])
  func whatNoStoreCanDeriveIsRefused(_ expression: String) throws {
    let derived = NSDerivedAttributeDescription()
    derived.name = "derived"
    derived.attributeType = .stringAttributeType
    derived.derivationExpression = NSExpression(format: expression)
    let model = CasesModel.make()
    try #require(model.entitiesByName["Person"]).properties += [derived]
    #expect {
      _ = try TestStore(.sqlite, model: model)
    } throws: { error in
      (error as NSError).domain == NSCocoaErrorDomain && "\(error)".contains(expression)
    }
  }

  @Test func aMigrationComputesThem() throws {
    let plain = try TestStore(.sqlite)
    let context = plain.context()
    let team = context.make("Team", ["name": "Röt"])
    team.setValue(context.make("Person", ["name": "Älf", "age": 3, "team": team]), forKey: "lead")
    _ = context.make("Tag", ["label": "x"])
    try context.save()
    for store in plain.coordinator.persistentStores { try plain.coordinator.remove(store) }
    let store = try TestStore(
      .sqlite, model: try DerivedAttributeTests.model(), folder: plain.folder,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
      ])
    let migrated = store.context()
    let person = try #require(try migrated.all("Person").first)
    #expect(person.value(forKey: "saved") == nil)
    person.setValue("Älf II", forKey: "name")
    try migrated.save()
    try agree(migrated, "migrated")
  }
}
