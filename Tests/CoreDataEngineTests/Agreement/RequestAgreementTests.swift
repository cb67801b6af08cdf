import Foundation
import Testing

@testable import CoreDataEngine

/// Windows of sorted fetches, and groups of dictionaries, are those that a naive evaluation gives, in stores of all types.
@Suite struct RequestAgreementTests {
  private struct Stage {
    let world: World
    let entity: Int
    let claim: Claim
    var claims: ClaimMaker

    var stores: [(name: String, store: WorldStore, rule: NaiveEvaluator.Rule)]
  }

  /// Calls `body` with random questions to the stores of random worlds.
  private func ask(_ seed: UInt64, _ body: (inout Stage) throws -> Void) throws {
    var maker = WorldMaker(random: SeededGenerator(seed: seed))
    let world = maker.world()
    let stores = try Agreement.Stores(world)
    let entities = world.entities.indices.filter { !world.members(of: $0).isEmpty }
    for _ in 0..<10 {
      let entity = maker.pick(entities)
      var claims = ClaimMaker(maker, world, entity: entity)
      let claim = claims.chance(40) ? .literal(true) : claims.claim(depth: 2)
      var stage = Stage(
        world: world, entity: entity, claim: claim, claims: claims,
        stores: [("SQL", stores.sql, .sql), ("memory", stores.memory, .memory)]
          + stores.files.map { ($0.kind.rawValue, $0.store, $0.kind == .sqlite ? .sql : .memory) })
      try body(&stage)
      maker = stage.claims.maker
    }
  }

