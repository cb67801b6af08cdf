/// Finds unknown keys in a predicate that is not compiled, so that nothing runs before they are known.
struct KeyPathCheck {
  let schema: SQLSchema
  let layout: EntityLayout

  func check(_ tree: PredicateTree) throws {
    switch tree {
    case .literal, .opaque: break
    case .and(let parts), .or(let parts): for part in parts { try check(part) }
    case .not(let part): try check(part)
    case .comparison(let comparison):
      try check(comparison.left)
      try check(comparison.right)
    }
  }

  private func check(_ expression: ExpressionTree) throws {
    switch expression {
    case .constant, .evaluatedObject, .variable, .anyKey, .opaque: break
    case .keyPath(let keys, of: .evaluatedObject): try check(keys)
    case .keyPath(_, of: let operand): try check(operand)
    case .function(_, let arguments): for argument in arguments { try check(argument) }
    case .aggregate(let members): for member in members { try check(member) }
    case .subquery(let members, _, let predicate):
      try check(members)
      try check(predicate)
    case .conditional(let predicate, let first, let second):
      try check(predicate)
      try check(first)
      try check(second)
    case .union(let left, let right), .intersect(let left, let right), .minus(let left, let right):
      try check(left)
      try check(right)
    }
  }

  private func check(_ keys: [String]) throws {
    var current = layout
    for (index, key) in keys.enumerated() where !key.hasPrefix("@") {
      if current.property(named: key) == nil, ["objectID", "self", "entity"].contains(key) { return }
      guard let property = current.property(named: key) else { throw QueryError.unknownKeyPath(keys, in: layout) }
      switch schema.entity(current).placements[property.slot] {
      case .none: throw QueryError.unknownKeyPath(keys, in: layout)
      case .attribute:
        if let next = keys.dropFirst(index + 1).first, !next.hasPrefix("@") {
          throw QueryError.unknownKeyPath(keys, in: layout)
        }
      case .composite:
        let rest = keys.dropFirst(index + 1)
        if rest.isEmpty || property.composite?.leaf(at: rest) != nil { return }
        throw QueryError.unknownKeyPath(keys, in: layout)
      case .toOne, .oneToMany, .manyToMany, .inverseless: current = property.destination
      }
    }
  }
}
