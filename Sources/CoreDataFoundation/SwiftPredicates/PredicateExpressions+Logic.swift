import Foundation

extension PredicateExpressions.Conjunction: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .predicate(.and([try converter.predicate(lhs), try converter.predicate(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .predicate(.or([try converter.predicate(lhs), try converter.predicate(rhs)]))
  }
}

extension PredicateExpressions.Negation: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .predicate(.not(try converter.predicate(wrapped)))
  }
}

extension PredicateExpressions.Equal: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    switch (try converter.part(lhs), try converter.part(rhs)) {
    case (.expression(let left), .expression(let right)):
      return .predicate(SwiftPredicateConverter.compare(left, .equalTo, right))
    case (.predicate(let tree), .expression(.constant(let value as Bool))):
      return .predicate(value ? tree : .not(tree))
    case (.optional(_, of: let value), .expression(.constant(nil))):
      return .predicate(SwiftPredicateConverter.isNil(value))
    case (.optional(let tree, of: let value), .expression(.constant(let truth as Bool))):
      return .predicate(.and([.not(SwiftPredicateConverter.isNil(value)), truth ? tree : .not(tree)]))
    default:
      let (left, right) = (try converter.expression(lhs), try converter.expression(rhs))
      return .predicate(SwiftPredicateConverter.compare(left, .equalTo, right))
    }
  }
}

extension PredicateExpressions.NotEqual: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    if case .expression(let left) = try converter.part(lhs), case .expression(let right) = try converter.part(rhs) {
      return .predicate(SwiftPredicateConverter.compare(left, .notEqualTo, right))
    }
    let equal = PredicateExpressions.Equal(lhs: lhs, rhs: rhs)
    return .predicate(.not(try converter.predicate(equal)))
  }
}

extension PredicateExpressions.Comparison: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let type: NSComparisonPredicate.Operator
    switch op {
    case .lessThan: type = .lessThan
    case .lessThanOrEqual: type = .lessThanOrEqualTo
    case .greaterThan: type = .greaterThan
    case .greaterThanOrEqual: type = .greaterThanOrEqualTo
    @unknown default: throw SwiftPredicateConverter.Unconvertible()
    }
    let (left, right) = (try converter.expression(lhs), try converter.expression(rhs))
    return .predicate(SwiftPredicateConverter.compare(left, type, right))
  }
}

extension PredicateExpressions.Conditional: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let condition = try converter.predicate(test)
    if Output.self == Bool.self {
      let (first, second) = (try converter.predicate(trueBranch), try converter.predicate(falseBranch))
      return .predicate(.or([.and([condition, first]), .and([.not(condition), second])]))
    }
    let (first, second) = (try converter.expression(trueBranch), try converter.expression(falseBranch))
    return .expression(.conditional(condition, then: first, otherwise: second))
  }
}
