import Testing

@testable import CoreDataFoundation

@Suite struct PredicateParserTests {
  /// Formats and the canonical text of what they mean.
  @Test(arguments: [
    ("a == 1", "a == 1"), ("a = 1", "a == 1"), ("a != 1", "a != 1"), ("a <> 1", "a != 1"),
    ("a <= 1", "a <= 1"), ("a =< 1", "a <= 1"), ("a >= 1", "a >= 1"), ("a => 1", "a >= 1"),
    ("a < 1", "a < 1"), ("a > 1", "a > 1"), ("a==1", "a == 1"), ("1 < a", "1 < a"),
    ("a BETWEEN {1, 2}", "a BETWEEN {1, 2}"), ("a in {1,2,3}", "a IN {1, 2, 3}"), ("a IN {}", "a IN {}"),
    ("a NOT IN {1}", "NOT a IN {1}"), ("NOT a IN {1}", "NOT a IN {1}"), ("NOT (a IN {1})", "NOT a IN {1}"),
    ("a contains[cd] 'x'", "a CONTAINS[cd] \"x\""), ("a BEGINSWITH[c] \"x\"", "a BEGINSWITH[c] \"x\""),
    ("a endswith[d] 'x'", "a ENDSWITH[d] \"x\""), ("a like 'x*'", "a LIKE \"x*\""),
    ("a MATCHES '\\\\d+'", "a MATCHES \"\\\\d+\""), ("a ==[n] 'x'", "a ==[n] \"x\""),
    ("a ==[lcd] 'x'", "a ==[cdl] \"x\""),
    ("a == 1 AND b == 2", "a == 1 AND b == 2"), ("a == 1 && b == 2 && c == 3", "a == 1 AND b == 2 AND c == 3"),
    ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("(a == 1 || b == 2) and c == 3", "(a == 1 OR b == 2) AND c == 3"), ("!(a == 1)", "NOT a == 1"),
    ("NOT a == 1 AND b == 2", "NOT a == 1 AND b == 2"), ("NOT (a == 1 AND b == 2)", "NOT (a == 1 AND b == 2)"),
    ("not not a == 1", "NOT NOT a == 1"),
    ("ANY a.b > 1", "ANY a.b > 1"), ("SOME a.b > 1", "ANY a.b > 1"), ("ALL a.b > 1", "ALL a.b > 1"),
    ("NONE a.b > 1", "NOT ANY a.b > 1"), ("any a.b in {1}", "ANY a.b IN {1}"),
    ("TRUEPREDICATE", "TRUEPREDICATE"), ("a == 1 OR falsepredicate", "a == 1 OR FALSEPREDICATE"),
    ("a == nil", "a == nil"), ("a == NULL", "a == nil"), ("a = YES", "a == TRUE"), ("a = false", "a == FALSE"),
    ("SELF == 1", "SELF == 1"), ("self.a.b == 1", "a.b == 1"), ("SELF IN {1}", "SELF IN {1}"),
    ("a == $x", "a == $x"), ("$x.a.b == 1", "$x.a.b == 1"),
    ("a + b * c == 1", "a + b * c == 1"), ("(a + b) * c == 1", "(a + b) * c == 1"),
    ("a - b - c == 1", "a - b - c == 1"),
    ("a - (b - c) == 1", "a - (b - c) == 1"), ("a ** 2 * 3 == 1", "a ** 2 * 3 == 1"), ("a == -5", "a == -5"),
    ("a == - b", "a == 0 - b"), ("a == 3--2", "a == 3 - -2"), ("a / 2 > 1", "a / 2 > 1"),
    ("a == 0x1F", "a == 31"), ("a == 0o17", "a == 15"), ("a == 0b101", "a == 5"), ("a == 1.5e3", "a == 1500.0"),
    ("a == .5", "a == 0.5"), ("a == 18446744073709551615", "a == 18446744073709551615"),
    ("a == -9223372036854775808", "a == -9223372036854775808"),
    ("a == 'it\\'s'", "a == \"it's\""), ("a == \"\\u00e9\"", "a == \"é\""), ("a == '\\uD83D\\uDE00'", "a == \"😀\""),
    ("a == 'x\\ny'", "a == \"x\\ny\""), ("a == '%@ 100%'", "a == \"%@ 100%\""), ("a LIKE '\\*'", "a LIKE \"*\""),
    ("#like == 1", "#like == 1"), ("a.#in.b == 1", "a.#in.b == 1"), ("#plain == 1", "plain == 1"),
    ("a.@count > 2", "a.@count > 2"), ("a.@sum.b == 10", "a.@sum.b == 10"),
    ("a.b.@max.c.d == 10", "a.b.@max.c.d == 10"),
    ("SUBQUERY(a, $x, $x.b > 1 AND $x.c != nil).@count == 0", "SUBQUERY(a, $x, $x.b > 1 AND $x.c != nil).@count == 0"),
    ("a[0] == 1", "a[0] == 1"), ("a[first].b == 1", "a[FIRST].b == 1"), ("a[LAST] == 1", "a[LAST] == 1"),
    ("a[SIZE] == 1", "a[SIZE] == 1"), ("a['k'] == 1", "a[\"k\"] == 1"),
    ("sum(a) == 1", "sum:(a) == 1"), ("max:(a, b) == 1", "max:(a, b) == 1"), ("now() > d", "now() > d"),
    ("add:to:(1, 2) == 3", "1 + 2 == 3"), ("modulus:by:(a, 2) == 0", "modulus:by:(a, 2) == 0"),
    ("lowercase(a) == 'x'", "lowercase:(a) == \"x\""), ("NOW() > d", "now() > d"),
    ("FUNCTION(a, 'length') == 1", "FUNCTION(a, \"length\") == 1"),
    ("CAST(a, 'NSDate') > d", "CAST(a, \"NSDate\") > d"),
    ("TERNARY(a == 1, b, c) == 2", "TERNARY(a == 1, b, c) == 2"),
    ("((((a)))) == 1", "a == 1"), ("(a) == 1 AND (((b == 2)))", "a == 1 AND b == 2"),
    ("größe == 1 AND 名前 == 2", "größe == 1 AND 名前 == 2"),
  ])
  func readsTheLanguage(format: String, meaning: String) throws {
    let tree = try PredicateTree(format: format)
    #expect(tree.format == meaning)
    #expect(try PredicateTree(format: meaning) == tree)
  }

