import Foundation
import Testing

@testable import CoreDataEngine

/// The text of conditions, and what they find.
@Suite struct PredicateSQLTests {
  let store: QueryStore
  let ann, bob, cid, dee: Node
  let red, blue: Node

  init() throws {
    store = try QueryStore()
    red = store.insert("Team", ["name": "red", "minAge": 30])
    blue = store.insert("Team", ["name": "blue"])
    let hot = store.insert("Tag", ["label": "hot"])
    let odd = store.insert("Tag", ["label": "odd"])
    ann = store.insert("Person", ["name": "Ann", "nick": "a", "age": 20, "team": red, "tags": [hot, odd]])
    bob = store.insert("Person", ["name": "Bob", "age": 30, "team": red, "boss": ann])
    cid = store.insert("Employee", ["name": "Äcid%", "nick": "c_d", "age": 40, "level": 3, "boss": ann, "tags": [hot]])
    dee = store.insert("Person", ["name": "dee", "nick": "a", "friends": [ann, bob]])
    try store.write()
  }

  func check(
    _ format: String, _ arguments: Any?..., sql: String? = nil, finds: [Node],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let query = try store.query("Person", format, arguments)
    let statement = try store.planner.statement(query, .keys).query
    if let sql {
      #expect(
        statement.text == "SELECT t0.Z_ENT, t0.Z_PK FROM ZPERSON t0 \(sql)", sourceLocation: location)
    }
    #expect(
      try store.runner.keys(query).map(\.key).sorted() == finds.map(\.key).sorted(), "\(statement)",
      sourceLocation: location)
    #expect(try store.runner.count(query) == finds.count, sourceLocation: location)
  }

  @Test func comparesValues() throws {
    try check("age > 25", sql: "WHERE  t0.ZAGE > ?", finds: [bob, cid])
    try check("25 <= age", sql: "WHERE  ? <= t0.ZAGE", finds: [bob, cid])
    try check("age BETWEEN {20, 30}", sql: "WHERE  (? <= t0.ZAGE AND t0.ZAGE <= ?)", finds: [ann, bob])
    try check("age == 20.0", sql: "WHERE  t0.ZAGE = ?", finds: [ann])
    try check(
      "age > 25 AND name == 'Bob'", sql: "WHERE  (t0.ZAGE > ? AND  t0.ZNAME = ?)", finds: [bob])
    try check(
      "age + 10 == 30 OR age / 7 == 4", sql: "WHERE  ((t0.ZAGE + ?) = ? OR (t0.ZAGE / ?) = ?)", finds: [ann, bob])
    try check("TRUEPREDICATE", finds: [ann, bob, cid, dee])
    try check("1 == 2", sql: "WHERE  0", finds: [])
  }

  /// C53, C54
  @Test func followsSQLsRuleOfNil() throws {
    try check("nick == nil", sql: "WHERE  t0.ZNICK IS NULL", finds: [bob])
    try check("nick != %@", nil, sql: "WHERE  t0.ZNICK IS NOT NULL", finds: [ann, cid, dee])
    try check("nick != 'a'", sql: "WHERE  t0.ZNICK <> ?", finds: [cid])
    try check("NOT (nick == 'a')", sql: "WHERE  NOT (t0.ZNICK = ?)", finds: [cid])
    try check("NOT (nick IN {'a'})", sql: "WHERE  NOT (t0.ZNICK IN (?))", finds: [cid])
    try check("NOT (nick CONTAINS 'a')", sql: "WHERE  NOT (instr(t0.ZNICK, ?) > 0)", finds: [cid])
    try check("NOT (nick IN {})", finds: [ann, cid, dee])
    try check("age < 25", finds: [ann])
    try check("nick == nil OR nick != 'a'", finds: [bob, cid])
    try check("age < nil", sql: "WHERE  NULL", finds: [])
  }

  /// C55, C56
  @Test func comparesText() throws {
    try check("name BEGINSWITH 'B'", sql: "WHERE  (t0.ZNAME >= ? AND t0.ZNAME < ?)", finds: [bob])
    try check("name BEGINSWITH ''", finds: [ann, bob, cid, dee])
    try check("name ENDSWITH 'ee'", finds: [dee])
    try check("name CONTAINS 'nn'", sql: "WHERE  instr(t0.ZNAME, ?) > 0", finds: [ann])
    try check("name CONTAINS '%'", finds: [cid])
    try check(
      "name CONTAINS[cd] 'ACID'", sql: "WHERE  CoreDataStringSearch(t0.ZNAME, ?, 3, 99)", finds: [cid])
    try check("name BEGINSWITH[c] 'ä'", finds: [cid])
    try check("name ==[c] 'DEE'", finds: [dee])
    try check("name !=[c] 'DEE'", finds: [ann, bob, cid])
    try check("name IN[c] {'DEE', 'BOB'}", finds: [bob, dee])
    try check("name <[c] 'BZ'", finds: [ann, bob])
    try check("nick LIKE 'c?d'", finds: [cid])
    try check("nick LIKE 'c_*'", finds: [cid])
    try check("name MATCHES '[A-B].*'", finds: [ann, bob])
    try check("name MATCHES[c] 'DE+'", finds: [dee])
    try check("uppercase:(name) == 'DEE'", finds: [dee])
    try check("length:(name) == 5", finds: [cid])
    try check("'xBoby' CONTAINS name", finds: [bob])
    try check("name IN 'xBoby'", finds: [bob])
  }

  @Test func refusesAnInvalidPattern() {
    #expect(throws: NSError.self) { try store.keys("Person", "name MATCHES '('") }
  }

  /// C57
  @Test(arguments: [0, 1, 32, 33, 999, 32_767])
  func findsAmongMany(count: Int) throws {
    let numbers = (0..<count).map { $0 + 30 }
    try check("age IN %@", numbers, finds: count == 0 ? [] : count > 10 ? [bob, cid] : [bob])
    let texts = (0..<count).map { $0 == 0 ? "Bob" : "\"\\\u{1}\($0)" }
    try check("name IN %@", texts, finds: count == 0 ? [] : [bob])
    try check("SELF IN %@", (0..<count).map { _ in store.id(bob) }, finds: count == 0 ? [] : [bob])
  }

  @Test func takesOptionalAndBridgedMembers() throws {
    for count in [1, 40] {
      let optional: [Int?] = [nil, 30] + Array(repeating: 0, count: count)
      try check("age IN %@", optional, finds: [bob])
      try check("NOT (age IN %@)", optional, finds: [])
      try check("name IN %@", NSArray(array: ["Bob", NSNull()] + (0..<count).map { "\($0)" }), finds: [bob])
      try check(
        "age IN %@", Set((0..<count).map { NSNumber(value: $0) } + [30.0]), finds: count > 20 ? [ann, bob] : [bob])
      try check("age IN %@", (0..<count).map { Double($0) + 0.5 } + [30.0], finds: [bob])
    }
  }

  /// C57
  @Test func findsAmongHundredsOfThousands() throws {
    let numbers = Array(0..<300_000)
    #expect(try store.keys("Person", "age IN %@", numbers) == [ann.key, bob.key, cid.key])
    #expect(try store.keys("Person", "NOT (name IN %@)", numbers.map { "name \($0)" }).count == 4)
  }

  @Test func findsEveryKindOfValueAmongMany() throws {
    let token = UUID()
    let date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    let salary = Decimal(string: "12345678901234567890.12")!
    let site = URL(string: "https://example.org/ä")!
    let node = store.insert(
      "Person",
      [
        "token": token, "born": date, "salary": salary, "site": site, "photo": Data([1, 0, 2]), "name": "a\0b",
        "score": 0.1, "big": Int64.max,
      ])
    let fresh = try QueryStore()
    _ = fresh.insert("Person", node.values)
    try fresh.write()
    for (key, values) in [
      "token": (0..<40).map { _ in UUID() } + [token],
      "born": (0..<40).map { Date(timeIntervalSinceReferenceDate: Double($0)) } + [date],
      "salary": (0..<40).map { Decimal($0) } + [salary], "site": (0..<40).map { URL(string: "x:\($0)")! } + [site],
      "photo": (0..<40).map { Data([$0]) } + [Data([1, 0, 2])], "name": (0..<40).map { "\($0)" } + ["a\0b"],
      "score": (0..<40).map { Double($0) + 0.5 } + [0.1], "big": (0..<40).map { Int64($0) } + [Int64.max],
    ] as [String: [Any]] {
      for list in [values, Array(values.suffix(1))] {
        #expect(try fresh.keys("Person", "%K IN %@", key, list) == [1], "\(key)")
        #expect(try fresh.keys("Person", "NOT (%K IN %@)", key, list) == [], "\(key)")
      }
      #expect(try fresh.keys("Person", "%K == %@", key, values.last) == [1], "\(key)")
      #expect(try fresh.keys("Person", "%K IN %@", key, Array(values.prefix(40))) == [], "\(key)")
    }
  }

  @Test func comparesAnORofManyParts() throws {
    let parts = (0..<1_500).map { "age == \($0)" }.joined(separator: " OR ")
    try check(parts, finds: [ann, bob, cid])
    let nested = NSCompoundPredicate(
      orPredicateWithSubpredicates: (0..<1_500).map { NSPredicate(format: "age == \($0)") })
    var query = RowQuery(store.layout("Person"))
    query.predicate = nested.tree
    #expect(try store.runner.count(query) == 3)
  }
}
