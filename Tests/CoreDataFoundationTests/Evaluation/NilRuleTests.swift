import Testing

@testable import CoreDataFoundation

@Suite struct NilRuleTests {
  /// One object with nick nil and age 3: the answer in memory, and by SQL's rule.
  @Test(arguments: [
    ("nick == nil", true, true), ("nick != nil", false, false), ("nil == nick", true, true),
    ("age == nil", false, false),
    ("age != nil", true, true), ("nick == 'x'", false, false), ("nick != 'x'", true, false),
    ("NOT nick == 'x'", true, false), ("NOT nick != 'x'", false, false), ("NOT nick == nil", false, false),
    ("nick IN {'x'}", false, false), ("NOT nick IN {'x'}", true, false), ("NOT (nick IN {})", true, false),
    ("nick CONTAINS 'x'", false, false), ("NOT nick CONTAINS 'x'", true, false), ("NOT nick LIKE '*'", true, false),
    ("nick < 'x'", false, false), ("nick > 'x'", false, false), ("NOT nick < 'x'", true, false),
    ("nick <= nil", false, false), ("nick BETWEEN {'a', 'z'}", false, false),
    ("NOT nick BETWEEN {'a', 'z'}", true, false),
    ("age BETWEEN {nil, 5}", false, false), ("NOT age BETWEEN {nil, 5}", true, false),
    ("NOT age BETWEEN {nil, 1}", true, true), ("nick == other", true, false), ("nick != other", false, false),
    ("nick == nil OR nick != 'x'", true, true), ("age == 3 OR nick != 'x'", true, true),
    ("age == 3 AND nick != 'x'", true, false), ("age == 4 AND nick != 'x'", false, false),
    ("NOT (age == 4 AND nick != 'x')", true, true), ("NOT (age == 3 AND nick != 'x')", false, false),
    ("age IN {1, nil}", false, false), ("NOT age IN {1, nil}", true, false), ("age IN {3, nil}", true, true),
    ("nick IN {'x', nil}", true, false), ("ANY team.members.nick == 'x'", false, false),
    ("NOT ANY team.members.nick == 'x'", true, true), ("ALL team.members.nick == 'x'", true, true),
    ("ANY friends.nick == nil", true, true), ("ANY friends.nick == 'a'", true, true),
    ("ANY friends.nick != 'a'", true, false),
    ("ALL friends.nick == 'a'", false, false), ("NONE friends.nick == 'b'", true, true),
    ("team.name == nil", true, true), ("team.members.@count == 0", true, true),
  ])
  func decides(format: String, memory: Bool, sql: Bool) throws {
    let friends = [TestObject(["nick": "a"]), TestObject()]
    let object = TestObject(["age": 3, "friends": NSSet(array: friends)])
    #expect(try matches(format, object, .memory) == memory)
    #expect(try matches(format, object, .sql) == sql)
  }

  @Test func takesNilArgumentsAsNil() throws {
    let object = TestObject(["age": 3])
    for rule in [PredicateEvaluator.NilRule.memory, .sql] {
      for absent in [nil, NSNull(), String?.none as Any, Int??.some(nil) as Any] as [Any?] {
        #expect(try matches("nick == %@", object, rule, absent))
        #expect(try !matches("age == %@", object, rule, absent))
      }
    }
  }
}