  @Test(arguments: 0..<24) func windowsAreThoseOfTheWholeList(seed: UInt64) throws {
    try ask(seed) { stage in
      guard let attribute = stage.claims.attribute(of: stage.entity) else { return }
      let (offset, limit) = (stage.claims.maker.number(0...3), stage.claims.maker.number(0...3))
      let isAscending = stage.claims.chance(50)
      for (name, store, rule) in stage.stores {
        let naive = NaiveEvaluator(world: stage.world, rule: rule)
        func value(_ place: Int) -> Sample? { stage.world.objects[place].values[attribute.name] }
        let sorted = naive.matches(stage.claim, stage.entity).sorted {
          let order = NaiveEvaluator.order(value($0), value($1))
          return isAscending ? order < 0 : order > 0
        }
        let expected = limit == 0 ? sorted.dropFirst(offset) : sorted.dropFirst(offset).prefix(limit)
        let request = try store.request(NSManagedObjectID.self, stage.claim, stage.entity)
        request.resultType = .managedObjectIDResultType
        request.sortDescriptors = [NSSortDescriptor(key: attribute.name, ascending: isAscending)]
        (request.fetchOffset, request.fetchLimit) = (offset, limit)
        try store.context.performAndWait {
          let found = try store.context.fetch(request).compactMap { store.places[$0] }
          // Objects with equal values may come in any order.
          let isAlike =
            found.count == expected.count
            && zip(found, expected).allSatisfy { NaiveEvaluator.order(value($0), value($1)) == 0 }
          #expect(
            isAlike && Set(found).count == found.count && Set(found).isSubset(of: sorted),
            "seed \(seed), \(name): \(request): \(found), not \(expected)\n\(stage.world.code)")
          #expect(try store.context.count(for: request) == expected.count)
        }
      }
    }
  }

  @Test(arguments: 0..<24) func groupsAndTheirFiguresAreThoseOfTheirMembers(seed: UInt64) throws {
    try ask(seed) { stage in
      guard let key = stage.claims.attribute(of: stage.entity) else { return }
      let numbers = stage.claims.attribute(of: stage.entity, .number)
      let least = stage.claims.maker.number(0...2)
      let (offset, limit) = (stage.claims.maker.number(0...2), stage.claims.maker.number(0...3))
      var figures = [("c1", "min:", key.name), ("c2", "count:", key.name)]
      if let numbers { figures += [("c3", "sum:", numbers.name), ("c4", "average:", numbers.name)] }
      for (name, store, rule) in stage.stores {
        let naive = NaiveEvaluator(world: stage.world, rule: rule)
        func value(_ place: Int, _ key: String) -> Sample? { stage.world.objects[place].values[key] }
        var groups: [[Int]] = []
        for place in naive.matches(stage.claim, stage.entity).sorted() {
          let group = groups.firstIndex { NaiveEvaluator.order(value($0[0], key.name), value(place, key.name)) == 0 }
          if let group { groups[group].append(place) } else { groups.append([place]) }
        }
        func figure(_ figure: (name: String, function: String, key: String), _ group: [Int]) -> Sample? {
          NaiveFunctions.figure(figure.function, group.compactMap { value($0, figure.key) })
        }
        groups = groups.filter { $0.count { value($0, key.name) != nil } >= least }
        groups.sort { NaiveEvaluator.order(value($0[0], key.name), value($1[0], key.name)) < 0 }
        let expected = limit == 0 ? groups.dropFirst(offset) : groups.dropFirst(offset).prefix(limit)
        let request = try store.request(NSDictionary.self, stage.claim, stage.entity)
        request.resultType = .dictionaryResultType
        request.propertiesToFetch =
          [key.name]
          + figures.map { name, function, key in
            let column = NSExpressionDescription()
            column.name = name
            column.expression = NSExpression(forFunction: function, arguments: [NSExpression(forKeyPath: key)])
            return column
          }
        request.propertiesToGroupBy = [key.name]
        request.havingPredicate = NSPredicate(format: "$c2 >= %d", least)
        request.sortDescriptors = [NSSortDescriptor(key: key.name, ascending: true)]
        (request.fetchOffset, request.fetchLimit) = (offset, limit)
        do {
          let found = try store.context.performAndWait { try store.context.fetch(request) }
          let isAlike =
            found.count == expected.count
            && zip(found, expected).allSatisfy { row, group in
              NaiveEvaluator.isAlike(row[key.name], value(group[0], key.name))
                && figures.allSatisfy { NaiveEvaluator.isAlike(row[$0.0], figure($0, group)) }
            }
          let wanted = expected.map { group in figures.map { figure($0, group) } }
          #expect(isAlike, "seed \(seed), \(name), \(key): \(found), not \(wanted)\n\(stage.world.code)")
        } catch let error as NSError where "\(error)".contains("unimplemented SQL generation") {
          // A statement of groups can have no rest.
        }
      }
    }
  }
}

extension NaiveEvaluator {
  /// nil comes first.
  fileprivate static func order(_ first: Sample?, _ second: Sample?) -> Int {
    switch (first, second) {
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    case (let first?, let second?): NaiveValues.order(first, second, .none) ?? 0
    }
  }

  /// Whether a value of a dictionary is what it should be.
  fileprivate static func isAlike(_ value: Any?, _ sample: Sample?) -> Bool {
    guard let value, let sample else { return value == nil && sample == nil }
    let expected = sample.value { $0 }
    if let number = value as? NSNumber, let other = expected as? NSNumber {
      return number == other || number.doubleValue == other.doubleValue
    }
    if let text = value as? String, let other = expected as? String { return text.utf8.elementsEqual(other.utf8) }
    return (value as? AnyHashable) == (expected as? AnyHashable)
  }
}

extension WorldStore {
  /// A fetch of the objects of an entity that a claim is true of.
  fileprivate func request<T>(_ type: T.Type, _ claim: Claim, _ entity: Int) throws -> NSFetchRequest<T> {
    var format = ClaimFormat()
    let text = format.text(claim)
    let request = NSFetchRequest<T>(entityName: world.entities[entity].name)
    request.predicate = try NSPredicate.parse(text, arguments: format.arguments.map { $0.value { ids[$0] } })
    return request
  }
}
