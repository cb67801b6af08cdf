import Testing

@testable import CoreDataFoundation

@Suite struct PredicateEvaluatorTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 1000.5)
  private static let id = UUID()

  private static func person() -> TestObject {
    let members = [
      TestObject(["age": NSNumber(value: 20), "nick": "a", "tags": ["x", "y"]]),
      TestObject(["age": NSNumber(value: 30), "nick": "b", "tags": ["y"]]),
      TestObject(["nick": "c", "tags": [String]()]),
    ]
    return TestObject([
      "name": "Ädam", "age": NSNumber(value: Int64(40)), "weight": NSNumber(value: 70.5),
      "price": Decimal(string: "9.90")!,
      "isOn": NSNumber(value: true), "born": date, "id": id, "data": Data([1, 2]),
      "url": URL(string: "https://x.org/a")!,
      "members": members, "memberSet": NSSet(array: members), "empty": [TestObject](), "list": [3, 1, 2],
      "big": UInt64.max, "huge": Int64.max, "team": TestObject(["name": "red", "lead": TestObject(["nick": "z"])]),
    ])
  }

  @Test(arguments: [
    ("age == 40", true), ("age == 40.0", true), ("age > 39.9 AND age < 40.1", true), ("age BETWEEN {40, 41}", true),
    ("age IN {1, 40}", true), ("weight == 70.5", true), ("weight > 70", true), ("weight < 70", false),
    ("price == 9.9", true), ("price > 9", true), ("isOn == YES", true), ("isOn == 1", true), ("isOn == FALSE", false),
    ("big == 18446744073709551615", true), ("big > 9223372036854775807", true),
    ("huge == 9223372036854775807", true), ("huge == 9223372036854775806", false), ("huge < 9.3e18", true),
    ("age == '40'", false), ("age != '40'", true), ("age < 'x'", false),
    ("name == 'Ädam'", true), ("name == 'ädam'", false), ("name ==[c] 'ÄDAM'", true), ("name ==[cd] 'adam'", true),
    ("name BEGINSWITH 'Ä'", true), ("name BEGINSWITH[d] 'A'", true), ("name ENDSWITH 'am'", true),
    ("name CONTAINS[c] 'DA'", true), ("name LIKE '?d*'", true), ("name LIKE 'd*'", false),
    ("name MATCHES '.{4}'", true),
    ("name MATCHES '.{3}'", false), ("name MATCHES[c] 'äDAM'", true), ("'da' IN name", true),
    ("name IN[cd] {'ADAM'}", true),
    ("born == CAST(1000.5, 'NSDate')", true), ("born > CAST(1000, 'NSDate')", true), ("born < now()", true),
    ("born + 10 > CAST(1010, 'NSDate')", true), ("born - CAST(1000, 'NSDate') == 0.5", true),
    ("team.name == 'red'", true), ("team.lead.nick == 'z'", true), ("team.boss.nick == nil", true),
    ("ANY members.age > 25", true), ("ANY members.age > 35", false), ("ALL members.nick IN {'a','b','c'}", true),
    ("ALL members.age > 10", false), ("NONE members.age > 35", true), ("ANY members.age == nil", true),
    ("ANY memberSet.age BETWEEN {25, 35}", true), ("ANY members.tags == 'x'", true),
    ("ANY members.nick ==[c] 'A'", true),
    ("ANY empty.age > 1", false), ("ALL empty.age > 1", true), ("NONE empty.age > 1", true),
    ("members.@count == 3", true), ("empty.@count == 0", true), ("members.@sum.age == 50", true),
    ("empty.@sum.age == 0", true),
    ("members.@avg.age == 25", true), ("empty.@avg.age == nil", true), ("members.@min.age == 20", true),
    ("members.@max.age == 30", true), ("empty.@max.age == nil", true), ("members.age.@max == 30", true),
    ("members.@max.tags.@count == 2", true),
    ("SUBQUERY(members, $m, $m.age > 25).@count == 1", true),
    ("SUBQUERY(members, $m, $m.age > SELF.age).@count == 0", true),
    ("SUBQUERY(members, $m, SUBQUERY($m.tags, $t, $t == 'y').@count > 0).@count == 2", true),
    ("list[0] == 3", true), ("list[FIRST] == 3", true), ("list[LAST] == 2", true), ("list[SIZE] == 3", true),
    ("list[9] == nil", true), ("list CONTAINS 2", true), ("2 IN list", true), ("sum(list) == 6", true),
    ("TERNARY(age > 30, 'old', 'young') == 'old'", true), ("age + 2 * 3 == 46", true), ("7 / 2 == 3", true),
    ("7 / 2.0 == 3.5", true), ("age / 0 == nil", true), ("2 ** 10 == 1024", true), ("modulus:by:(age, 7) == 5", true),
    ("huge + 1 > huge", true), ("huge + 1 == 9.223372036854775808e18", true), ("-age == -40", true),
    ("lowercase(name) == 'ädam'", true), ("length(name) == 4", true), ("name.length == 4", true),
    ("canonical(name) == 'adam'", true), ("FUNCTION(team, 'name') == 'red'", true),
    ("TRUEPREDICATE AND NOT FALSEPREDICATE", true), ("SELF.age == 40", true), ("SELF == nil", false),
  ])
  func answers(format: String, expected: Bool) throws {
    #expect(try matches(format, Self.person(), .memory) == expected)
  }

  @Test func comparesArgumentsOfEveryKind() throws {
    let person = Self.person()
    let arguments: [(String, Any)] = [
      ("born", Self.date), ("born", Self.date as NSDate), ("id", Self.id), ("data", Data([1, 2])), ("age", 40),
      ("age", Int8(40)),
      ("age", 40 as NSNumber), ("age", 40.0), ("age", Float(40)), ("age", UInt(40)), ("age", Decimal(40)),
      ("url", URL(string: "https://x.org/a")!), ("name", "Ädam" as NSString), ("team", person.properties["team"]!),
      ("list", [3, 1, 2]), ("price", NSDecimalNumber(string: "9.9")),
    ]
    for (key, value) in arguments {
      #expect(try matches("%K == %@", person, .memory, key, value), "\(key) == \(value)")
      #expect(try matches("%K IN %@", person, .sql, key, [value]), "\(key) IN \(value)")
      #expect(try !matches("%K != %@", person, .sql, key, value), "\(key) != \(value)")
    }
    #expect(try matches("name IN %@", person, .memory, Set(["Ädam", "x"])))
    #expect(try matches("name IN %@", person, .memory, NSOrderedSet(array: ["Ädam"])))
  }

  @Test func filtersLinearlyByALongList() throws {
    let members = (0..<20_000).map { "n\($0)" }
    let predicate = NSPredicate(format: "SELF IN %@", members)
    let clock = ContinuousClock()
    let start = clock.now
    #expect((0..<2_000).count { predicate.evaluate(with: "n\($0 * 20)") } == 1_000)
    #expect(clock.now - start < .seconds(5))
  }

  @Test(arguments: [
    "name MATCHES '('", "$x == 1", "members.@nonsense == 1", "age BETWEEN {1}", "FUNCTION(name, 'a', 'b') == 1",
  ])
  func throwsWhatHasNoAnswer(format: String) throws {
    #expect(throws: (any Error).self) { try matches(format, Self.person()) }
  }

  @Test func namesTheUnknownKey() throws {
    struct Plain { var name = "x" }
    #expect(try matches("name == 'x'", Plain()))
    let error = #expect(throws: PredicateEvaluationError.self) { try matches("nick == 'x'", Plain()) }
    #expect(error?.description == "Plain is not key value coding-compliant for the key \"nick\"")
  }

  @Test func evaluatesDictionariesAndCollections() throws {
    #expect(try matches("a.b == 1", ["a": ["b": 1]]))
    #expect(try matches("SELF BEGINSWITH 'a'", "abc"))
    #expect(try matches("@count == 2", [1, 2]))
    #expect(NSArray(array: ["a", "b", "ab"]).filtered(using: NSPredicate(format: "SELF CONTAINS 'a'")).count == 2)
    #expect(NSSet(array: [1, 2, 3]).filtered(using: NSPredicate(format: "SELF > 1")).count == 2)
  }

  @Test func substitutesVariables() throws {
    let template = NSPredicate(format: "age > $limit AND name == $name")
    #expect(template.evaluate(with: Self.person(), substitutionVariables: ["limit": 30, "name": "Ädam"]))
    let predicate = template.withSubstitutionVariables(["limit": 50, "name": NSNull()])
    #expect(predicate is NSCompoundPredicate)
    #expect(predicate.tree.format == "age > 50 AND name == nil")
    #expect(!predicate.evaluate(with: Self.person()))
    #expect(template.withSubstitutionVariables(["limit": 1]).tree.format == "age > 1 AND name == $name")
    let inner = NSPredicate(format: "SUBQUERY(a, $x, $x.b == $y).@count == $x")
    #expect(inner.withSubstitutionVariables(["x": 1, "y": 2]).tree.format == "SUBQUERY(a, $x, $x.b == 2).@count == 1")
  }
}
