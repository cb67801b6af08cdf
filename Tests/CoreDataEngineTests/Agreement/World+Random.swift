import Foundation

/// Makes worlds: entities with attributes of every kind and relationships of every shape, and a handful of objects.
struct WorldMaker {
  var random: SeededGenerator

  mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  // Some are words of SQL or of the predicate language.
  private static let names = [
    "name", "size", "order", "group", "select", "index", "in", "like", "any", "first", "größe", "value", "key", "sum",
  ]

  mutating func world() -> World {
    var world = World(entities: [], objects: [])
    let roots = number(1...3)
    for index in 0..<roots { world.entities.append(entity("E\(index)", nil)) }
    for index in 0..<roots where chance(50) {
      world.entities.append(entity("S\(index)", index, avoiding: world.entities[index].attributes.map(\.name)))
    }
    for index in 0..<number(1...4) { relate(index, roots, &world) }
    for root in 0..<roots {
      let kinds = world.entities.indices.filter { world.isKind($0, of: root) }
      for _ in 0..<number(3...6) { world.objects.append(object(pick(kinds), world)) }
    }
    for (index, entity) in world.entities.enumerated() {
      for relationship in entity.relationships { link(relationship, of: index, &world) }
    }
    return world
  }

  private mutating func entity(_ name: String, _ parent: Int?, avoiding taken: [String] = []) -> World.Entity {
    let names = Self.names.filter { !taken.contains($0) }.shuffled(using: &random).prefix(number(2...7))
    return World.Entity(name: name, parent: parent, attributes: names.map { ($0, pick(SampleKind.allCases)) })
  }

  private mutating func object(_ entity: Int, _ world: World) -> World.Object {
    var object = World.Object(entity: entity)
    for (name, kind) in world.attributes(of: entity) where chance(70) { object.values[name] = sample(kind) }
    return object
  }

  /// Adds a relationship, mostly with an inverse.
  private mutating func relate(_ index: Int, _ roots: Int, _ world: inout World) {
    let (source, destination) = (number(0...(roots - 1)), number(0...(roots - 1)))
    let hasInverse = chance(85)
    world.entities[source].relationships.append(
      World.Relationship(
        name: "r\(index)", destination: destination, isToMany: chance(60), inverse: hasInverse ? "i\(index)" : nil))
    guard hasInverse else { return }
    world.entities[destination].relationships.append(
      World.Relationship(name: "i\(index)", destination: source, isToMany: chance(50), inverse: "r\(index)"))
  }

  /// Links objects by a relationship and its inverse, which is done with the first of the two.
  private mutating func link(_ relationship: World.Relationship, of entity: Int, _ world: inout World) {
    let inverse = relationship.inverse.flatMap { name in
      world.entities[relationship.destination].relationships.first { $0.name == name }
    }
    if inverse != nil, relationship.name.hasPrefix("i") { return }
    let destinations = world.members(of: relationship.destination)
    // Without an inverse a destination of a to-many relationship remembers one owner.
    let isShared = inverse.map(\.isToMany) ?? !relationship.isToMany
    var free = Set(destinations)
    for owner in world.members(of: entity) {
      var wanted = destinations.filter { _ in chance(35) }
      if !isShared { wanted = wanted.filter(free.contains) }
      if !relationship.isToMany { wanted = Array(wanted.prefix(1)) }
      for destination in wanted {
        free.remove(destination)
        world.objects[owner].add(destination, to: relationship)
        if let inverse { world.objects[destination].add(owner, to: inverse) }
      }
    }
  }

  // MARK: Values

  static let texts = [
    "", "a", "A", "ä", "Ä", "ab", "aB", "Ba", "b", "a%b", "a_b", "ß", "SS", "é", "e\u{301}", "10", "*", "?", "σς", "Σσ",
    "a\"'b", "\\",
  ]

  /// More digits than a double holds, but not more than a decimal holds of their sum.
  private static let wideDecimals = [
    "12345678901234567890.5", "-98765432109876543210.25", "9007199254740993", "1.0000000000000001",
    "9223372036854775808",
  ]

  mutating func sample(_ kind: SampleKind) -> Sample {
    switch kind {
    case .int64 where chance(10): .int(pick([Int64.max, Int64.max - 1, -Int64.max, 1 << 53 + 1, 1 << 53]))
    case .int16, .int32, .int64: .int(Int64(number(-3...6)))
    case .double where chance(5): .double(pick([1e300, -1e-300, 9_007_199_254_740_992]))
    case .double, .float: .double(Double(number(-6...12)) / 2)
    case .bool: .bool(chance(50))
    case .text: .text(pick(Self.texts))
    case .date: .date(Double(number(-4...8)) / 2)
    case .decimal where chance(10): .decimal(Decimal(string: pick(Self.wideDecimals)) ?? 0)
    case .decimal: .decimal(Decimal(number(-15...20)) / 10)
    case .uuid: .uuid(UInt8(number(0...5)))
    case .uri: .uri(pick(["x:a", "x:B", "https://example.org/a?b", "x:"]))
    case .data: .data((0..<number(0...2)).map { _ in UInt8(number(0...2) * 100) })
    }
  }
}

extension World.Object {
  fileprivate mutating func add(_ other: Int, to relationship: World.Relationship) {
    if relationship.isToMany {
      many[relationship.name, default: []].append(other)
    } else {
      one[relationship.name] = other
    }
  }
}
