import Foundation

@testable import CoreDataEngine

/// One question to all stores: a claim about a world. The stores have to agree with the naive evaluator.
struct Agreement {
  var world: World
  var entity: Int
  var claim: Claim

  /// The ways to answer that are compared with the naive evaluator.
  final class Stores {
    let sql, memory, pending: WorldStore
    /// Read from the files that they were written to.
    let files: [(kind: StoreKind, store: WorldStore)]

    init(_ world: World) throws {
      sql = try WorldStore(world, .sqliteInMemory)
      memory = try WorldStore(world, .memory)
      let half = world.objects.count / 2
      pending = try WorldStore(world.split(at: half), .sqliteInMemory, pending: half)
      files = try StoreKind.lasting.map { ($0, try WorldStore(world, $0)) }
    }
  }

  /// What is wrong; nil when all agree. Unsaved objects and files are asked now and then, since it takes longer.
  func mistake(_ stores: Stores, asksPending: Bool, asksFiles: Bool) -> String? {
    var format = ClaimFormat()
    let text = format.text(claim)
    let bySQL = NaiveEvaluator(world: world, rule: .sql).matches(claim, entity)
    let inMemory = NaiveEvaluator(world: world, rule: .memory).matches(claim, entity)
    var questions = [("SQL", stores.sql, bySQL), ("memory", stores.memory, inMemory)]
    if asksPending {
      let expected = NaiveEvaluator(world: stores.pending.world, rule: .sql).matches(claim, entity)
      questions.append(("unsaved", stores.pending, expected))
    }
    if asksFiles {
      questions += stores.files.map { ($0.kind.rawValue, $0.store, $0.kind == .sqlite ? bySQL : inMemory) }
    }
    for (name, store, expected) in questions {
      do {
        let found = try store.matches(text, format.arguments, entity)
        if found != expected { return "\(name) finds \(found.sorted()), not \(expected.sorted())" }
      } catch {
        return "\(name) throws \(error.localizedDescription)"
      }
    }
    return nil
  }

  /// A mistake in a fresh world; nil for none, and for a world that cannot be stored.
  var mistake: String? { (try? Stores(world)).flatMap { mistake($0, asksPending: true, asksFiles: true) } }

  /// The smallest question found that shows a mistake still.
  func shrunk() -> Agreement {
    var best = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for claim in best.claim.smaller {
        var next = best
        next.claim = claim
        guard next.mistake != nil else { continue }
        best = next
        isSmaller = true
        break
      }
      if isSmaller { continue }
      for next in best.smallerWorlds where next.mistake != nil {
        best = next
        isSmaller = true
        break
      }
    }
    return best
  }

  private var smallerWorlds: [Agreement] {
    var worlds: [World] = world.objects.indices.compactMap { place in
      claim.names(place) ? nil : world.without(place)
    }
    for place in world.objects.indices {
      for name in world.objects[place].values.keys.sorted() {
        worlds.append(world)
        worlds[worlds.count - 1].objects[place].values[name] = nil
      }
    }
    let used = usedKeys
    for place in world.entities.indices {
      for name in world.entities[place].attributes.map(\.name) where !used.contains(name) {
        worlds.append(world.withoutAttribute(name, place))
      }
    }
    return worlds.map { Agreement(world: $0, entity: entity, claim: claim) }
  }

  private var usedKeys: Set<String> {
    var format = ClaimFormat()
    return Set(format.text(claim).split { !($0.isLetter || $0.isNumber) }.map(String.init))
  }

  /// A test to paste, which shows the mistake.
  var test: String {
    var format = ClaimFormat()
    let text = format.text(claim)
    let bySQL = NaiveEvaluator(world: world, rule: .sql).matches(claim, entity)
    let inMemory = NaiveEvaluator(world: world, rule: .memory).matches(claim, entity)
    return """
        @Test func foundByChance() throws {
          let world = \(world.code)
          try check(
            world, \(entity), \(String(reflecting: text)), [\(format.arguments.map(\.code).joined(separator: ", "))],
            sql: \(bySQL.sorted()), memory: \(inMemory.sorted()))
        }
      """
  }
}

extension Claim {
  /// Whether an object, or one after it, is a constant: it then has to keep its place.
  fileprivate func names(_ place: Int) -> Bool {
    var format = ClaimFormat()
    _ = format.text(self)
    return format.arguments.contains { argument in
      let samples: [Sample?] =
        switch argument {
        case .one(let sample): [sample]
        case .list(let list): list
        }
      return samples.contains { if case .object(let index)? = $0 { index >= place } else { false } }
    }
  }
}

extension World {
  fileprivate func withoutAttribute(_ name: String, _ entity: Int) -> World {
    var world = self
    world.entities[entity].attributes.removeAll { $0.name == name }
    for index in world.objects.indices where isKind(objects[index].entity, of: entity) {
      world.objects[index].values[name] = nil
    }
    return world
  }

  /// The world as a test has it in its source.
  var code: String {
    let entities = entities.map { entity in
      let attributes = entity.attributes.map { "(\(String(reflecting: $0.name)), .\($0.kind.rawValue))" }
      let relationships = entity.relationships.map { relationship in
        let inverse = relationship.inverse.map { String(reflecting: $0) } ?? "nil"
        return
          ".init(name: \"\(relationship.name)\", destination: \(relationship.destination), isToMany: \(relationship.isToMany), inverse: \(inverse))"
      }
      return
        ".init(name: \"\(entity.name)\", parent: \(entity.parent.map(String.init) ?? "nil"), attributes: [\(attributes.joined(separator: ", "))], relationships: [\(relationships.joined(separator: ", "))])"
    }
    let objects = objects.map { object in
      let values = object.values.sorted { $0.key < $1.key }.map { "\(String(reflecting: $0.key)): \($0.value.code)" }
      let one = object.one.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
      let many = object.many.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
      return
        ".init(entity: \(object.entity), values: \(World.dictionary(values)), one: \(World.dictionary(one)), many: \(World.dictionary(many)))"
    }
    return """
      World(
            entities: [
              \(entities.joined(separator: ",\n        ")),
            ],
            objects: [
              \(objects.joined(separator: ",\n        ")),
            ])
      """
  }

  private static func dictionary(_ entries: [String]) -> String {
    entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }
}