  @Test(arguments: [
    ("", 0, "an expression", "the end"), ("a", 1, "a comparison operator", "the end"),
    ("a ==", 4, "an expression", "the end"),
    ("a == 1 b", 7, "AND, OR or the end", "'b'"), ("a == 1 AND", 10, "an expression", "the end"),
    ("(a == 1", 7, "')'", "the end"), ("a == 'x", 7, "the closing ' of the text that begins at 5", "the end"),
    ("a IN {1, 2", 10, "',' or '}'", "the end"), ("a BETWEEN {1}", 10, "two bounds", "'{'"),
    ("a ==[x] 1", 5, "the options c, d, n or l", "'x'"), ("a == $", 6, "a variable's name", "the end"),
    ("a == %@", 5, "an argument that fits %@", "'%@'"), ("a == %y", 5, "a conversion such as %@, %K or %d", "'%'"),
    // No predicate can have a percent sign, so there is nothing that two of them could stand for.
    ("a == %%", 5, "a conversion such as %@, %K or %d", "'%'"),
    ("a UNION == b", 8, "an expression", "'=='"), ("a MINUS", 7, "an expression", "the end"),
    ("a == 5x", 5, "a number", "'5'"), ("a == 0xZZ", 5, "a whole number of base 16", "'0'"),
    ("like == 1", 0, "an expression (write a key as #like)", "'like'"), ("foo(a) == 1", 0, "a known function", "'foo'"),
    ("sqrt:(1, 2) == 1", 0, "1 argument for sqrt:", "'sqrt:'"),
    ("a UTI-EQUALS 'x'", 2, "a comparison operator", "'UTI'"),
    ("SUBQUERY(a, b, c == 1).@count == 1", 12, "a variable such as $x", "'b'"),
    ("(a == 1) + 2 == 3", 0, "an expression, not a predicate", "'('"),
    ("a == (b == 1)", 5, "an expression, not a predicate", "'('"),
    ("a ; b", 2, "a predicate", "';'"), ("a == '\\uD800'", 12, "the second half of a surrogate pair", "'''"),
    ("a == 1 < 2", 7, "AND, OR or the end", "'<'"), ("a. == 1", 3, "a key", "'=='"),
    ("a == \u{1F600}", 5, "a predicate", "'😀'"),
    ("a.b:c == 1", 2, "a key", "'b:c'"), ("SELF.a: == 1", 5, "a key", "'a:'"),
  ])
  func saysWhereAFormatIsWrong(format: String, position: Int, expected: String, found: String) {
    let error = #expect(throws: PredicateFormatError.self) { try NSPredicate.parse(format) }
    #expect(error?.position == position)
    #expect(error?.expected == expected)
    #expect(error?.found == found)
    #expect(error?.format == format)
  }

  @Test(arguments: [
    String(repeating: "(", count: 5000) + "a == 1", String(repeating: "NOT ", count: 5000) + "a == 1",
    "a == " + String(repeating: "- ", count: 5000) + "1", "a == " + String(repeating: "{", count: 5000),
    "a == 1" + String(repeating: " + 1", count: 5000), "a" + String(repeating: "[0]", count: 5000) + " == 1",
    "a == " + String(repeating: "sum(", count: 5000),
  ])
  func refusesDeepNesting(format: String) {
    let error = #expect(throws: PredicateFormatError.self) { try NSPredicate.parse(format) }
    #expect(error?.expected.contains("at most") == true)
  }

  @Test func takesLongLists() throws {
    let format = (0..<20_000).map { "a == \($0)" }.joined(separator: " OR ")
    guard case .or(let parts) = try PredicateTree(format: format) else {
      Issue.record("not an OR")
      return
    }
    #expect(parts.count == 20_000)
  }
}
