import Testing

@testable import CoreDataFoundation

@Suite struct StringMatchingTests {
  static let c: StringMatching.Options = [.caseInsensitive]
  static let d: StringMatching.Options = [.diacriticInsensitive]
  static let cd: StringMatching.Options = [.caseInsensitive, .diacriticInsensitive]

  /// Two texts, and whether they are equal exactly, by [c], by [d] and by [cd].
  @Test(arguments: [
    ("a", "a", true, true, true, true), ("a", "A", false, true, false, true), ("Ä", "ä", false, true, false, true),
    ("ä", "a", false, false, true, true), ("Ä", "a", false, false, false, true), ("Ж", "ж", false, true, false, true),
    ("é", "e", false, false, true, true), ("é", "e\u{301}", false, false, true, true),
    ("ß", "SS", false, true, false, true),
    ("ẞ", "ss", false, true, false, true), ("Σ", "ς", false, true, false, true), ("σ", "ς", false, true, false, true),
    ("İ", "i", false, false, false, true), ("İ", "i\u{307}", false, true, false, true),
    ("ı", "i", false, false, false, false),
    ("ﬁ", "fi", false, true, false, true), ("K", "k", false, true, false, true), ("", "", true, true, true, true),
    ("й", "и", false, false, true, true), ("名", "名", true, true, true, true), ("a", "ab", false, false, false, false),
  ])
  func folds(_ left: String, _ right: String, exact: Bool, c: Bool, d: Bool, cd: Bool) {
    #expect(StringMatching.equals(left, right) == exact)
    #expect(StringMatching.equals(left, right, Self.c) == c)
    #expect(StringMatching.equals(left, right, Self.d) == d)
    #expect(StringMatching.equals(left, right, Self.cd) == cd)
    #expect((StringMatching.compare(left, right, Self.cd) == .orderedSame) == cd)
    #expect(StringMatching.equals(right, left, Self.cd) == cd)
  }

  @Test(arguments: [
    ("50%", "50%", true), ("500", "50%", false), ("axb", "a_b", false), ("a*b", "a\\*b", true), ("axb", "a\\*b", false),
    ("a?b", "a\\?b", true), ("axb", "a?b", true), ("ab", "a?b", false), ("abc", "*", true), ("", "*", true),
    ("", "", true),
    ("", "?", false), ("abcbc", "a*bc", true), ("abcbd", "a*bc", false), ("[z]", "[z]", true), ("z", "[z]", false),
    ("back\\slash", "back\\\\slash", true), ("O'Neil", "O'*", true), ("a\nb", "a?b", true), ("😀x", "?x", true),
    ("aaa", "a*a*a*a", false), ("aaaa", "a*a*a*a", true), ("x\\", "x\\", true),
  ])
  func matchesWildcards(text: String, pattern: String, expected: Bool) {
    #expect(StringMatching.like(text, pattern) == expected)
  }

  @Test func matchesWildcardsFolded() {
    #expect(StringMatching.like("ÄBC", "a*", Self.cd))
    #expect(!StringMatching.like("ÄBC", "a*", Self.c))
  }

  @Test func takesNoExponentialTime() {
    let text = String(repeating: "a", count: 20_000)
    #expect(!StringMatching.like(text, String(repeating: "a*", count: 50) + "b"))
  }

  @Test(arguments: [
    ("abc", "abc", true), ("abc", "ab", false), ("ab", "a|ab", true), ("12", "\\d+", true), ("a", "\\S", true),
    ("abc\n", "abc", false), ("ABC", "abc", false),
  ])
  func matchesExpressions(text: String, pattern: String, expected: Bool) throws {
    #expect(try StringMatching.matches(text, pattern) == expected)
    #expect(try StringMatching.matches(text.uppercased(), pattern, Self.c) == (expected || text == "ABC"))
  }

  @Test(arguments: ["(", "a)(b", "[", "*"]) func refusesInvalidExpressions(pattern: String) {
    #expect(throws: PredicateEvaluationError.self) { try StringMatching.matches("a", pattern) }
  }

  @Test func findsParts() {
    #expect(
      StringMatching.contains("abc", "bc") && StringMatching.contains("abc", "")
        && !StringMatching.contains("abc", "cb"))
    #expect(StringMatching.contains("Straße", "SSE", Self.c) && StringMatching.beginsWith("Ähre", "ä", Self.c))
    #expect(
      StringMatching.endsWith("abc", "bc") && StringMatching.endsWith("abc", "") && !StringMatching.endsWith("c", "bc"))
    #expect(
      StringMatching.compare("a", "b") == .orderedAscending && StringMatching.compare("Z", "a") == .orderedAscending)
    #expect(StringMatching.compare("\u{FFFF}", "😀") == .orderedAscending)
  }
}
