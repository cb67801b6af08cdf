import Foundation

/// The parsed form of a predicate: what `NSPredicate` objects carry, what the SQL generator and the evaluator read.
package indirect enum PredicateTree {
  case literal(Bool)
  case comparison(PredicateComparison)
  case and([PredicateTree])
  case or([PredicateTree])
  case not(PredicateTree)
  /// A predicate that can only be evaluated: a block, or a user's own subclass.
  case opaque(NSPredicate)
}

/// One comparison of a predicate.
package struct PredicateComparison {
  package var left: ExpressionTree
  package var right: ExpressionTree
  package var modifier: NSComparisonPredicate.Modifier
  package var type: NSComparisonPredicate.Operator
  package var options: NSComparisonPredicate.Options

  package init(
    _ left: ExpressionTree, _ type: NSComparisonPredicate.Operator, _ right: ExpressionTree,
    modifier: NSComparisonPredicate.Modifier = .direct, options: NSComparisonPredicate.Options = []
  ) {
    self.left = left
    self.right = right
    self.modifier = modifier
    self.type = type
    self.options = options
  }
}

/// The parsed form of an expression.
package indirect enum ExpressionTree {
  /// nil is the constant nil; `NSNull` given by a caller counts as nil.
  case constant(Any?)
  case evaluatedObject
  case variable(String)
  /// Keys in order, `@count` and other collection operators included, read from `operand`.
  case keyPath([String], of: ExpressionTree)
  /// A function by its selector-like name (`sum:`, `add:to:`, `now`, `objectFrom:withIndex:`, …).
  case function(String, [ExpressionTree])
  /// `{ a, b, … }`
  case aggregate([ExpressionTree])
  case subquery(ExpressionTree, variable: String, PredicateTree)
  case conditional(PredicateTree, then: ExpressionTree, otherwise: ExpressionTree)
  case union(ExpressionTree, ExpressionTree)
  case intersect(ExpressionTree, ExpressionTree)
  case minus(ExpressionTree, ExpressionTree)
  case anyKey
  /// An expression that only its own class understands: a block, a fetch request expression, a user's subclass.
  case opaque(NSExpression)

  /// A key path of the evaluated object.
  package static func path(_ keys: String...) -> ExpressionTree { .keyPath(keys, of: .evaluatedObject) }
}
