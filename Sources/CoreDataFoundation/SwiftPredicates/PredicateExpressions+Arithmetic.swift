import Foundation

extension PredicateExpressions.Arithmetic: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let name: String
    switch op {
    case .add: name = "add:to:"
    case .subtract: name = "from:subtract:"
    case .multiply: name = "multiply:by:"
    @unknown default: throw SwiftPredicateConverter.Unconvertible()
    }
    return .expression(.function(name, [try converter.expression(lhs), try converter.expression(rhs)]))
  }
}

extension PredicateExpressions.IntDivision: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(.function("divide:by:", [try converter.expression(lhs), try converter.expression(rhs)]))
  }
}

extension PredicateExpressions.FloatDivision: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(.function("divide:by:", [try converter.expression(lhs), try converter.expression(rhs)]))
  }
}

extension PredicateExpressions.IntRemainder: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(.function("modulus:by:", [try converter.expression(lhs), try converter.expression(rhs)]))
  }
}

extension PredicateExpressions.UnaryMinus: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(try converter.expression(wrapped).negated)
  }
}
