import Foundation

extension PredicateExpressions.Variable: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(try converter.variable(key))
  }
}

extension PredicateExpressions.Value: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    SwiftPredicateConverter.constant(value)
  }
}

extension PredicateExpressions.NilLiteral: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart { .expression(.constant(nil)) }
}

extension PredicateExpressions.KeyPath: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let owner = try converter.expression(root)
    // What a captured value has is worked out at once: no store can ask it.
    if case .constant = owner { throw SwiftPredicateConverter.Unconvertible() }
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
    case .expression(.constant(nil)): return try converter.part(rhs)
    case .expression(.constant(let value)): return .expression(.constant(value))
    case .expression(let value):
      let fallback = try converter.expression(rhs)
      return .expression(.conditional(SwiftPredicateConverter.isNil(value), then: fallback, otherwise: value))
    case .predicate, .range: throw SwiftPredicateConverter.Unconvertible()
    }
  }
}
