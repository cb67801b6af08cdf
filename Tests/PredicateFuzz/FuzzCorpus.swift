/// Valid formats of programs, which mutations begin with, and the words of the language.
enum FuzzCorpus {
  static let formats = [
    "name == 'Ann'", "name ==[cd] %@ AND age >= %d", "ANY tags.label IN {'a', 'b'}", "NONE team.members.age > 30",
    "ALL list.length BETWEEN {1, 5}", "SUBQUERY(list, $x, $x.a > 1 AND $x.b == nil).@count > 0", "a.@sum.b + 1 == 2",
    "name BEGINSWITH[c] 'x' OR (age < 3 AND NOT age IN %@)", "date > CAST(1.5, 'NSDate')", "TERNARY(a == 1, 2, 3) == 2",
    "(a + b) * (c - d) / 2 ** 3 != -4.5e-3", "name MATCHES '\\\\d{2,3}-[A-Z]+'", "name LIKE '*a?b\\\\*'",
    "%K == %@ AND %K != %ld", "SELF IN {1, 2, 3}", "$value.key == SELF.other", "#in.#like == 0x1F + 0b11 - 0o7",
    "list[FIRST].name == list[LAST].name && list[SIZE] > 2 || list[0] == nil", "sum:(a) == max:(b, c, 4) - count:(d)",
    "add:to:(1, modulus:by:(a, 2)) == bitwiseAnd:with:(b, 255)", "uppercase:(name) CONTAINS lowercase:(other)",
    "now() > date", "FUNCTION(name, 'length') == 3", "name == \"caf\\u00e9 \\uD83D\\uDE00\"",
    "a == 'it\\'s \"quoted\"\\n'", "TRUEPREDICATE AND NOT FALSEPREDICATE", "a = YES && b = false", "'x' IN name",
    "list.@distinctUnionOfObjects.a.@count == 2", "a UNION b == c MINUS d INTERSECT e", "a BETWEEN %@",
    "noindex:(a) == 1 AND length:(name) <= 10", "größe > 1 AND 名前 == '名'",
    "a != nil and b <> NULL or c =< 5 and d => 6",
    "NOT (NOT (NOT (a == 1)))", "{1, {2, {3}}} == {}", "self == %@", "%1$@ == %2$K",
  ]

  static let words = [
    "a", "b.c", "==", "<", "IN", "BETWEEN", "LIKE[c]", "MATCHES", "[", "]", "(", ")", "{", "}", ",", "'x'", "\"", "'",
    "\\", "\\u12", "\\uD800", "AND", "OR", "NOT", "ANY", "NONE", "ALL", "SUBQUERY(", "$x", "$", "#", "#in", "@",
    "@count", ".", "..", "1", "0x", "1e", "1e999", "-", "**", "%@", "%K", "%", "%1$@", "%99999999999999999999$@", "%%",
    "TRUEPREDICATE", "nil", "SELF", "sum(", "now()", "add:to:(", "CAST(", "TERNARY(", "FUNCTION(", "FIRST", "[SIZE]",
    "é", "\u{301}", "\u{0}", "!", "&", "&&", "|", "||", " ", "\n", ":", ";", "😀", "99999999999999999999", "UNION",
    "ANYKEY", "TRUE", "_", "\u{FEFF}", "\u{2028}",
  ]
}
