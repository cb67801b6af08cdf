import Foundation

extension NSExpression {
  /// A constant; nil and `NSNull` are the constant nil.
  public convenience init(forConstantValue obj: Any?) { self.init(tree: .constant(AnyValue.unwrapped(obj))) }

  /// The value at a key path of the evaluated object, such as `team.members.@count`.
  public convenience init(forKeyPath keyPath: String) { self.init(tree: ExpressionTree(keyPath: keyPath)) }

  /// The value of a variable, given when the expression is evaluated.
  public convenience init(forVariable string: String) { self.init(tree: .variable(string)) }

  /// A call of a predefined function such as `sum:` or `add:to:`; arguments are expressions or constants.
  public convenience init(forFunction name: String, arguments parameters: [Any]) {
    self.init(tree: .function(name, parameters.map { ExpressionTree(argument: $0) }))
  }

  /// A call of a method by name on the value of an expression, as `FUNCTION(target, name, …)` in a format.
  public convenience init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
    let arguments = (parameters ?? []).map { ExpressionTree(argument: $0) }
    self.init(tree: .function(PredicateFunction.call, [target.tree, .constant(name)] + arguments))
  }

  /// A collection of expressions or constants, `{a, b}` in a format.
  public convenience init(forAggregate subexpressions: [Any]) {
    self.init(tree: .aggregate(subexpressions.map { ExpressionTree(argument: $0) }))
  }

  /// The members of a collection for which a predicate holds; `variable` names the member in the predicate.
  ///
  /// `predicate` must be an `NSPredicate`.
  public convenience init(
    forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: Any
  ) {
    guard let predicate = predicate as? NSPredicate else {
      preconditionFailure("NSExpression(forSubquery:): \(predicate) is not an NSPredicate")
    }
    self.init(tree: .subquery(expression.tree, variable: variable, predicate.tree))
  }

  /// One of two expressions, chosen by a predicate; `TERNARY(predicate, a, b)` in a format.
  public convenience init(
    forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
  ) {
    self.init(tree: .conditional(predicate.tree, then: trueExpression.tree, otherwise: falseExpression.tree))
  }

  /// The union of two sets.
  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(tree: .union(left.tree, right.tree))
  }

  /// The intersection of two sets.
  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(tree: .intersect(left.tree, right.tree))
  }

  /// The first set without the members of the second.
  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(tree: .minus(left.tree, right.tree))
  }

  /// The object an expression is evaluated with, `SELF` in a format.
  public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(tree: .evaluatedObject) }

  /// Any key; used by Spotlight only.
  public class func expressionForAnyKey() -> NSExpression { NSExpression(tree: .anyKey) }
}

extension ExpressionTree {
  /// The tree of a dotted key path; `SELF` is the evaluated object.
  package init(keyPath: String) {
    let keys = keyPath.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    let own = keys.drop { $0.uppercased() == "SELF" }
    self = own.isEmpty ? .evaluatedObject : .keyPath(Array(own), of: .evaluatedObject)
  }

  /// The tree of something given where an expression is expected.
  package init(argument: Any?) {
    if let expression = argument as? NSExpression {
      self = expression.tree
    } else {
      self = .constant(AnyValue.unwrapped(argument))
    }
  }
}
