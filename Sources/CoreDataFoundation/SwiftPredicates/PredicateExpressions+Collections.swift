import Foundation

extension PredicateExpressions.SequenceContains: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .predicate(try converter.contains(sequence, element))
  }
}

extension PredicateExpressions.SequenceContainsWhere: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let count = try converter.subquery(sequence, variable.key, test).appending(["@count"])
    return .predicate(SwiftPredicateConverter.compare(count, .greaterThan, .constant(0)))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let count = try converter.subquery(sequence, variable.key, test, isNegated: true).appending(["@count"])
    return .predicate(SwiftPredicateConverter.compare(count, .equalTo, .constant(0)))
  }
}

extension PredicateExpressions.Filter: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(try converter.subquery(sequence, variable.key, filter))
  }
}

extension PredicateExpressions.SequenceStartsWith: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    guard Base.Output.self == String.self else { throw SwiftPredicateConverter.Unconvertible() }
    let (text, start) = (try converter.expression(base), try converter.expression(prefix))
    return .predicate(SwiftPredicateConverter.compare(text, .beginsWith, start))
  }
}

extension PredicateExpressions.CollectionContainsCollection: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    guard Base.Output.self == String.self else { throw SwiftPredicateConverter.Unconvertible() }
    let (text, part) = (try converter.expression(base), try converter.expression(other))
    return .predicate(SwiftPredicateConverter.compare(text, .contains, part))
  }
}

extension PredicateExpressions.SequenceMaximum: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(.function("max:", [try converter.expression(elements)]))
  }
}

extension PredicateExpressions.SequenceMinimum: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(.function("min:", [try converter.expression(elements)]))
  }
}

extension PredicateExpressions.Range: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .range(lower: try converter.expression(lower), upper: try converter.expression(upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .range(lower: try converter.expression(lower), upper: try converter.expression(upper), isClosed: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .predicate(try converter.contains(range, element))
  }
}

extension SwiftPredicateConverter {
  /// Whether a range or a collection contains an element.
  fileprivate func contains(_ collection: Any, _ element: Any) throws -> PredicateTree {
    guard case .range(let lower, let upper, let isClosed) = try part(collection) else {
      return Self.compare(try expression(element), .in, try expression(collection))
    }
    let value = try expression(element)
    if let lower, let upper, isClosed { return Self.compare(value, .between, .aggregate([lower, upper])) }
    let bounds = [
      lower.map { Self.compare(value, .greaterThanOrEqualTo, $0) },
      upper.map { Self.compare(value, isClosed ? .lessThanOrEqualTo : .lessThan, $0) },
    ].compactMap { $0 }
    return bounds.count == 1 ? bounds[0] : .and(bounds)
  }
}
