import Foundation
import Testing

@testable import CoreDataEngine

/// Stores sort as the naive evaluator compares: by values, with nil first, along to-one relationships.
@Suite struct OrderAgreementTests {
  @Test(arguments: 0..<40) func storesSortAlike(seed: UInt64) throws {
    var maker = WorldMaker(random: SeededGenerator(seed: seed))
    let world = maker.world()
    let stores = try Agreement.Stores(world)
    let entities = world.entities.indices.filter { !world.members(of: $0).isEmpty }
    for _ in 0..<10 {
      let entity = maker.pick(entities)
      var keys: [(route: Route, ascending: Bool)] = []
      for _ in 0..<maker.number(1...3) {
        var claims = ClaimMaker(maker, world, entity: entity)
        var (route, end) = claims.toOne(hops: 2)
        if let attribute = claims.attribute(of: end) {
          route.keys.append(attribute.name)
          keys.append((route, claims.chance(50)))
        }
        maker = claims.maker
      }
      let descriptors = keys.map {
        NSSortDescriptor(key: $0.route.keys.joined(separator: "."), ascending: $0.ascending)
      }
      for (name, store) in [("SQL", stores.sql), ("memory", stores.memory), ("unsaved", stores.pending)] {
        let found = try store.sorted(descriptors, entity)
        let naive = NaiveEvaluator(world: store.world, rule: .sql)
        #expect(Set(found) == Set(world.members(of: entity)) && found.count == Set(found).count)
        for (first, second) in zip(found, found.dropFirst()) {
          let orders = keys.lazy.map { key -> Int in
            let order = naive.order(key.route, first, second)
            return key.ascending ? order : -order
          }
          #expect(
            (orders.first { $0 != 0 } ?? 0) <= 0,
            "seed \(seed), \(name): \(descriptors): \(first), \(second)\n\(store.world.code)")
        }
      }
    }
  }
}

extension NaiveEvaluator {
  fileprivate func order(_ route: Route, _ first: Int, _ second: Int) -> Int {
    switch (value(.route(route), Scope(object: first)), value(.route(route), Scope(object: second))) {
    case (nil, nil): 0
    case (nil, _): -1
    case (_, nil): 1
    case (let first?, let second?): NaiveValues.order(first, second, .none) ?? 0
    }
  }
}

extension WorldStore {
  fileprivate func sorted(_ descriptors: [NSSortDescriptor], _ entity: Int) throws -> [Int] {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: world.entities[entity].name)
    request.resultType = .managedObjectIDResultType
    request.sortDescriptors = descriptors
    return try context.performAndWait { try context.fetch(request).compactMap { ids.firstIndex(of: $0) } }
  }
}
