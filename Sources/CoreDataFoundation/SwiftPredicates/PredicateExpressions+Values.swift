import Foundation

extension PredicateExpressions.Variable: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(try converter.variable(key))
  }
}

extension PredicateExpressions.Value: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    if let range = value as? any RangeValue {
      return .range(lower: .constant(range.lower), upper: .constant(range.upper), isClosed: range.isClosed)
    }
    return .expression(.constant(AnyValue.unwrapped(value)))
  }
}

extension PredicateExpressions.NilLiteral: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart { .expression(.constant(nil)) }
}

extension PredicateExpressions.KeyPath: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let owner = try converter.expression(root)
    switch kind {
    case .collectionCount: return .expression(Self.count(owner))
    case .collectionIsEmpty:
      return .predicate(SwiftPredicateConverter.compare(Self.count(owner), .equalTo, .constant(0)))
    case .collectionFirst:
      return .expression(.function(PredicateFunction.index, [owner, .constant(CollectionIndex.first)]))
    case .bidirectionalCollectionLast:
      return .expression(.function(PredicateFunction.index, [owner, .constant(CollectionIndex.last)]))
    default:
      guard let name = keyName(of: keyPath) else { throw SwiftPredicateConverter.Unconvertible() }
      return .expression(owner.appending(name.split(separator: ".").map(String.init)))
    }
  }

  private static func count(_ owner: ExpressionTree) -> ExpressionTree {
    Root.Output.self == String.self ? .function("length:", [owner]) : owner.appending(["@count"])
  }
}

extension PredicateExpressions.ForcedUnwrap: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart { try converter.part(inner) }
}

extension PredicateExpressions.OptionalFlatMap: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let value = try converter.expression(wrapped)
    converter.bind(variable.key, to: value)
    switch try converter.part(transform) {
    case .predicate(let tree): return .optional(tree, of: value)
    case let part: return part
    }
  }
}

extension PredicateExpressions.NilCoalesce: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    switch try converter.part(lhs) {
    case .optional(let tree, of: let value):
      let isNil = SwiftPredicateConverter.isNil(value)
      return .predicate(.or([.and([.not(isNil), tree]), .and([isNil, try converter.predicate(rhs)])]))
    case .expression(let value):
      let fallback = try converter.expression(rhs)
      return .expression(.conditional(SwiftPredicateConverter.isNil(value), then: fallback, otherwise: value))
    case .predicate, .range: throw SwiftPredicateConverter.Unconvertible()
    }
  }
}

/// A range that was captured as a value.
private protocol RangeValue {
  var lower: Any { get }
  var upper: Any { get }
  var isClosed: Bool { get }
}

extension Range: RangeValue {
  fileprivate var lower: Any { lowerBound }
  fileprivate var upper: Any { upperBound }
  fileprivate var isClosed: Bool { false }
}

extension ClosedRange: RangeValue {
  fileprivate var lower: Any { lowerBound }
  fileprivate var upper: Any { upperBound }
  fileprivate var isClosed: Bool { true }
}
