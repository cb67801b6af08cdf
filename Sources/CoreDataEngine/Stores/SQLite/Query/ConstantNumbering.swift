/// Puts `NumberedConstant`s in the place of the constants of a tree, in the order in which `QueryShape` collects them.
struct ConstantNumbering {
  private var count = 0

  mutating func number(_ tree: PredicateTree) throws -> PredicateTree {
    switch tree {
    case .literal, .opaque: return tree
    case .and(let parts): return .and(try parts.map { try number($0) })
    case .or(let parts): return .or(try parts.map { try number($0) })
    case .not(let part): return .not(try number(part))
    case .comparison(var comparison):
      // Its answer is part of the shape; its constants are not bound.
      if comparison.left.isClosed, comparison.right.isClosed { return tree }
      comparison.left = try number(comparison.left)
      comparison.right = try number(comparison.right)
      return .comparison(comparison)
    }
  }

  mutating func number(_ expression: ExpressionTree) throws -> ExpressionTree {
    if expression.isClosed {
      let value = try expression.closedValue()
      defer { count += 1 }
      return .constant(NumberedConstant(index: count, kind: ConstantKind(value), value: value))
    }
    switch expression {
    case .constant, .evaluatedObject, .variable, .anyKey, .opaque: return expression
    case .keyPath(let keys, of: let operand): return .keyPath(keys, of: try number(operand))
    case .function(let name, let arguments): return .function(name, try arguments.map { try number($0) })
    case .aggregate(let members): return .aggregate(try members.map { try number($0) })
    case .subquery(let members, variable: let name, let predicate):
      return .subquery(try number(members), variable: name, try number(predicate))
    case .conditional(let predicate, then: let first, otherwise: let second):
      return .conditional(try number(predicate), then: try number(first), otherwise: try number(second))
    case .union(let left, let right): return .union(try number(left), try number(right))
    case .intersect(let left, let right): return .intersect(try number(left), try number(right))
    case .minus(let left, let right): return .minus(try number(left), try number(right))
    }
  }
}
