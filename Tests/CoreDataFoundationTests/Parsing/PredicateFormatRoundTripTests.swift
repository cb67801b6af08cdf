import Testing

@testable import CoreDataFoundation

@Suite struct PredicateFormatRoundTripTests {
  @Test(arguments: 0..<20) func randomTreesSurviveTheirText(seed: UInt64) throws {
    var maker = TreeMaker(seed: seed)
    for _ in 0..<200 {
      let tree = maker.predicate(depth: 4)
      let text = tree.format
      let parsed = try PredicateTree(format: text)
      #expect(parsed == tree, "\(text)")
      #expect(parsed.format == text)
      #expect(parsed.hashValue == tree.hashValue)
    }
  }

  @Test(arguments: 0..<8) func randomTextNeverEndsTheProgram(seed: UInt64) {
    var generator = SeededGenerator(seed)
    let words = [
      "a", "b.c", "==", "<", "IN", "BETWEEN", "LIKE[c]", "[", "]", "(", ")", "{", "}", ",", "'x'", "\"", "'", "\\",
      "\\u12", "AND",
      "OR", "NOT", "ANY", "NONE", "SUBQUERY(", "$x", "$", "#", "#in", "@", "@count", ".", "1", "0x", "1e", "1e999", "-",
      "**", "%@",
      "%K", "%", "%1$@", "%99999999999999999999$@", "%%", "TRUEPREDICATE", "nil", "SELF", "sum(", "now()", "add:to:(",
      "CAST(",
      "TERNARY(", "FUNCTION(", "FIRST", "é", "\u{301}", "\u{0}", "!", "&", "&&", "|", " ", ":", "😀",
      "99999999999999999999",
    ]
    var valid = 0
    for _ in 0..<4_000 {
      let count = Int.random(in: 0..<24, using: &generator)
      let separator = Bool.random(using: &generator) ? " " : ""
      let text = (0..<count).map { _ in words.randomElement(using: &generator)! }.joined(separator: separator)
      guard let tree = try? PredicateTree(format: text, arguments: ["k", 1]) else { continue }
      valid += 1
      _ = tree.format
      _ = try? PredicateEvaluator().matches(tree, TestObject(["a": 1]))
    }
    for _ in 0..<500 {
      let scalars = (0..<20).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0..<0x500, using: &generator)) }
      _ = try? PredicateTree(format: String(String.UnicodeScalarView(scalars)))
    }
    #expect(valid > 0)
  }
}

/// A repeatable source of random numbers.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
  }
}

/// Makes random trees that a format can say.
private struct TreeMaker {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed) }

  private mutating func pick<T>(_ list: [T]) -> T { list.randomElement(using: &generator)! }
  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func predicate(depth: Int) -> PredicateTree {
    switch depth > 0 ? number(7) : 6 {
    case 0: return .and((0..<(2 + number(3))).map { _ in predicate(depth: depth - 1) })
    case 1: return .or((0..<(2 + number(3))).map { _ in predicate(depth: depth - 1) })
    case 2: return .not(predicate(depth: depth - 1))
    case 3: return .literal(number(2) == 0)
    default:
      let options = NSComparisonPredicate.Options(rawValue: UInt(number(16)))
      let type = pick([
        NSComparisonPredicate.Operator.equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan,
        .greaterThanOrEqualTo,
        .matches, .like, .beginsWith, .endsWith, .in, .contains,
      ])
      return .comparison(
        PredicateComparison(
          expression(depth: depth - 1), type, expression(depth: depth - 1), modifier: pick([.direct, .any, .all]),
          options: options))
    }
  }

  private mutating func expression(depth: Int) -> ExpressionTree {
    switch depth > 0 ? number(14) : number(4) {
    case 0: return .path(pick(["a", "like", "größe", "first", "LAST", "size", "nil", "union", "MINUS"]))
    case 1: return .constant(constant())
    case 2: return .variable(pick(["x", "y"]))
    case 3: return pick([.evaluatedObject, .anyKey, .path("a", "in", "@count"), .path("a", "@sum", "b")])
    case 4: return .aggregate((0..<number(4)).map { _ in expression(depth: depth - 1) })
    case 5: return .subquery(expression(depth: depth - 1), variable: "m", predicate(depth: depth - 1))
    case 6:
      return .conditional(
        predicate(depth: depth - 1), then: expression(depth: depth - 1), otherwise: expression(depth: depth - 1))
    case 7: return .function(pick(["sum:", "abs:", "lowercase:"]), [expression(depth: depth - 1)])
    case 8:
      return .function(
        "objectFrom:withIndex:", [expression(depth: depth - 1), index(depth: depth - 1)])
    case 9: return expression(depth: depth - 1).appending(["k"])
    case 10, 11:
      let (left, right) = (expression(depth: depth - 1), expression(depth: depth - 1))
      return pick([.union(left, right), .intersect(left, right), .minus(left, right)])
    default:
      let name = pick(["add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:", "modulus:by:"])
      return .function(name, [expression(depth: depth - 1), expression(depth: depth - 1)])
    }
  }

  private mutating func index(depth: Int) -> ExpressionTree {
    number(2) == 0 ? pick([.constant(CollectionIndex.last), .constant(2)]) : expression(depth: depth)
  }

  private mutating func constant() -> Any? {
    switch number(14) {
    case 0: return nil
    case 1: return Int.min
    case 2: return number(1000) - 500
    case 3: return Double(number(1_000_000)) / 7 - 3
    case 4: return Double.random(in: -1e300...1e300, using: &generator)
    case 5: return pick(["", "it's \"quoted\" \\ back", "line\nbreak\ttab", "😀 é", "%@ %K", "{}", "\u{0}"])
    case 6: return Date(timeIntervalSinceReferenceDate: Double(number(1_000_000_000)) / 3)
    case 7: return UUID()
    case 8: return Data((0..<number(9)).map { UInt8($0) })
    case 9: return URL(string: "https://example.org/a?b=c%20d#e")!
    case 11: return pick([Double.infinity, -.infinity, .nan])
    case 12: return Date(timeIntervalSinceReferenceDate: pick([.infinity, -.infinity, .nan, 1e300, -1e-300]))
    case 10: return Decimal(string: "-123456789012345678901234.56789")!
    default: return pick([true as Any, UInt64.max, ["a", "b"], [1, 2], Set([1, 2, 3]), NSNumber(value: 5)])
    }
  }
}
