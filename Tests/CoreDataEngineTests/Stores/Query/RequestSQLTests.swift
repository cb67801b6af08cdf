import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Sorting, windows, dictionaries, prefetching and the use of indexes.
@Suite struct RequestSQLTests {
  let store: QueryStore
  let ann, bob, cid, dee: Node
  let red: Node

  init() throws {
    store = try QueryStore()
    red = store.insert("Team", ["name": "red"])
    let blue = store.insert("Team", ["name": "blue"])
    ann = store.insert(
      "Person", ["name": "Ann", "age": 20, "team": red, "salary": Decimal(string: "0.1")!, "active": true])
    bob = store.insert(
      "Person",
      ["name": "Bob", "age": 30, "team": blue, "boss": ann, "salary": Decimal(string: "100000000000000000000.5")!])
    cid = store.insert(
      "Employee", ["name": "Cid", "age": 40, "team": red, "boss": ann, "salary": Decimal(string: "20")!])
    dee = store.insert(
      "Person", ["salary": Decimal(string: "-0.2")!, "born": Date(timeIntervalSinceReferenceDate: 0.5)])
    try store.write()
  }

  func sorted(_ descriptors: [NSSortDescriptor], limit: Int = 0, offset: Int = 0) throws -> [Int64] {
    var query = RowQuery(store.layout("Person"))
    query.sort = descriptors
    query.limit = limit
    query.offset = offset
    return try store.runner.keys(query).map(\.key)
  }

