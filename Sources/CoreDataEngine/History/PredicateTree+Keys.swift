extension PredicateTree {
  /// The first keys of all key paths that begin at the evaluated object.
  var firstKeys: [String] {
    switch self {
    case .literal, .opaque: []
    case .and(let parts), .or(let parts): parts.flatMap(\.firstKeys)
    case .not(let part): part.firstKeys
    case .comparison(let comparison): comparison.left.firstKeys + comparison.right.firstKeys
    }
  }
}

extension ExpressionTree {
  fileprivate var firstKeys: [String] {
    switch self {
    case .constant, .evaluatedObject, .variable, .anyKey, .opaque: []
    case .keyPath(let keys, of: .evaluatedObject): Array(keys.prefix(1))
    case .keyPath(_, of: let operand): operand.firstKeys
    case .function(_, let arguments): arguments.flatMap(\.firstKeys)
    case .aggregate(let members): members.flatMap(\.firstKeys)
    case .subquery(let members, variable: _, let predicate): members.firstKeys + predicate.firstKeys
    case .conditional(let predicate, then: let first, otherwise: let second):
      predicate.firstKeys + first.firstKeys + second.firstKeys
    case .union(let left, let right), .intersect(let left, let right), .minus(let left, let right):
      left.firstKeys + right.firstKeys
    }
  }
}
