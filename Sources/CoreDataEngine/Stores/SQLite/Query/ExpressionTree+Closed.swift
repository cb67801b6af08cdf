extension ExpressionTree {
  /// Whether the value depends on no row and no variable, so that it is computed once and bound.
  var isClosed: Bool {
    switch self {
    case .constant: true
    case .keyPath(_, of: let operand): operand.isClosed
    case .function(let name, let arguments): !name.hasPrefix("random") && arguments.allSatisfy(\.isClosed)
    case .aggregate(let members): members.allSatisfy(\.isClosed)
    case .union(let left, let right), .intersect(let left, let right), .minus(let left, let right):
      left.isClosed && right.isClosed
    case .evaluatedObject, .variable, .subquery, .conditional, .anyKey, .opaque: false
    }
  }

  /// The value of a closed expression; a collection comes as an `[Any]`, so that it is copied only once.
  func closedValue() throws -> Any? {
    guard let value = PlainValue.unwrapped(try evaluated()) else { return nil }
    return PlainValue.isPlain(value) ? value : AnyValue.elements(value) ?? value
  }

  private func evaluated() throws -> Any? {
    if case .constant(let value) = self { return value }
    do {
      return try PredicateEvaluator(nilRule: .sql).value(of: self, nil)
    } catch {
      throw QueryError.error("Cannot evaluate \(format): \(error)", underlying: error)
    }
  }
}

extension PredicateTree {
  /// The parts that all must hold.
  var conjuncts: [PredicateTree] {
    if case .and(let parts) = self { return parts.flatMap(\.conjuncts) }
    return [self]
  }
}
