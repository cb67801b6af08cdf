import Foundation
import Testing

@testable import CoreDataEngine

/// The cases of the query language, through the public API and on every type of store.
@Suite struct QueryCaseTests {
  private final class Stage {
    let store: TestStore
    let context: NSManagedObjectContext
    let red, blue, hot, odd: NSManagedObject

    init(_ kind: StoreKind) throws {
      store = try TestStore(kind)
      context = store.context()
      let context = context
      (red, blue, hot, odd) = context.performAndWait {
        (
          context.make("Team", ["name": "red"]), context.make("Team", ["name": "blue"]),
          context.make("Tag", ["label": "hot"]), context.make("Tag", ["label": "odd"])
        )
      }
      try context.performAndWait {
        let ann = context.make(
          "Person",
          ["name": "Ann", "nick": "ann", "age": 20, "score": 20.0, "team": red, "tags": Set([hot, odd])])
        _ = context.make(
          "Person", ["name": "Bob%", "nick": "b_b", "age": 30, "score": 1.0, "team": red, "leads": red])
        _ = context.make(
          "Employee",
          ["name": "Äcid", "nick": "ACID", "age": 40, "team": blue, "badge": 7, "tags": Set([hot]), "balance": 0.5])
        _ = context.make("Contractor", ["name": "dee \"'*?\\"])
        try context.save()
        _ = ann
      }
    }

