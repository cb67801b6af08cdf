import Foundation
import Testing

@testable import CoreDataEngine

/// C67: dictionaries, alike from SQL and from stores in memory.
@Suite struct DictionaryCaseTests {
  private func stage(_ kind: StoreKind) throws -> (TestStore, NSManagedObjectContext) {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let (red, blue) = (context.make("Team", ["name": "red"]), context.make("Team", ["name": "blue"]))
      let tags = ["x", "y"].map { context.make("Tag", ["label": $0]) }
      for (index, age) in [20, 30, nil, 40, 30].enumerated() {
        let team = index == 4 ? nil : index < 2 ? red : blue
        _ = context.make(
          index == 3 ? "Employee" : "Person",
          [
            "name": "p\(index)", "age": age, "team": team, "balance": NSDecimalNumber(string: "0.\(index)"),
            "tags": Set(tags.prefix(index % 3)),
          ])
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
