import CoreDataFoundation
import Foundation

@testable import CoreDataEngine

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Makes values and predicates that SQL can say.
struct RandomPredicate {
  var random: SeededGenerator
  let store: QueryStore

  private typealias Comparison = CoreDataFoundation.NSComparisonPredicate

  mutating func pick<T>(_ list: [T]) -> T { list.randomElement(using: &random)! }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  mutating func maybe<T>(_ make: (inout Self) -> T?) -> T? { chance(30) ? nil : make(&self) }

  // MARK: Values

  enum Kind { case integer, real, text, date, decimal, uuid, boolean }

  private static let texts = [
    "", "a", "A", "ä", "Ä", "ab", "aB", "b", "a%b", "a_b", "ß", "SS", "é", "e\u{301}", "10", "*", "σς",
  ]

  mutating func value(_ kind: Kind) -> Any {
    switch kind {
    case .integer: Int.random(in: -3...6, using: &random)
    case .real: Double(Int.random(in: -6...12, using: &random)) / 2
    case .text: pick(Self.texts)
    case .date: Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -4...8, using: &random)) / 2)
    case .decimal: Decimal(Int.random(in: -5...10, using: &random)) / 10
    case .uuid: UUID(uuidString: "00000000-0000-0000-0000-00000000000\(Int.random(in: 0...9, using: &random))")!
    case .boolean: Bool.random(using: &random)
    }
  }

  mutating func values(of entity: String) -> [String: Any] {
    var result: [String: Any] = [:]
    for (name, kind) in Self.attributes[entity] ?? [] { result[name] = maybe { $0.value(kind) } }
    return result
  }

  private static let person: [(String, Kind)] = [
    ("name", .text), ("nick", .text), ("age", .integer), ("big", .integer), ("score", .real), ("active", .boolean),
    ("born", .date), ("salary", .decimal), ("token", .uuid),
  ]
  private static let attributes: [String: [(String, Kind)]] = [
    "Person": person, "Employee": person + [("level", .integer)],
    "Team": [("name", .text), ("minAge", .integer), ("founded", .date)], "Tag": [("label", .text)],
  ]

  // MARK: Expressions

  /// A path of single values from a person, and what it gives.
  private mutating func path(depth: Int = 2) -> ([String], Kind) {
    if depth > 0, chance(25) {
      let (rest, kind) = path(depth: depth - 1)
      return (["boss"] + rest, kind)
    }
    if chance(20) {
      let (name, kind) = pick(Self.attributes["Team"]!)
      return (["team", name], kind)
    }
    let (name, kind) = pick(Self.person)
    return ([name], kind)
  }

  private mutating func expression(_ kind: Kind, root: ExpressionTree, depth: Int) -> ExpressionTree {
    if chance(40) || depth == 0 { return constant(kind) }
    for _ in 0..<8 {
      let (keys, found) = path()
      if found == kind { return wrapped(.keyPath(keys, of: root), kind) }
    }
    if kind == .integer, chance(50) { return figure(root) }
    return constant(kind)
  }

  private mutating func constant(_ kind: Kind) -> ExpressionTree {
    chance(5) ? .constant(nil) : .constant(value(kind))
  }

  private mutating func wrapped(_ expression: ExpressionTree, _ kind: Kind) -> ExpressionTree {
    guard chance(25) else { return expression }
    switch kind {
    case .integer:
      let name = pick([
        "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:", "bitwiseAnd:with:", "abs:",
      ])
      return .function(name, name == "abs:" ? [expression] : [expression, .constant(value(.integer))])
    case .real: return .function(pick(["ceiling:", "floor:", "abs:"]), [expression])
    case .decimal: return .function(pick(["add:to:", "multiply:by:"]), [expression, .constant(value(.decimal))])
    case .text: return .function(pick(["uppercase:", "lowercase:", "canonical:"]), [expression])
    case .date: return .function("add:to:", [expression, .constant(value(.real))])
    case .uuid, .boolean: return expression
    }
  }

  private mutating func figure(_ root: ExpressionTree) -> ExpressionTree {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .keyPath([pick(["reports", "tags"]), "@count"], of: root)
    case 1: return .keyPath(["reports", pick(["@sum", "@min", "@max"]), pick(["age", "big"])], of: root)
    case 2: return .keyPath(["team", "members", "@count"], of: root)
    default: return .function("count:", [.keyPath(["reports", "nick"], of: root)])
    }
  }

  // MARK: Predicates

  mutating func predicate(depth: Int) -> PredicateTree { predicate(depth: depth, root: .evaluatedObject, level: 0) }

  private mutating func predicate(depth: Int, root: ExpressionTree, level: Int) -> PredicateTree {
    if depth > 0 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        return .and(
          (0...Int.random(in: 0...2, using: &random)).map { _ in predicate(depth: depth - 1, root: root, level: level) }
        )
      case 2, 3:
        return .or(
          (0...Int.random(in: 0...2, using: &random)).map { _ in predicate(depth: depth - 1, root: root, level: level) }
        )
      case 4: return .not(predicate(depth: depth - 1, root: root, level: level))
      case 5 where level < 2: return subquery(depth: depth - 1, root: root, level: level)
      default: break
      }
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return quantified(root)
    case 1: return object(root)
    default: return comparison(root)
    }
  }

  private mutating func subquery(depth: Int, root: ExpressionTree, level: Int) -> PredicateTree {
    let name = "v\(level)"
    let inner = predicate(depth: depth, root: .variable(name), level: level + 1)
    let members = ExpressionTree.subquery(.keyPath(["reports"], of: root), variable: name, inner)
    return .comparison(
      PredicateComparison(
        .keyPath(["@count"], of: members), pick([.equalTo, .greaterThan, .lessThanOrEqualTo]),
        .constant(Int.random(in: 0...2, using: &random))))
  }

  private mutating func object(_ root: ExpressionTree) -> PredicateTree {
    let person = store.id(pick(store.nodes["Person"]!))
    let team = store.id(pick(store.nodes["Team"]!))
    return switch Int.random(in: 0..<5, using: &random) {
    case 0:
      .comparison(PredicateComparison(.keyPath(["team"], of: root), pick([.equalTo, .notEqualTo]), .constant(team)))
    case 1:
      .comparison(
        PredicateComparison(
          .keyPath(["boss"], of: root), .in, .constant([person, store.id(pick(store.nodes["Employee"]!))])))
    case 2:
      .comparison(
        PredicateComparison(.keyPath(["boss", "team"], of: root), pick([.equalTo, .notEqualTo]), .constant(nil)))
    case 3: .comparison(PredicateComparison(root, pick([.equalTo, .notEqualTo]), .keyPath(["boss"], of: root)))
    default: .comparison(PredicateComparison(.constant(person), .in, .keyPath(["reports"], of: root)))
    }
  }

  private mutating func quantified(_ root: ExpressionTree) -> PredicateTree {
    let modifier = pick([Comparison.Modifier.any, .all])
    if chance(40) {
      let type = pick([Comparison.Operator.equalTo, .notEqualTo, .beginsWith, .contains])
      return .comparison(
        PredicateComparison(
          .keyPath(["tags", "label"], of: root), type, constant(.text), modifier: modifier, options: options()))
    }
    let (keys, kind) = path(depth: 1)
    var result = comparison(kind, .keyPath(["reports"] + keys, of: root), root)
    if case .comparison(var comparison) = result {
      comparison.modifier = modifier
      result = .comparison(comparison)
    }
    return result
  }

  private mutating func options() -> Comparison.Options {
    Comparison.Options(rawValue: UInt(pick([0, 0, 1, 2, 3, 4])))
  }

  private mutating func comparison(_ root: ExpressionTree) -> PredicateTree {
    let (keys, kind) = path()
    return comparison(kind, wrapped(.keyPath(keys, of: root), kind), root)
  }

  private mutating func comparison(_ kind: Kind, _ left: ExpressionTree, _ root: ExpressionTree) -> PredicateTree {
    let options = kind == .text ? options() : []
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let list = (0..<pick([0, 1, 3, 40])).map { _ in chance(5) ? NSNull() : value(kind) }
      return .comparison(PredicateComparison(left, .in, .constant(list), options: options))
    case 1 where kind != .boolean:
      let bounds: [Any] = [chance(10) ? NSNull() : value(kind), value(kind)]
      return .comparison(PredicateComparison(left, .between, .constant(bounds), options: options))
    case 2 where kind == .text, 3 where kind == .text:
      let type = pick([Comparison.Operator.beginsWith, .endsWith, .contains, .like])
      return .comparison(PredicateComparison(left, type, expression(.text, root: root, depth: 1), options: options))
    case 4:
      let members = (0..<2).map { _ in expression(kind, root: root, depth: 1) }
      return .comparison(PredicateComparison(left, .in, .aggregate(members), options: options))
    default:
      let type = pick([
        Comparison.Operator.equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo,
      ])
      return .comparison(PredicateComparison(left, type, expression(kind, root: root, depth: 1), options: options))
    }
  }
}
