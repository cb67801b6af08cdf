import Foundation

/// A part of a Swift `#Predicate` that has a counterpart in the predicate language.
protocol SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart
}

/// What a part of a Swift predicate becomes.
enum SwiftPredicatePart {
  case predicate(PredicateTree)
  case expression(ExpressionTree)
  /// A predicate over an optional value: nil when the value is.
  case optional(PredicateTree, of: ExpressionTree)
  /// A range between two bounds, or from or up to one.
  case range(lower: ExpressionTree?, upper: ExpressionTree?, isClosed: Bool)
}

/// Turns the tree of a Swift `#Predicate` into a predicate tree.
///
/// The nodes are generic types, so each of them converts itself; a node without a conversion makes the whole predicate
/// unconvertible.
final class SwiftPredicateConverter {
  /// There is no counterpart.
  struct Unconvertible: Error {}

  private var variables: [PredicateExpressions.VariableID: ExpressionTree] = [:]
  private var count = 0

  static func tree<Input>(_ predicate: Predicate<Input>) throws -> PredicateTree {
    let converter = SwiftPredicateConverter()
    converter.variables[predicate.variable.key] = .evaluatedObject
    return try converter.predicate(predicate.expression)
  }

  func part(_ node: Any) throws -> SwiftPredicatePart {
    do {
      guard let node = node as? any SwiftPredicateNode else { throw Unconvertible() }
      return try node.converted(by: self)
    } catch is Unconvertible {
      // What needs no input has a value already. Without its input a node throws.
      guard let node = node as? any PredicateExpression, let value = try? node.evaluate(PredicateBindings()) else {
        throw Unconvertible()
      }
      return Self.constant(value)
    }
  }

  static func constant(_ value: Any) -> SwiftPredicatePart {
    guard let range = value as? any RangeValue else { return .expression(.constant(AnyValue.unwrapped(value))) }
    return .range(
      lower: range.lower.map { .constant($0) }, upper: range.upper.map { .constant($0) }, isClosed: range.isClosed)
  }

  /// A truth value alone, such as a Boolean property, is compared with true.
  func predicate(_ node: Any) throws -> PredicateTree {
    switch try part(node) {
    case .predicate(let tree): return tree
    case .expression(.constant(let value as Bool)): return .literal(value)
    case .expression(let expression): return Self.compare(expression, .equalTo, .constant(true))
    case .optional(let tree, of: let value): return .and([.not(Self.isNil(value)), tree])
    case .range: throw Unconvertible()
    }
  }

  /// A predicate where a value is wanted is true or false.
  func expression(_ node: Any) throws -> ExpressionTree {
    switch try part(node) {
    case .expression(let expression): return expression
    case .predicate(let tree): return Self.truth(tree)
    case .optional(let tree, of: let value):
      return .conditional(Self.isNil(value), then: .constant(nil), otherwise: Self.truth(tree))
    case .range: throw Unconvertible()
    }
  }

  private static func truth(_ tree: PredicateTree) -> ExpressionTree {
    .conditional(tree, then: .constant(true), otherwise: .constant(false))
  }

  func variable(_ id: PredicateExpressions.VariableID) throws -> ExpressionTree {
    guard let expression = variables[id] else { throw Unconvertible() }
    return expression
  }

  /// Lets a variable stand for an expression.
  func bind(_ id: PredicateExpressions.VariableID, to expression: ExpressionTree) { variables[id] = expression }

  /// The members of a collection for which a test holds, or does not.
  func subquery(
    _ sequence: Any, _ id: PredicateExpressions.VariableID, _ test: Any, isNegated: Bool = false
  ) throws -> ExpressionTree {
    count += 1
    let name = "element\(count)"
    let members = try expression(sequence)
    bind(id, to: .variable(name))
    let condition = try predicate(test)
    return .subquery(members, variable: name, isNegated ? .not(condition) : condition)
  }

  static func compare(
    _ left: ExpressionTree, _ type: NSComparisonPredicate.Operator, _ right: ExpressionTree
  ) -> PredicateTree {
    .comparison(PredicateComparison(left, type, right))
  }

  static func isNil(_ expression: ExpressionTree) -> PredicateTree { compare(expression, .equalTo, .constant(nil)) }
}
