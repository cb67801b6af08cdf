import Testing

@testable import CoreDataFoundation

@Suite struct SwiftPredicateTests {
  /// A class whose accessors go by key, as those of managed objects do.
  final class Player: NSObject, KeyValueCoding, KeyPathRecordable {
    private var properties: [String: Any] = [:]
    private var recorder: KeyPathRecorder?

    init(
      name: String? = nil, age: Int = 0, isOn: Bool = false, friends: [Player] = [], boss: Player? = nil,
      place: [String: String] = [:]
    ) {
      properties = ["age": age, "isOn": isOn, "friends": friends, "place": place]
      properties["name"] = name
      properties["boss"] = boss
    }

    private init(recorder: KeyPathRecorder) { self.recorder = recorder }

    static func makeRecordingInstance(_ recorder: KeyPathRecorder) -> Player { Player(recorder: recorder) }

    var name: String? { value(forKey: "name") as? String }
    var age: Int { value(forKey: "age") as? Int ?? 0 }
    var isOn: Bool { value(forKey: "isOn") as? Bool ?? false }
    var friends: [Player] { value(forKey: "friends") as? [Player] ?? [] }
    var place: [String: String] { value(forKey: "place") as? [String: String] ?? [:] }
    var boss: Player? { value(forKey: "boss") as? Player }

    func value(forKey key: String) -> Any? {
      recorder?.record(key)
      return properties[key]
    }

    func setValue(_ value: Any?, forKey key: String) { properties[key] = value }
  }

  private let players = [
    Player(place: ["town": "Rome", "a b": "c"]), Player(name: "Anna", age: 3, isOn: true, place: ["town": "x"]),
    Player(name: "xaver", age: 30, friends: [Player(age: 5), Player(age: 1)]),
    Player(name: "x", age: 2, friends: [Player(age: 5)], boss: Player(name: "x", age: 9, boss: Player(name: "top"))),
    Player(name: "", age: 4, isOn: true, friends: [Player(age: 0)], boss: Player(age: 1)),
  ]

  private func check(_ predicate: Predicate<Player>, _ format: String) throws {
    let converted = try #require(NSPredicate(predicate), "\(format)")
    #expect(converted.tree.format == format)
    for player in players {
      let expected = try predicate.evaluate(player)
      #expect(converted.evaluate(with: player) == expected, "\(format) for \(player.name ?? "nil")")
    }
  }