    /// The names of the people that a predicate finds, sorted.
    func names(_ format: String, _ arguments: Any?...) throws -> [String] {
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 ?? NSNull() })
        let found = try context.fetch(request).compactMap { $0.text("name") }.sorted()
        #expect(try context.count(for: request) == found.count, "\(format)")
        return found
      }
    }
  }

  private static let (ann, bob, cid, dee) = ("Ann", "Bob%", "Äcid", "dee \"'*?\\")

  @Test(arguments: StoreKind.allCases) func C54_notEqualAndNotWithNil(kind: StoreKind) throws {
    let stage = try Stage(kind)
    // Stores in memory evaluate, and find what has no value; SQLite follows SQL.
    let isSQL = kind == .sqlite || kind == .sqliteInMemory
    let nils = isSQL ? [] : [Self.dee]
    #expect(try stage.names("nick != 'ann'") == [Self.bob] + nils + [Self.cid].sorted())
    #expect(try Set(stage.names("NOT (nick == 'ann')")) == Set([Self.bob, Self.cid] + nils))
    #expect(try Set(stage.names("NOT (age IN {20, 30})")) == Set([Self.cid] + nils))
    #expect(try stage.names("nick == nil") == [Self.dee])
    #expect(try stage.names("nick != nil").count == 3)
    #expect(try stage.names("nick == nil OR nick != 'ann'").count == 3)
    // One fetch has one rule, for what is not saved too.
    try stage.context.performAndWait {
      _ = stage.context.make("Person", ["name": "new"])
      let found = try stage.names("nick != 'ann'")
      #expect(found.contains("new") == !isSQL)
    }
    let object = try stage.context.performAndWait { try stage.context.all("Person", "name == 'new'").first }
    #expect(NSPredicate(format: "nick != 'ann'").evaluate(with: object))
    // A saved object whose unsaved value is nil goes by the same rule.
    try stage.context.performAndWait {
      let bob = try #require(try stage.context.all("Person", "name == %@", Self.bob).first)
      bob.setValue(nil, forKey: "nick")
      for format in ["nick != 'ann'", "NOT (nick == 'ann')", "NOT (nick IN {'ann'})", "NOT (nick CONTAINS 'a')"] {
        let found = try stage.names(format)
        #expect(found.contains(Self.bob) == !isSQL, "\(format)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func C55_caseAndDiacritics(kind: StoreKind) throws {
    let stage = try Stage(kind)
    #expect(try stage.names("name ==[cd] 'acid'") == [Self.cid])
    #expect(try stage.names("name ==[c] 'acid'") == [])
    #expect(try stage.names("name CONTAINS[cd] 'CI'") == [Self.cid])
    #expect(try stage.names("name BEGINSWITH[d] 'A'") == [Self.ann, Self.cid])
    #expect(try stage.names("name IN[cd] {'ACID', 'ANN'}") == [Self.ann, Self.cid])
    #expect(try stage.names("name <[cd] 'B'") == [Self.ann, Self.cid])
    #expect(try stage.names("name MATCHES[cd] 'a.*'") == [Self.ann, Self.cid])
  }

  @Test(arguments: StoreKind.allCases) func C56_wildcardsAndQuotes(kind: StoreKind) throws {
    let stage = try Stage(kind)
    #expect(try stage.names("name CONTAINS '%'") == [Self.bob])
    #expect(try stage.names("nick CONTAINS '_'") == [Self.ann, Self.bob].filter { $0 == Self.bob })
    for part in ["\"", "'", "*", "?", "\\", "\"'*?\\"] {
      #expect(try stage.names("name CONTAINS %@", part) == [Self.dee], "\(part)")
    }
    #expect(try stage.names("name == %@", Self.dee) == [Self.dee])
    #expect(try stage.names("name LIKE %@", "dee ??\\*\\?\\\\") == [Self.dee])
    #expect(try stage.names("name LIKE 'B*'") == [Self.bob])
  }

  @Test(arguments: StoreKind.allCases) func C57_aHundredThousandValues(kind: StoreKind) throws {
    let stage = try Stage(kind)
    let numbers = Array(30..<100_030)
    #expect(try stage.names("age IN %@", numbers) == [Self.bob, Self.cid])
    #expect(try stage.names("name IN %@", numbers.map { "\($0)" } + ["Ann"]) == [Self.ann])
    let isSQL = kind == .sqlite || kind == .sqliteInMemory
    #expect(try stage.names("NOT (age IN %@)", numbers) == (isSQL ? [Self.ann] : [Self.ann, Self.dee]))
  }

  @Test(arguments: StoreKind.allCases) func C58_anyOverToMany(kind: StoreKind) throws {
    let stage = try Stage(kind)
    #expect(try stage.names("ANY tags.label IN {'hot', 'odd'}") == [Self.ann, Self.cid])
    #expect(try stage.names("ANY tags.label == 'hot' AND ANY tags.label == 'odd'") == [Self.ann])
    #expect(try stage.names("NONE tags.label == 'hot'") == [Self.bob, Self.dee])
    #expect(try stage.names("NOT (ANY tags.label == 'odd')") == [Self.bob, Self.dee, Self.cid])
    #expect(try stage.names("ALL tags.label == 'hot'") == [Self.bob, Self.dee, Self.cid])
    #expect(try stage.names("ANY tags == %@", stage.odd) == [Self.ann])
    try stage.context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "ANY tags.label IN {'hot', 'odd'}")
      request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
      request.fetchLimit = 1
      request.fetchOffset = 1
      let found = try stage.context.fetch(request).map { $0.text("name") }
      #expect(found == [Self.cid])
    }
  }

  @Test(arguments: StoreKind.allCases) func C59_subqueries(kind: StoreKind) throws {
    let stage = try Stage(kind)
    #expect(try stage.names("SUBQUERY(tags, $t, $t.label == 'hot').@count == 1") == [Self.ann, Self.cid])
    #expect(try stage.names("SUBQUERY(tags, $t, $t.people.@count > 1 AND $t.label != nick).@count > 0").count == 2)
    #expect(try stage.names("SUBQUERY(team.members, $m, $m.age > age).@count == 1") == [Self.ann])
    #expect(
      try stage.names("SUBQUERY(tags, $t, SUBQUERY($t.people, $p, $p == SELF).@count == 1).@count == 2") == [Self.ann])
  }

  @Test(arguments: StoreKind.allCases) func C60_pathsThroughNothing(kind: StoreKind) throws {
    let stage = try Stage(kind)
    #expect(try stage.names("team.lead.nick == nil") == [Self.dee, Self.cid])
    #expect(try stage.names("team.name == 'blue' OR age == nil") == [Self.dee, Self.cid])
    #expect(try stage.names("team.lead.age > 10") == [Self.ann, Self.bob])
  }

  @Test(arguments: StoreKind.allCases) func C61_attributeAgainstAttribute(kind: StoreKind) throws {
    let stage = try Stage(kind)
    // In memory two values that are not there are equal.
    let nils = kind == .sqlite || kind == .sqliteInMemory ? [] : [Self.dee]
    #expect(try stage.names("age == score") == [Self.ann] + nils)
    #expect(try stage.names("age > score") == [Self.bob])
    #expect(try stage.names("name ==[cd] nick") == [Self.ann, Self.cid])
    #expect(try stage.names("age > team.lead.age") == [])
    #expect(try stage.names("age + 10 == team.lead.age") == [Self.ann] + nils)
    // One fetch has one rule: nothing is known of two unsaved values that are not there either.
    try stage.context.performAndWait {
      _ = stage.context.make("Person", ["name": "new"])
      let found = try stage.names("age == score")
      #expect(found.contains("new") == !nils.isEmpty)
      let object = try #require(try stage.context.all("Person", "name == 'new'").first)
      #expect(NSPredicate(format: "age == score").evaluate(with: object))
    }
  }

  @Test(arguments: StoreKind.allCases) func C62_objectsAndIDs(kind: StoreKind) throws {
    let stage = try Stage(kind)
    #expect(try stage.names("team == %@", stage.red) == [Self.ann, Self.bob])
    #expect(try stage.names("team == %@", stage.red.objectID) == [Self.ann, Self.bob])
    #expect(try stage.names("team IN %@", [stage.blue]) == [Self.cid])
    #expect(try stage.names("%@ IN tags", stage.odd) == [Self.ann])
    #expect(try stage.names("tags CONTAINS %@", stage.hot.objectID) == [Self.ann, Self.cid])
    let ann = try #require(try stage.context.performAndWait { try stage.context.all("Person", "name == 'Ann'").first })
    #expect(try stage.names("SELF == %@", ann) == [Self.ann])
    #expect(try stage.names("SELF IN %@", [ann.objectID]) == [Self.ann])
    #expect(try stage.names("NOT (SELF IN %@)", [ann]).count == 3)
    // One that is not saved is in no store, and matches what is not saved either.
    try stage.context.performAndWait {
      let team = stage.context.make("Team", ["name": "new"])
      #expect(try stage.names("team == %@", team) == [])
      _ = stage.context.make("Person", ["name": "fresh", "team": team])
      let found = try stage.names("team == %@", team)
      #expect(found == ["fresh"])
    }
  }

  @Test(arguments: StoreKind.allCases) func C63_figuresOfCollections(kind: StoreKind) throws {
    let stage = try Stage(kind)
    #expect(try stage.names("tags.@count == 0") == [Self.bob, Self.dee])
    #expect(try stage.names("tags.@count == 2 AND team.members.@count == 2") == [Self.ann])
    #expect(try stage.names("team.members.@sum.age == 50") == [Self.ann, Self.bob])
    #expect(try stage.names("team.members.@avg.age == 25") == [Self.ann, Self.bob])
    #expect(try stage.names("team.members.@min.age == 20 AND team.members.@max.age == 30") == [Self.ann, Self.bob])
    #expect(try stage.names("team.members.@sum.score == 0") == [Self.dee, Self.cid])
    #expect(try stage.names("team.members.@max.score == nil") == [Self.dee, Self.cid])
  }

  @Test(arguments: StoreKind.allCases) func C65_nilComesFirst(kind: StoreKind) throws {
    let stage = try Stage(kind)
    try stage.context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      for (ascending, expected) in [
        (true, [Self.dee, Self.ann, Self.bob, Self.cid]), (false, [Self.cid, Self.bob, Self.ann, Self.dee]),
      ] {
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: ascending)]
        let found = try stage.context.fetch(request).compactMap { $0.text("name") }
        #expect(found == expected)
      }
    }
  }

  @Test(arguments: StoreKind.allCases) func C66_aBatchSizeChangesNoResult(kind: StoreKind) throws {
    let stage = try Stage(kind)
    try stage.context.performAndWait {
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = stage.context
      for context in [stage.context, child] {
        try context.performAndWait {
          _ = context.make("Person", ["name": "new", "age": 25])
          let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
          request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
          let plain = try context.fetch(request)
          request.fetchBatchSize = 2
          let batched = try context.fetch(request)
          #expect(batched.count == plain.count && batched.map(\.objectID) == plain.map(\.objectID))
        }
      }
    }
  }

  // MARK: Requests

  @Test func fetchRequestsAreNoArchives() {
    let request: Any = NSFetchRequest<NSManagedObject>(entityName: "Person")
    #expect(!(request is any NSCoding))
  }

  @Test(arguments: StoreKind.allCases) func templatesTakeVariables(kind: StoreKind) throws {
    let model = CasesModel.make()
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
    template.predicate = NSPredicate(format: "age > $age AND ANY tags.label == $label AND team == $team")
    template.fetchLimit = 5
    model.setFetchRequestTemplate(template, forName: "older")
    let store = try TestStore(kind, model: model)
    let context = store.context()
    try context.performAndWait {
      let (team, tag) = (context.make("Team", ["name": "a"]), context.make("Tag", ["label": "x"]))
      for age in 1...4 {
        _ = context.make("Person", ["name": "p\(age)", "age": age, "team": team, "tags": Set([tag])])
      }
      try context.save()
      let request = try #require(
        model.fetchRequestFromTemplate(
          withName: "older", substitutionVariables: ["age": 2, "label": "x", "team": team]))
      #expect(request.fetchLimit == 5)
      #expect(try context.count(for: request) == 2)
      #expect(template.predicate?.description.contains("$age") == true)
      // One that is left out has no value.
      let open = try #require(model.fetchRequestFromTemplate(withName: "older", substitutionVariables: ["age": 2]))
      #expect(throws: (any Error).self) { try context.fetch(open) }
      #expect(model.fetchRequestFromTemplate(withName: "younger", substitutionVariables: [:]) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func fetchedPropertiesFetch(kind: StoreKind) throws {
    let model = CasesModel.make {
      let peers = NSFetchedPropertyDescription()
      peers.name = "peers"
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
      request.predicate = NSPredicate(format: "team == $FETCH_SOURCE.team AND SELF != $FETCH_SOURCE")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      peers.fetchRequest = request
      $0.extraPersonProperties = [peers]
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "a"])
      let people = ["x", "y", "z"].map { context.make("Person", ["name": $0, "team": team]) }
      _ = context.make("Person", ["name": "other"])
      try context.save()
      let peers = people[1].value(forKey: "peers") as? [NSManagedObject]
      #expect(peers?.map { $0.text("name") } == ["x", "z"])
    }
  }

  @Test(arguments: StoreKind.allCases) func badQueriesAreRefused(kind: StoreKind) throws {
    let model = CasesModel.make {
      let mood = CasesModel.attribute("mood", .stringAttributeType)
      mood.isTransient = true
      $0.extraPersonProperties = [mood]
    }
    let store = try TestStore(kind, model: model)
    let context = store.context()
    try context.performAndWait {
      _ = context.make("Person", ["name": "a", "age": 1])
      try context.save()
      for (format, message) in [
        ("nothing == 1", "keypath nothing not found in entity Person"),
        ("team.nothing == 1", "keypath team.nothing not found in entity Person"),
        ("SUBQUERY(tags, $t, $t.nothing == 1).@count > 0", "keypath nothing not found in entity Tag"),
        ("mood == 'good'", "keypath mood not found in entity Person"),
        ("born == 'today'", "A value of type"), ("name == 1", "A value of type"),
        ("name BEGINSWITH 1", "A value of type"),
        ("age LIKE 'x'", "A value of type"), ("name == team", "A value of type"),
      ] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: format)
        let error = #expect(throws: NSError.self, "\(format)") { try context.fetch(request) }
        let text = error?.localizedDescription ?? ""
        #expect(text.hasPrefix(message) || text.contains(message) && format.hasPrefix("SUBQUERY"), "\(format): \(text)")
      }
    }
  }
}
