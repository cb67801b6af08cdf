import Foundation

extension NSPredicate {
  /// A predicate in which constants stand for the variables that `variables` names; others stay. `NSNull` is nil.
  ///
  /// Follows Apple's `withSubstitutionVariables(_:)`.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    let values = variables.mapValues { AnyValue.unwrapped($0) }
    let predicate = NSPredicate.make(tree.substituting(values))
    // A block or a user's subclass keeps its variables: it gets them when it is evaluated.
    return predicate as? Self ?? self
  }
}

extension PredicateTree {
  package func substituting(_ variables: [String: Any?]) -> PredicateTree {
    switch self {
    case .literal, .opaque: return self
    case .comparison(var comparison):
      comparison.left = comparison.left.substituting(variables)
      comparison.right = comparison.right.substituting(variables)
      return .comparison(comparison)
    case .and(let parts): return .and(parts.map { $0.substituting(variables) })
    case .or(let parts): return .or(parts.map { $0.substituting(variables) })
    case .not(let part): return .not(part.substituting(variables))
    }
  }
}

extension ExpressionTree {
  package func substituting(_ variables: [String: Any?]) -> ExpressionTree {
    switch self {
    case .constant, .evaluatedObject, .anyKey, .opaque: return self
    case .variable(let name):
      guard let value = variables[name] else { return self }
      return ExpressionTree(argument: value)
    case .keyPath(let keys, of: let operand): return .keyPath(keys, of: operand.substituting(variables))
    case .function(let name, let arguments): return .function(name, arguments.map { $0.substituting(variables) })
    case .aggregate(let members): return .aggregate(members.map { $0.substituting(variables) })
    case .subquery(let members, variable: let name, let predicate):
      var inner = variables
      inner.removeValue(forKey: name)
      return .subquery(members.substituting(variables), variable: name, predicate.substituting(inner))
    case .conditional(let predicate, then: let first, otherwise: let second):
      return .conditional(
        predicate.substituting(variables), then: first.substituting(variables),
        otherwise: second.substituting(variables))
    case .union(let left, let right): return .union(left.substituting(variables), right.substituting(variables))
    case .intersect(let left, let right):
      return .intersect(left.substituting(variables), right.substituting(variables))
    case .minus(let left, let right): return .minus(left.substituting(variables), right.substituting(variables))
    }
  }
}