  @Test func convertsComparisons() throws {
    let (limit, names) = (3, ["x", "Anna"])
    try check(#Predicate { $0.age == limit && $0.name == nil }, "age == 3 AND name == nil")
    try check(#Predicate { $0.age != 3 || !($0.age > 2) }, "age != 3 OR NOT age > 2")
    try check(#Predicate { $0.age <= 4 && $0.age >= 2 && $0.age < 4 }, "(age <= 4 AND age >= 2) AND age < 4")
    try check(#Predicate { $0.isOn }, "isOn == TRUE")
    try check(#Predicate { $0.name == "x" }, "name == \"x\"")
    try check(#Predicate { $0.age + 1 > 2 * 3 - $0.age }, "age + 1 > 2 * 3 - age")
    try check(#Predicate { $0.age % 2 == 0 && $0.age / 2 == 1 }, "modulus:by:(age, 2) == 0 AND age / 2 == 1")
    try check(#Predicate { -$0.age < -3 }, "0 - age < -3")
    try check(#Predicate { (2...4).contains($0.age) }, "age BETWEEN {2, 4}")
    try check(#Predicate { (2..<4).contains($0.age) }, "age >= 2 AND age < 4")
    try check(#Predicate { names.contains($0.name ?? "-") }, "TERNARY(name == nil, \"-\", name) IN {\"x\", \"Anna\"}")
    try check(
      #Predicate { $0.age > 3 ? $0.isOn : $0.age == 2 }, "(age > 3 AND isOn == TRUE) OR (NOT age > 3 AND age == 2)")
  }

  @Test func convertsOptionals() throws {
    try check(#Predicate { $0.name?.contains("x") == true }, "NOT name == nil AND name CONTAINS \"x\"")
    try check(#Predicate { $0.name?.starts(with: "x") == false }, "NOT name == nil AND NOT name BEGINSWITH \"x\"")
    try check(
      #Predicate { $0.name?.contains("x") ?? true },
      "(NOT name == nil AND name CONTAINS \"x\") OR (name == nil AND TRUEPREDICATE)")
    try check(#Predicate { $0.boss?.boss?.name == "top" }, "boss.boss.name == \"top\"")
    try check(#Predicate { ($0.boss?.age ?? 2) > 1 }, "TERNARY(boss.age == nil, 2, boss.age) > 1")
    try check(
      #Predicate { if let boss = $0.boss { boss.age == 9 } else { false } },
      "(NOT boss == nil AND boss.age == 9) OR (boss == nil AND FALSEPREDICATE)")
    try check(#Predicate { ($0.name ?? "").isEmpty }, "length:(TERNARY(name == nil, \"\", name)) == 0")
  }

  @Test func convertsCollections() throws {
    try check(#Predicate { $0.friends.count > 1 }, "friends.@count > 1")
    try check(#Predicate { $0.friends.isEmpty }, "friends.@count == 0")
    try check(
      #Predicate { $0.friends.contains { $0.age > 3 } }, "SUBQUERY(friends, $element1, $element1.age > 3).@count > 0")
    try check(
      #Predicate { $0.friends.allSatisfy { $0.age > 3 } },
      "SUBQUERY(friends, $element1, NOT $element1.age > 3).@count == 0")
    try check(
      #Predicate { player in player.friends.filter { $0.age > player.age }.count == 1 },
      "SUBQUERY(friends, $element1, $element1.age > age).@count == 1")
    try check(#Predicate { _ in true }, "TRUEPREDICATE")
  }

  @Test func convertsSubscripts() throws {
    try check(
      #Predicate { $0.friends.count > 1 && $0.friends[1].age == 1 },
      "friends.@count > 1 AND friends[1].age == 1")
    try check(#Predicate { $0.place["town"] == "Rome" }, "place.town == \"Rome\"")
    try check(#Predicate { $0.place["a b"] == "c" }, "place[\"a b\"] == \"c\"")
    try check(
      #Predicate { $0.place["town", default: "x"] == "x" }, "TERNARY(place.town == nil, \"x\", place.town) == \"x\"")
  }

  @Test func convertsCapturedRanges() throws {
    let (adults, young, small, few) = (4..., ...3, ..<3, 2..<4)
    try check(#Predicate { adults.contains($0.age) }, "age >= 4")
    try check(#Predicate { young.contains($0.age) }, "age <= 3")
    try check(#Predicate { small.contains($0.age) }, "age < 3")
    try check(#Predicate { few.contains($0.age) }, "age >= 2 AND age < 4")
  }

  /// A captured value is asked before there is a predicate: no store knows it.
  @Test func worksOutWhatNeedsNoInput() throws {
    let (names, page) = (["x", "Anna"], URL(string: "https://example.org/Anna")!)
    let ages = ["x": 2, "Anna": 3]
    try check(#Predicate { $0.age == names.count + 1 }, "age == 2 + 1")
    try check(#Predicate { $0.name == names[1] }, "name == \"Anna\"")
    try check(#Predicate { page.lastPathComponent == "Anna" && $0.isOn }, "\"Anna\" == \"Anna\" AND isOn == TRUE")
    try check(#Predicate { $0.age == ages["x"] ?? 0 }, "age == 2")
    try check(#Predicate { names.isEmpty || $0.isOn }, "FALSEPREDICATE OR isOn == TRUE")
    try check(#Predicate { names[0..<1].contains($0.name ?? "") }, "TERNARY(name == nil, \"\", name) IN {\"x\"}")
  }

  @Test func convertsPredicatesAsValues() throws {
    try check(#Predicate { $0.isOn == ($0.age > 3) }, "isOn == TERNARY(age > 3, TRUE, FALSE)")
    try check(
      #Predicate { ($0.age > 2) != ($0.name == "x") },
      "NOT TERNARY(age > 2, TRUE, FALSE) == TERNARY(name == \"x\", TRUE, FALSE)")
    try check(
      #Predicate { ($0.name?.contains("x") ?? false) == $0.isOn },
      "TERNARY((NOT name == nil AND name CONTAINS \"x\") OR (name == nil AND FALSEPREDICATE), TRUE, FALSE) == isOn")
  }

  @Test func givesUpOnWhatHasNoCounterpart() {
    #expect(NSPredicate(#Predicate<String> { $0.count > 1 })?.tree.format == "length:(SELF) > 1")
    #expect(NSPredicate(#Predicate<Player> { $0.friends[0..<1].isEmpty }) == nil)
    #expect(NSPredicate(#Predicate<URL> { $0.path == "a" }) == nil)
  }
}
