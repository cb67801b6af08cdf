import Foundation

/// The reserved words and signs of the predicate language.
enum PredicateKeyword {
  static let operatorSigns: [String: NSComparisonPredicate.Operator] = [
    "=": .equalTo, "==": .equalTo, "!=": .notEqualTo, "<>": .notEqualTo, "<": .lessThan, ">": .greaterThan,
    "<=": .lessThanOrEqualTo, "=<": .lessThanOrEqualTo, ">=": .greaterThanOrEqualTo, "=>": .greaterThanOrEqualTo,
  ]

  static let operators: [String: NSComparisonPredicate.Operator] = [
    "IN": .in, "CONTAINS": .contains, "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "LIKE": .like,
    "MATCHES": .matches, "BETWEEN": .between,
  ]

  /// Words that are no key unless escaped: `#like`.
  static let reserved: Set<String> = Set(operators.keys).union([
    "AND", "OR", "NOT", "ALL", "ANY", "SOME", "NONE", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO",
    "TRUEPREDICATE", "FALSEPREDICATE", "ANYKEY", "UTI-CONFORMS-TO", "UTI-EQUALS",
  ])
}
