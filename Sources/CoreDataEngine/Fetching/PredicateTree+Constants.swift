extension PredicateTree {
  /// The same predicate with other constants; collections are mapped element by element.
  func mappingConstants(_ map: (Any) -> Any) -> PredicateTree {
    switch self {
    case .literal, .opaque: self
    case .and(let parts): .and(parts.map { $0.mappingConstants(map) })
    case .or(let parts): .or(parts.map { $0.mappingConstants(map) })
    case .not(let part): .not(part.mappingConstants(map))
    case .comparison(let comparison):
      .comparison(
        PredicateComparison(
          comparison.left.mappingConstants(map), comparison.type, comparison.right.mappingConstants(map),
          modifier: comparison.modifier, options: comparison.options))
    }
  }
}

extension ExpressionTree {
  /// The same expression with other constants.
  func mappingConstants(_ map: (Any) -> Any) -> ExpressionTree {
    switch self {
    case .constant(nil), .evaluatedObject, .variable, .anyKey, .opaque: self
    case .constant(.some(let value)): .constant(ExpressionTree.mapped(value, map))
    case .keyPath(let keys, let operand): .keyPath(keys, of: operand.mappingConstants(map))
    case .function(let name, let arguments): .function(name, arguments.map { $0.mappingConstants(map) })
    case .aggregate(let elements): .aggregate(elements.map { $0.mappingConstants(map) })
    case .subquery(let collection, let variable, let predicate):
      .subquery(collection.mappingConstants(map), variable: variable, predicate.mappingConstants(map))
    case .conditional(let test, let yes, let no):
      .conditional(
        test.mappingConstants(map), then: yes.mappingConstants(map), otherwise: no.mappingConstants(map))
    case .union(let a, let b): .union(a.mappingConstants(map), b.mappingConstants(map))
    case .intersect(let a, let b): .intersect(a.mappingConstants(map), b.mappingConstants(map))
    case .minus(let a, let b): .minus(a.mappingConstants(map), b.mappingConstants(map))
    }
  }

  private static func mapped(_ value: Any, _ map: (Any) -> Any) -> Any {
    switch value {
    case let set as NSSet: set.allObjects.map { mapped($0, map) }
    case let set as NSOrderedSet: set.array.map { mapped($0, map) }
    case let array as [Any]: array.map { mapped($0, map) }
    case let set as Set<AnyHashable>: set.map { mapped($0.base, map) }
    default: map(value)
    }
  }
}
