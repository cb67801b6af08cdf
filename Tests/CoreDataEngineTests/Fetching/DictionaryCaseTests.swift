import Foundation
import Testing

@testable import CoreDataEngine

/// C67: dictionaries, alike from SQL and from stores in memory.
@Suite struct DictionaryCaseTests {
  /// People with teams and tags, taking turns among stores; each store has teams and tags of its own.
  private func stage(_ kinds: StoreKind...) throws -> (TestStore, NSManagedObjectContext) {
    let store = try TestStore(kinds[0])
    for kind in kinds.dropFirst() {
      let isFile = StoreKind.lasting.contains(kind)
      let url = isFile ? store.folder.url.appendingPathComponent("other") : URL(fileURLWithPath: "/dev/null/\(UUID())")
      _ = try store.coordinator.addPersistentStore(
        ofType: kind.type, configurationName: nil, at: kind == .memory ? nil : url)
    }
    let stores = store.coordinator.persistentStores
    let context = store.context()
    try context.performAndWait {
      func make(_ entity: String, _ values: [String: Any?], _ place: Int) -> NSManagedObject {
        let object = context.make(entity, values)
        context.assign(object, to: stores[place])
        return object
      }
      let red = stores.indices.map { make("Team", ["name": "red"], $0) }
      let blue = stores.indices.map { make("Team", ["name": "blue"], $0) }
      let tags = stores.indices.map { place in ["x", "y"].map { make("Tag", ["label": $0], place) } }
      for (index, age) in [20, 30, nil, 40, 30].enumerated() {
        let place = index % stores.count
        let team = index == 4 ? nil : index < 2 ? red[place] : blue[place]
        _ = make(
          index == 3 ? "Employee" : "Person",
          [
            "name": "p\(index)", "age": age, "team": team, "balance": NSDecimalNumber(string: "0.\(index)"),
            "tags": Set(tags[place].prefix(index % 3)),
          ], place)
      }
      try context.save()
    }
    return (store, context)
  }

  private struct Question {
    var columns: [(name: String, format: String)]
    var groupBy: [String] = []
    var having: String?
    var sort: [(key: String, ascending: Bool)] = []
    var isDistinct = false
    var limit = 0
    var offset = 0
    var predicate: String?
  }

