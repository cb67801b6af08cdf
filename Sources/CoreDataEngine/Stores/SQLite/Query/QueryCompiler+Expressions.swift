extension QueryCompiler {
  /// An expression as a side of a comparison.
  func operand(_ expression: ExpressionTree) throws -> SQLOperand {
    switch expression {
    case .constant(let constant as NumberedConstant): return .value(self.constant(constant))
    case .constant: throw SQLGap()
    case .evaluatedObject: return .value(value(root))
    case .variable(let name):
      if let member = members[name] { return .value(value(member)) }
      if let column = columns[name] { return .value(column) }
      throw QueryError.unbound(name)
    case .keyPath(let keys, of: let operand): return try path(keys, of: operand)
    case .function(let name, let arguments): return .value(try function(name, arguments))
    case .aggregate(let members): return .list(members)
    case .subquery(let collection, variable: let name, let predicate):
      return .many(try subquery(collection, name, predicate))
    case .conditional(let predicate, then: let first, otherwise: let second):
      return .value(try conditional(predicate, first, second))
    case .union, .intersect, .minus: throw SQLGap()
    case .anyKey, .opaque: throw QueryError.unsupported(expression)
    }
  }

  /// An expression that must have one value.
  func single(_ expression: ExpressionTree) throws -> SQLExpression {
    switch try operand(expression) {
    case .value(let value): return value
    case .many: throw QueryError.toManyNotAllowed
    case .list: throw SQLGap()
    }
  }

  func constant(_ constant: NumberedConstant) -> SQLExpression {
    let type = constant.kind.type
    let encoding = type.encoding(of: constant.kind) ?? .number
    var value = SQLExpression("\(SQLParameter(constant: constant.index, encoding: encoding))", type)
    value.constant = constant
    return value
  }

  /// The members for which a predicate holds. What is unknown does not count.
  private func subquery(
    _ expression: ExpressionTree, _ name: String, _ predicate: PredicateTree
  ) throws -> SQLCollection {
    guard case .many(var collection) = try operand(expression), let member = collection.value.object else {
      throw SQLGap()
    }
    let outer = members.updateValue(member, forKey: name)
    defer { members[name] = outer }
    collection.conditions.append(try compile(predicate))
    return collection
  }

  private func conditional(
    _ predicate: PredicateTree, _ first: ExpressionTree, _ second: ExpressionTree
  ) throws -> SQLExpression {
    let condition = try compile(predicate)
    let (then, otherwise) = (try single(first), try single(second))
    guard then.type.isComparable(with: otherwise.type), !then.isExternal, !otherwise.isExternal else { throw SQLGap() }
    let type = then.type.isNull || otherwise.type.isDecimal ? otherwise.type : then.type
    return SQLExpression("CASE WHEN \(condition) THEN \(then.sql) ELSE \(otherwise.sql) END", type)
  }
}