  /// C60, C65
  @Test func sorts() throws {
    let (ann, bob, cid, dee) = (ann.key, bob.key, cid.key, dee.key)
    #expect(try sorted([NSSortDescriptor(key: "age", ascending: true)]) == [dee, ann, bob, cid])
    #expect(try sorted([NSSortDescriptor(key: "age", ascending: false)]) == [cid, bob, ann, dee])
    let byTeam = [NSSortDescriptor(key: "team.name", ascending: true), NSSortDescriptor(key: "age", ascending: false)]
    #expect(try sorted(byTeam) == [dee, bob, cid, ann])
    #expect(try sorted([NSSortDescriptor(key: "salary", ascending: true)]) == [dee, ann, cid, bob])
    #expect(try sorted([NSSortDescriptor(key: "age", ascending: true)], limit: 2, offset: 1) == [ann, bob])
    #expect(try sorted([NSSortDescriptor(key: "age", ascending: true)], offset: 3) == [cid])
    var query = RowQuery(store.layout("Person"))
    query.sort = byTeam
    query.limit = 5
    #expect(
      try store.planner.statement(query, .keys).query.text
        == "SELECT t0.Z_ENT, t0.Z_PK FROM ZPERSON t0 LEFT OUTER JOIN ZTEAM t1 ON t0.ZTEAM = t1.Z_PK ORDER BY t1.ZNAME, t0.ZAGE DESC LIMIT 5"
    )
    query.offset = 1
    #expect(try store.runner.count(query) == 3)
  }

  @Test(arguments: ["pid", "reports", "reports.@count", "extra", "team.pid"])
  func refusesSortKeys(key: String) {
    #expect(throws: NSError.self) { try sorted([NSSortDescriptor(key: key, ascending: true)]) }
  }

  @Test func leavesComparatorsToTheCaller() throws {
    var query = RowQuery(store.layout("Person"))
    query.sort = [NSSortDescriptor(key: "name", ascending: true, comparator: { _, _ in .orderedSame })]
    query.limit = 2
    #expect(throws: NSError.self) { try store.runner.rows(query) }
    let split = try store.planner.split(query)
    #expect(split.sorts)
    #expect(try store.runner.keys(split.stored).count == 4)
  }

  @Test func comparesDecimalsByTheirValue() throws {
    #expect(try store.keys("Person", "salary > 1") == [bob.key, cid.key])
    #expect(try store.keys("Person", "salary < %@", Decimal(string: "0.11")!) == [ann.key, dee.key])
    #expect(try store.keys("Person", "salary == %@", Decimal(string: "100000000000000000000.5")!) == [bob.key])
    #expect(try store.keys("Person", "salary * 3 == %@", Decimal(string: "0.3")!) == [ann.key])
    #expect(try store.keys("Team", "members.@sum.salary == %@", Decimal(string: "20.1")!) == [red.key])
  }

  @Test func readsRows() throws {
    var query = try store.query("Person", "age >= 20")
    query.sort = [NSSortDescriptor(key: "name", ascending: true)]
    let pages = try store.runner.rows(query)
    var found: [String] = []
    for page in pages {
      page.forEachRow { row, _ in
        let layout = store.model.layouts[row.entityIndex]
        found.append("\(layout.name) \(row.string(layout.property(named: "name")!.cell))")
      }
    }
    #expect(found == ["Person Ann", "Person Bob", "Employee Cid"])
  }

  @Test func readsRowsByOwner() throws {
    let inverse = store.layout("Person").property(named: "team")!
    let pages = try store.runner.rows(pointingAt: [2, 1, 7], through: inverse)
    var owners: [Int64] = []
    for page in pages { page.forEachRow { row, _ in owners.append(row.destination(of: inverse)!.key) } }
    #expect(owners == [1, 1, 2])
  }

  // MARK: Dictionaries

  func dictionaries(
    _ columns: [(String, String)], groupBy: [String] = [], having: String? = nil, sort: String? = nil,
    isDistinct: Bool = false, where format: String? = nil
  ) throws -> [[String: Any]] {
    var query = DictionaryQuery(
      rows: try store.query("Person", format),
      columns: columns.map { name, text in
        DictionaryQuery.Column(name: name, expression: NSExpression(format: text).tree, type: .undefinedAttributeType)
      })
    query.groupBy = groupBy.map { ExpressionTree(keyPath: $0) }
    query.having = try having.map { try PredicateTree(format: $0) }
    query.isDistinct = isDistinct
    query.rows.sort = sort.map { [NSSortDescriptor(key: $0, ascending: true)] } ?? []
    return try store.runner.dictionaries(query) { _ in Data() }
  }

  /// C67
  @Test func groups() throws {
    let result = try dictionaries(
      [("team", "team.name"), ("sum", "sum:(age)"), ("count", "count:(age)"), ("mean", "average:(age)")],
      groupBy: ["team.name"], having: "$count > 0", sort: "sum")
    #expect(result.map { $0["team"] as? String } == ["blue", "red"])
    #expect(result.map { $0["sum"] as? NSNumber } == [30, 60])
    #expect(result.map { $0["count"] as? NSNumber } == [1, 2])
    #expect(result.map { ($0["mean"] as? NSNumber)?.doubleValue } == [30, 30])
    #expect(try dictionaries([("team", "team.name")], groupBy: ["team.name"], having: "count:(age) > 1").count == 1)
    #expect(throws: NSError.self) { try dictionaries([("name", "name")], groupBy: ["team.name"]) }
    #expect(throws: NSError.self) {
      try dictionaries([("n", "count:(age)"), ("t", "team.name")], groupBy: ["team.name"], having: "n > 1")
    }
  }

  @Test func readsDictionaries() throws {
    let row = try #require(
      try dictionaries(
        [
          ("name", "name"), ("age", "age"), ("salary", "salary"), ("team", "team"), ("boss", "boss"), ("id", "SELF"),
          ("n", "reports.@count"), ("next", "age + 1"), ("active", "active"), ("born", "born"),
        ], where: "name == 'Cid'"
      ).first)
    #expect(row["name"] as? String == "Cid")
    #expect(row["age"] as? NSNumber == 40)
    #expect(row["next"] as? NSNumber == 41)
    #expect(row["salary"] as? NSDecimalNumber == 20)
    #expect(row["team"] as? ObjectKey == ObjectKey(entityIndex: store.layout("Team").index, key: red.key))
    #expect(row["boss"] as? ObjectKey == ObjectKey(entityIndex: store.layout("Person").index, key: ann.key))
    #expect(row["id"] as? ObjectKey == ObjectKey(entityIndex: store.layout("Employee").index, key: cid.key))
    #expect(row["n"] as? NSNumber == 0)
    #expect(row["active"] == nil && row["born"] == nil)
    #expect(
      try dictionaries([("born", "born")], where: "born != nil").first?["born"] as? Date == dee.values["born"] as? Date)
  }

  @Test func computesFiguresOfAllRows() throws {
    let row = try #require(
      try dictionaries([
        ("n", "count:(reports)"), ("max", "max:(age)"), ("sum", "sum:(age)"), ("mine", "max:(reports.age)"),
      ])
      .first)
    #expect(row["n"] as? NSNumber == 2)
    #expect(row["max"] as? NSNumber == 40)
    #expect(row["sum"] as? NSNumber == 90)
    #expect(row["mine"] as? NSNumber == 40)
    let salary = try dictionaries([("sum", "sum:(salary)")], where: "salary < 1").first
    #expect(salary?["sum"] as? NSDecimalNumber == NSDecimalNumber(string: "-0.1"))
    let none = try #require(
      try dictionaries([("sum", "sum:(age)"), ("max", "max:(age)")], where: "FALSEPREDICATE").first)
    #expect(none["sum"] as? NSNumber == 0 && none["max"] == nil)
    #expect(try dictionaries([("a", "active")], isDistinct: true).count == 2)
  }

  @Test func refusesColumns() {
    #expect(throws: NSError.self) { try dictionaries([("x", "pid")]) }
    let error = #expect(throws: NSError.self) { try dictionaries([("tags", "tags")]) }
    #expect(error?.localizedDescription.hasPrefix("Invalid to-many relationship in setPropertiesToFetch:") == true)
  }

  // MARK: Plans

  @Test(arguments: [
    ("name == 'Ann'", "Z_Person_by_name (ZNAME=?)"), ("age > 3 AND age < 10", "Z_Person_by_age (ZAGE>? AND ZAGE<?)"),
    ("name BEGINSWITH 'A'", "Z_Person_by_name (ZNAME>? AND ZNAME<?)"), ("age IN {1, 2}", "Z_Person_by_age (ZAGE=?)"),
    ("age BETWEEN {1, 2}", "Z_Person_by_age (ZAGE>? AND ZAGE<?)"),
    ("ANY reports.age > 3", "ZPERSON_ZBOSS_INDEX (ZBOSS=?)"), ("reports.@count > 3", "ZPERSON_ZBOSS_INDEX (ZBOSS=?)"),
  ])
  func usesIndexes(format: String, index: String) throws {
    let plan = try store.plan(try store.planner.statement(try store.query("Person", format), .keys).query)
    #expect(plan.contains(index), "\(plan)")
  }

  @Test func usesIndexesForLongListsAndSorting() throws {
    let long = try store.query("Person", "age IN %@", [Array(0..<1_000)])
    #expect(try store.plan(store.planner.statement(long, .keys).query).contains("Z_Person_by_age (ZAGE=?)"))
    let dates = (0..<1_000).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
    let born = try store.query("Person", "born IN %@", [dates])
    #expect(try store.plan(store.planner.statement(born, .keys).query).contains("Z_Person_by_born (ZBORN=?)"))
    var sorted = try store.query("Person")
    sorted.sort = [NSSortDescriptor(key: "age", ascending: false)]
    let plan = try store.plan(store.planner.statement(sorted, .rows).query)
    #expect(plan.contains("USING INDEX Z_Person_by_age") && !plan.contains("TEMP B-TREE"))
  }

  @Test func reusesPlans() throws {
    let first = try store.planner.statement(store.query("Person", "age > 3 AND name IN {'a', 'b'}"), .keys)
    let second = try store.planner.statement(store.query("Person", "age > 4 AND name IN {'c', 'd'}"), .keys)
    #expect(first.plan === second.plan)
    #expect(second.query.values == [.integer(4), .text("c"), .text("d")])
    let third = try store.planner.statement(store.query("Person", "age > 4 AND name IN {'c'}"), .keys)
    #expect(third.plan !== first.plan)
    let nothing = try store.planner.statement(store.query("Person", "age > nil AND name IN {'c'}"), .keys)
    #expect(nothing.plan !== third.plan)
  }
}