  private func ask(_ question: Question, _ context: NSManagedObjectContext) throws -> [[String: NSObject]] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Person")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = question.columns.map { name, format -> Any in
      if name == format { return name }
      let column = NSExpressionDescription()
      column.name = name
      column.expression = NSExpression(format: format)
      return column
    }
    if !question.groupBy.isEmpty { request.propertiesToGroupBy = question.groupBy }
    request.havingPredicate = question.having.map { NSPredicate(format: $0) }
    request.sortDescriptors = question.sort.map { NSSortDescriptor(key: $0.key, ascending: $0.ascending) }
    request.returnsDistinctResults = question.isDistinct
    request.fetchLimit = question.limit
    request.fetchOffset = question.offset
    request.predicate = question.predicate.map { NSPredicate(format: $0) }
    return try context.performAndWait {
      try context.fetch(request).map { dictionary in
        var result: [String: NSObject] = [:]
        for (key, value) in dictionary {
          // Texts come as Swift's or Foundation's; numbers compare by value.
          result["\(key)"] = (value as? NSNumber) ?? "\(value)" as NSString
        }
        return result
      }
    }
  }

  private static var questions: [(Question, [[String: NSObject]])] {
    [
      (
        Question(
          columns: [("team.name", "team.name"), ("n", "count:(age)"), ("sum", "sum:(age)"), ("top", "max:(age)")],
          groupBy: ["team.name"], sort: [("team.name", true)]),
        [
          ["n": 1 as NSNumber, "sum": 30 as NSNumber, "top": 30 as NSNumber],
          ["team.name": "blue" as NSString, "n": 1 as NSNumber, "sum": 40 as NSNumber, "top": 40 as NSNumber],
          ["team.name": "red" as NSString, "n": 2 as NSNumber, "sum": 50 as NSNumber, "top": 30 as NSNumber],
        ]
      ),
      (
        Question(
          columns: [("team.name", "team.name"), ("sum", "sum:(age)")], groupBy: ["team.name"], having: "$sum > 30",
          sort: [("sum", false)], limit: 1, offset: 1),
        [["team.name": "blue" as NSString, "sum": 40 as NSNumber]]
      ),
      (
        Question(
          columns: [("team.name", "team.name")], groupBy: ["team.name"], having: "count:(age) > 1"),
        [["team.name": "red" as NSString]]
      ),
      (
        Question(
          columns: [("sum", "sum:(age)"), ("n", "count:(name)"), ("mean", "average:(age)")], predicate: "age > 100"),
        [["sum": 0 as NSNumber, "n": 0 as NSNumber]]
      ),
      (
        Question(columns: [("all", "sum:(age) + 1"), ("tags", "count:(tags)")]),
        [["all": 121 as NSNumber, "tags": 4 as NSNumber]]
      ),
      (
        Question(columns: [("age", "age")], sort: [("age", false)], isDistinct: true, limit: 2, offset: 1),
        [["age": 30 as NSNumber], ["age": 20 as NSNumber]]
      ),
      (
        Question(columns: [("age", "age"), ("next", "age + 1")], sort: [("next", true), ("name", true)], limit: 2),
        [[:], ["age": 20 as NSNumber, "next": 21 as NSNumber]]
      ),
      (
        Question(columns: [("name", "name")], sort: [("team.name", false), ("age", true)], offset: 2),
        [["name": "p2" as NSString], ["name": "p3" as NSString], ["name": "p4" as NSString]]
      ),
      (Question(columns: [("sum", "sum:(balance)")]), [["sum": NSDecimalNumber(string: "1.0")]]),
    ]
  }

  @Test(arguments: StoreKind.allCases) func C67_dictionariesAreAlikeInAllStores(kind: StoreKind) throws {
    let (store, context) = try stage(kind)
    for (index, (question, expected)) in Self.questions.enumerated() {
      let found = try ask(question, context)
      #expect(found == expected, "question \(index)")
    }
    withExtendedLifetime(store) {}
  }

  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func C67_dictionariesOfTwoStoresAreThoseOfOne(first: StoreKind, second: StoreKind) throws {
    let (store, context) = try stage(first, second)
    // Unsaved changes do not count.
    try context.performAndWait {
      for person in try context.all("Person") { person.setValue(1_000, forKey: "age") }
    }
    for (index, (question, expected)) in Self.questions.enumerated() {
      let found = try ask(question, context)
      #expect(found == expected, "question \(index)")
    }
    try context.performAndWait {
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["name", "team", "objectID"]
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let rows = try context.fetch(request)
      for (index, row) in rows.enumerated() {
        let team = row["team"] as? NSManagedObjectID
        let id = try #require(row["objectID"] as? NSManagedObjectID)
        #expect(id.persistentStore === store.coordinator.persistentStores[index % 2])
        #expect(index == 4 ? team == nil : team?.persistentStore === id.persistentStore)
        #expect(context.object(with: id).text("name") == row["name"] as? String)
      }
      #expect(try rows.count == 5 && context.count(for: request) == 5)
      request.affectedStores = [store.coordinator.persistentStores[1]]
      #expect(try context.fetch(request).compactMap { $0["name"] as? String } == ["p1", "p3"])
    }
  }

  @Test func C67_dictionariesOfTwoStoresAreOfThePinnedMoment() throws {
    let (store, context) = try stage(.sqlite, .sqlite)
    let question = Question(columns: [("sum", "sum:(age)")])
    try context.performAndWait { try context.setQueryGenerationFrom(.current) }
    #expect(try ask(question, context) == [["sum": 120 as NSNumber]])
    let other = store.context()
    try other.performAndWait {
      for person in try other.all("Person") { person.setValue(1, forKey: "age") }
      try other.save()
    }
    #expect(try ask(question, context) == [["sum": 120 as NSNumber]])
    try context.performAndWait { try context.setQueryGenerationFrom(nil) }
    #expect(try ask(question, context) == [["sum": 5 as NSNumber]])
  }

  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func C67_twoStoresRefuseWhatOneRefuses(first: StoreKind, second: StoreKind) throws {
    let (store, context) = try stage(first, second)
    for question in [
      Question(columns: [("name", "name")], groupBy: ["team.name"]),
      Question(columns: [("n", "count:(age)")], having: "$n > 1"), Question(columns: [("x", "nothing + 1")]),
    ] {
      #expect(throws: NSError.self) { try ask(question, context) }
    }
    withExtendedLifetime(store) {}
  }

  /// Two texts that look alike are one to Swift, and two to SQLite.
  @Test(arguments: StoreKind.allCases) func textsAreToldApartByTheirBytes(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let tags = ["\u{e9}", "e\u{301}"].map { context.make("Tag", ["label": $0]) }
      for index in 0..<3 { _ = context.make("Person", ["name": tags[index % 2].text("label"), "tags": Set(tags)]) }
      // The labels are unique.
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["name"]
      request.returnsDistinctResults = true
      #expect(try context.fetch(request).count == 2)
      request.returnsDistinctResults = false
      request.propertiesToGroupBy = ["name"]
      #expect(try context.fetch(request).count == 2)
      #expect(try context.all("Person", "count:(tags.@distinctUnionOfObjects.label) == 2").count == 3)
      _ = context.make("Tag", ["label": "e\u{301}"])
      #expect(throws: NSError.self) { try context.save() }
    }
  }

  /// Foundation on Linux cannot hash its decimals.
  @Test(arguments: StoreKind.allCases) func decimalsAreToldApart(kind: StoreKind) throws {
    let store = try TestStore(kind, model: CasesModel.make { $0.person.uniquenessConstraints = [["name", "balance"]] })
    let context = store.context()
    try context.performAndWait {
      let digits = ["12345678901234567890.5", "12345678901234567890.25", "0.5", "0.50"]
      for (index, digits) in digits.enumerated() {
        _ = context.make("Person", ["name": "\(index / 3)", "balance": NSDecimalNumber(string: digits)])
      }
      try context.save()
      let request = NSFetchRequest<NSDictionary>(entityName: "Person")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["balance"]
      request.returnsDistinctResults = true
      #expect(try context.fetch(request).count == 3)
      request.propertiesToGroupBy = ["balance"]
      #expect(try context.fetch(request).count == 3)
      _ = context.make("Person", ["name": "1", "balance": NSDecimalNumber(string: "0.5")])
      #expect(throws: NSError.self) { try context.save() }
    }
  }

  @Test(arguments: StoreKind.allCases) func C67_whatMakesNoSenseIsRefused(kind: StoreKind) throws {
    let (store, context) = try stage(kind)
    for (question, message) in [
      (
        Question(columns: [("name", "name")], groupBy: ["team.name"]),
        "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY"
      ),
      (Question(columns: [("n", "count:(age)")], having: "$n > 1"), "A fetch request with a havingPredicate needs"),
      (
        Question(columns: [("n", "count:(age)"), ("team.name", "team.name")], groupBy: ["team.name"], having: "n > 1"),
        "keypath n not found in entity Person"
      ),
      (Question(columns: [("x", "nothing + 1")]), "keypath nothing not found in entity Person"),
      (Question(columns: [("tags", "tags")]), "Invalid to-many relationship in setPropertiesToFetch"),
    ] {
      let error = #expect(throws: NSError.self) { try ask(question, context) }
      #expect(error?.localizedFailureReason?.hasPrefix(message) == true, "\(error?.localizedFailureReason ?? "")")
    }
    withExtendedLifetime(store) {}
  }
}
