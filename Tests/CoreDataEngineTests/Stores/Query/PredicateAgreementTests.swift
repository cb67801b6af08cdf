import Foundation
import Testing

@testable import CoreDataEngine

/// Random predicates over random data: SQL finds the rows that evaluation by SQL's rule of nil finds.
@Suite struct PredicateAgreementTests {
  @Test(arguments: 0..<4)
  func agree(seed: UInt64) throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["PREDICATE_COUNT"].flatMap { Int($0) } ?? 250
    let base = environment["PREDICATE_SEED"].flatMap { UInt64($0) } ?? 0
    var random = SeededGenerator(seed: base &+ seed)
    let store = try randomStore(&random)
    for _ in 0..<count {
      var maker = RandomPredicate(random: random, store: store)
      let tree = maker.predicate(depth: 3)
      random = maker.random
      try compare(tree, store, seed)
    }
  }

  @Test(arguments: 0..<4)
  func agreeOnOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try randomStore(&random)
    let nodes = (store.nodes["Person"] ?? []) + (store.nodes["Employee"] ?? [])
    let byKey = Dictionary(uniqueKeysWithValues: nodes.map { ($0.key, $0) })
    let keys = [
      "name", "nick", "age", "score", "active", "born", "salary", "token", "team.name", "boss.age", "boss.team.founded",
    ]
    for _ in 0..<40 {
      var query = RowQuery(store.layout("Person"))
      query.sort = (0..<2).map { _ in
        NSSortDescriptor(key: keys.randomElement(using: &random), ascending: Bool.random(using: &random))
      }
      let found = try store.runner.keys(query).compactMap { byKey[$0.key] }
      #expect(found.count == nodes.count)
      for (first, second) in zip(found, found.dropFirst()) {
        let order = query.sort.lazy.map { $0.compare(first, to: second) }.first { $0 != .orderedSame }
        #expect(order != .orderedDescending, "\(query.sort): \(first.key), \(second.key)")
      }
    }
  }

  private func compare(_ tree: PredicateTree, _ store: QueryStore, _ seed: UInt64) throws {
    var query = RowQuery(store.layout("Person"))
    query.predicate = tree
    let found: Set<Int64>
    do {
      found = Set(try store.runner.keys(query).map(\.key))
    } catch {
      Issue.record("seed \(seed): \(tree.format): \(error)")
      return
    }
    let evaluator = PredicateEvaluator(nilRule: .sql)
    let nodes = (store.nodes["Person"] ?? []) + (store.nodes["Employee"] ?? [])
    let expected = Set(try nodes.filter { try evaluator.matches(tree, $0) }.map(\.key))
    if found == expected { return }
    let statement = try store.planner.statement(query, .keys).query
    let difference = "more \(found.subtracting(expected)), fewer \(expected.subtracting(found))"
    Issue.record("seed \(seed): \(tree.format)\n\(statement)\n\(difference)")
  }

  private func randomStore(_ random: inout SeededGenerator) throws -> QueryStore {
    let store = try QueryStore()
    var maker = RandomPredicate(random: random, store: store)
    let teams = (0..<4).map { _ in store.insert("Team", maker.values(of: "Team")) }
    let tags = (0..<4).map { _ in store.insert("Tag", maker.values(of: "Tag")) }
    var people: [Node] = []
    for index in 0..<40 {
      let entity = index % 4 == 0 ? "Employee" : "Person"
      var values = maker.values(of: entity)
      values["team"] = maker.maybe { teams.randomElement(using: &$0.random)! }
      values["boss"] = maker.maybe { people.randomElement(using: &$0.random) }
      values["tags"] = tags.filter { _ in Bool.random(using: &maker.random) }
      people.append(store.insert(entity, values))
    }
    random = maker.random
    try store.write()
    return store
  }
}
