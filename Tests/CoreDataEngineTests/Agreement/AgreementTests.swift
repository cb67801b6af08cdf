import Foundation
import Testing

@testable import CoreDataEngine

/// SQL, stores in memory, files and unsaved objects find what the naive evaluator finds, whatever the model, the data and the
/// predicate are.
///
/// `COREDATA_PREDICATES` is the number of random predicates, `COREDATA_SEED` where they begin.
@Suite struct AgreementTests {
  private static let worldSize = 250

  @Test func storesAgreeWithTheNaiveEvaluator() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["COREDATA_PREDICATES"].flatMap { Int($0) } ?? 2_000
    let seed = environment["COREDATA_SEED"].flatMap { UInt64($0) } ?? 1
    let worlds = (count + Self.worldSize - 1) / Self.worldSize
    let threads = min(worlds, max(1, ProcessInfo.processInfo.activeProcessorCount))
    // Threads of their own: the work would keep the few threads of the task pool from other tests.
    let mistakes = await withTaskGroup(of: [String].self) { group in
      for thread in 0..<threads {
        group.addTask {
          await withCheckedContinuation { continuation in
            let work = Thread {
              var found: [String] = []
              for world in stride(from: thread, to: worlds, by: threads) where found.count < 3 {
                let size = min(Self.worldSize, count - world * Self.worldSize)
                found += Self.mistakes(seed: seed &+ UInt64(world), count: size)
              }
              continuation.resume(returning: found)
            }
            work.stackSize = 8 << 20
            work.start()
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    for mistake in mistakes { Issue.record(Comment(rawValue: mistake)) }
  }

  /// What is wrong in the answers about one world, as tests to paste.
  private static func mistakes(seed: UInt64, count: Int) -> [String] {
    var maker = WorldMaker(random: SeededGenerator(seed: seed))
    let world = maker.world()
    let stores: Agreement.Stores
    do {
      stores = try Agreement.Stores(world)
    } catch {
      return ["seed \(seed): \(error)\n\(world.code)"]
    }
    let entities = world.entities.indices.filter { !world.members(of: $0).isEmpty }
    for index in 0..<count {
      let entity = maker.pick(entities)
      var claims = ClaimMaker(maker, world, entity: entity)
      let question = Agreement(world: world, entity: entity, claim: claims.claim(depth: 3))
      maker = claims.maker
      let mistake = question.mistake(stores, asksPending: index % 8 == 0, asksFiles: index % 8 == 4)
      guard let mistake else { continue }
      let small = question.shrunk()
      return ["seed \(seed): \(small.mistake ?? mistake)\n\(small.test)"]
    }
    return []
  }

  /// Checks one question whose answers are known, in all stores.
  private func check(
    _ world: World, _ entity: Int, _ format: String, _ arguments: [ClaimFormat.Argument], sql: Set<Int>,
    memory: Set<Int>, location: SourceLocation = #_sourceLocation
  ) throws {
    let stores = try Agreement.Stores(world)
    let unsaved = try WorldStore(world, .sqliteInMemory, pending: 0)
    let files = stores.files.map { ($0.store, $0.kind == .sqlite ? sql : memory) }
    for (store, expected) in [(stores.sql, sql), (unsaved, sql), (stores.memory, memory)] + files {
      let found = try store.matches(format, arguments, entity)
      #expect(found == expected, "\(format)", sourceLocation: location)
    }
  }

  // MARK: What was found by chance

  /// One object without a parent, and a parent with one child.
  private static let family = World(
    entities: [
      .init(
        name: "E0", parent: nil, attributes: [("name", .text)],
        relationships: [
          .init(name: "parent", destination: 0, isToMany: false, inverse: "children"),
          .init(name: "children", destination: 0, isToMany: true, inverse: "parent"),
        ])
    ],
    objects: [
      .init(entity: 0, values: ["name": .text("a")], one: [:], many: ["children": [1]]),
      .init(entity: 0, values: [:], one: ["parent": 0], many: [:]),
    ])

  @Test func aRelationshipOfNothingHasNoMembers() throws {
    let name = ClaimFormat.Argument.one(.text("x"))
    for (format, arguments) in [
      ("NOT (%@ IN parent.children.name)", [name]), ("NOT (parent.children.name CONTAINS %@)", [name]),
      ("NOT (parent.children CONTAINS %@)", [.one(.object(0))]), ("parent.children[SIZE] == 0", []),
    ] as [(String, [ClaimFormat.Argument])] {
      let isMember = format.hasPrefix("NOT (%@ IN")
      let counts = format.contains("SIZE")
      // The child's name is nil, and might be what is looked for.
      try check(
        Self.family, 0, format, arguments, sql: isMember || counts ? [0] : [0, 1], memory: counts ? [0] : [0, 1])
    }
  }

  /// Objects without links, each with one value.
  private static func world(_ kind: SampleKind, _ values: [Sample?], linked: Bool = false) -> World {
    World(
      entities: [
        .init(
          name: "E0", parent: nil, attributes: [("value", kind)],
          relationships: [
            .init(name: "others", destination: 0, isToMany: true, inverse: "back"),
            .init(name: "back", destination: 0, isToMany: true, inverse: "others"),
          ])
      ],
      objects: values.indices.map { index in
        .init(
          entity: 0, values: values[index].map { ["value": $0] } ?? [:], one: [:],
          many: linked ? ["others": Array(values.indices), "back": Array(values.indices)] : [:])
      })
  }

  @Test func aDecimalIsComparedWithADoubleAsADouble() throws {
    let world = Self.world(.decimal, [.decimal(Decimal(string: "12345678901234567890.5")!), .decimal(Decimal(3))])
    for format in ["value - %@ == value", "value - %@ >= value", "value + %@ == value", "value == value - %@"] {
      try check(world, 0, format, [.one(.double(0.25))], sql: [0], memory: [0])
    }
    try check(world, 0, "value == %@", [.one(.double(12345678901234567890.5))], sql: [0], memory: [0])
    try check(world, 0, "value * %@ == value", [.one(.int(1))], sql: [0, 1], memory: [0, 1])
  }

  /// A power is a double, whatever it is of: a store cannot tell whole results from others before it has them.
  @Test func powersAreDoubles() throws {
    let world = Self.world(.int16, [.int(5), .int(-2)])
    let almostOne = Sample.decimal(Decimal(string: "1.0000000000000001")!)
    try check(world, 0, "(value ** 0) IN %@", [.list([almostOne])], sql: [0, 1], memory: [0, 1])
    try check(world, 0, "value ** 0 == %@", [.one(almostOne)], sql: [0, 1], memory: [0, 1])
    try check(world, 0, "value ** 3 == %@", [.one(.int(-8))], sql: [1], memory: [1])
    try check(world, 0, "value ** -1 < %@", [.one(.double(0))], sql: [1], memory: [1])
  }

  @Test func extremesKeepAllDigits() throws {
    let digits = ["12345678901234567890.5", "12345678901234567890.25", "-12345678901234567890.5", "3"]
    let world = Self.world(.decimal, digits.map { .decimal(Decimal(string: $0)!) } + [nil], linked: true)
    for format in ["others.@max.value == value", "max:(others.value) <= value"] {
      try check(world, 0, format, [], sql: [0], memory: [0])
    }
    try check(world, 0, "others.@min.value == value", [], sql: [2], memory: [2])
    try check(world, 0, "min:(others.value) < value", [], sql: [0, 1, 3], memory: [0, 1, 3])
  }

  @Test func noWholeNumberIsTheDoubleBeyondAll() throws {
    let world = Self.world(.int64, [.int(.max), .int(-.max), .int(3)])
    for format in ["value >= value - %@", "value == value + %@"] {
      try check(
        world, 0, format, [.one(.double(0.5))], sql: format.contains(">=") ? [1, 2] : [],
        memory: format.contains(">=") ? [1, 2] : [])
    }
    try check(world, 0, "value < %@", [.one(.double(0x1p63))], sql: [0, 1, 2], memory: [0, 1, 2])
  }

  @Test func sumsAndAveragesKeepAllDigits() throws {
    let digits = ["12345678901234567890.5", "-12345678901234567890.25", "0.1", "7"]
    let world = Self.world(.decimal, digits.map { .decimal(Decimal(string: $0)!) } + [nil], linked: true)
    for (format, digits) in [
      ("others.@sum.value == %@", "7.35"), ("sum:(others.value) == %@", "7.35"),
      ("others.@avg.value == %@", "1.8375"), ("average:(others.value) <= %@", "1.8375"),
    ] {
      let sum = ClaimFormat.Argument.one(.decimal(Decimal(string: digits)!))
      try check(world, 0, format, [sum], sql: [0, 1, 2, 3, 4], memory: [0, 1, 2, 3, 4])
    }
  }

  @Test func doublesAmongDecimalsAreComparedAsDoubles() throws {
    let world = Self.world(
      .decimal,
      ["12345678901234567890.5", "9007199254740993", "0.1", "3"].map { .decimal(Decimal(string: $0)!) } + [nil])
    let list: [Sample?] = [.double(12345678901234567890.5), .double(9007199254740992), .double(0.1)]
    for filler in [[], (0..<40).map { Sample.decimal(Decimal($0 + 100)) }] as [[Sample?]] {
      try check(world, 0, "value IN %@", [.list(list + filler)], sql: [0, 1, 2], memory: [0, 1, 2])
      try check(world, 0, "NOT (value IN %@)", [.list(list + filler)], sql: [3], memory: [3, 4])
    }
    try check(
      world, 0, "value BETWEEN %@", [.list([.double(9007199254740992), .double(12345678901234567890.25)])],
      sql: [0, 1], memory: [0, 1])
  }

  @Test func sumsDoNotOverflow() throws {
    let world = Self.world(.int64, [.int(.max), .int(.max), .int(-5), nil], linked: true)
    try check(world, 0, "others.@sum.value > %@", [.one(.double(1.8e19))], sql: [0, 1, 2, 3], memory: [0, 1, 2, 3])
    let balanced = Self.world(.int64, [.int(.max), .int(.max), .int(-.max), .int(-.max), .int(7)], linked: true)
    try check(balanced, 0, "others.@sum.value == 7", [], sql: [0, 1, 2, 3, 4], memory: [0, 1, 2, 3, 4])
  }
}
