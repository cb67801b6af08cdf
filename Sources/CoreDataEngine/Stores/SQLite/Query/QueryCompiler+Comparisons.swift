extension QueryCompiler {
  func compile(_ comparison: PredicateComparison) throws -> SQLFragment {
    if comparison.left.isClosed, comparison.right.isClosed {
      return try comparison.closedTruth().map { $0 ? .yes : .no } ?? .null
    }
    guard comparison.modifier == .direct else { return try quantified(comparison) }
    switch comparison.type {
    case .in:
      let element = try single(comparison.left)
      return try membership(comparison, of: element, in: try operand(comparison.right), isContains: false)
    case .contains:
      let left = try operand(comparison.left)
      if case .value(let text) = left, text.constant?.kind != .list {
        return try compare(text, try single(comparison.right), comparison)
      }
      return try membership(comparison, of: try single(comparison.right), in: left, isContains: true)
    case .between: return try between(try single(comparison.left), comparison)
    default: break
    }
    return try compare(try single(comparison.left), try single(comparison.right), comparison)
  }

  /// Compares two single values.
  func compare(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: PredicateComparison
  ) throws -> SQLFragment {
    if left.isNilConstant || right.isNilConstant {
      let other = left.isNilConstant ? right : left
      switch comparison.type {
      case .equalTo: return "\(other.sql) IS NULL"
      case .notEqualTo: return "\(other.sql) IS NOT NULL"
      default: return .null
      }
    }
    if left.isExternal || right.isExternal || left.type.isTransformable || right.type.isTransformable { throw SQLGap() }
    switch comparison.type {
    case .matches, .like, .beginsWith, .endsWith, .contains: return try text(left, right, comparison)
    case .customSelector: throw QueryError.unsupported(.comparison(comparison))
    case .equalTo, .notEqualTo: return try equality(left, right, comparison)
    default: return try order(left, right, comparison)
    }
  }

  private func equality(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: PredicateComparison
  ) throws -> SQLFragment {
    let isEqual = comparison.type == .equalTo
    if comparison.options.folds, isText(left, right) {
      let search = try self.text(left, right, comparison)
      return isEqual ? search : "NOT \(search)"
    }
    let (first, second) = try matched(left, right, comparison)
    return "\(first) \(raw: isEqual ? "=" : "<>") \(second)"
  }

  private func order(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: PredicateComparison
  ) throws -> SQLFragment {
    let sign =
      switch comparison.type {
      case .lessThan: "<"
      case .lessThanOrEqualTo: "<="
      case .greaterThan: ">"
      default: ">="
      }
    if left.type.isObject || right.type.isObject { throw QueryError.unsupported(.comparison(comparison)) }
    if comparison.options.folds, isText(left, right) {
      let (first, second) = try matched(left, right, comparison)
      let options = comparison.options.rawValue
      return "\(raw: SQLFunctions.textOrder)(\(first), \(second), \(raw: options)) \(raw: sign) 0"
    }
    let (first, second) = try matched(left, right, comparison)
    if left.type.isDecimal || right.type.isDecimal, !left.type.isReal, !right.type.isReal {
      return "\(raw: SQLFunctions.decimalOrder)(\(first), \(second)) \(raw: sign) 0"
    }
    return "\(first) \(raw: sign) \(second)"
  }

  func isText(_ left: SQLExpression, _ right: SQLExpression) -> Bool { left.type.isText && right.type.isText }

  /// Both sides in one form. Throws when values of their types can never be equal.
  func matched(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: PredicateComparison
  ) throws -> (SQLFragment, SQLFragment) {
    let first = try bound(left, as: right.type, comparison)
    let second = try bound(right, as: left.type, comparison)
    if left.type.isDecimal, right.type.isReal { return ("\(raw: SQLFunctions.nearestDouble)(\(first))", second) }
    if left.type.isReal, right.type.isDecimal { return (first, "\(raw: SQLFunctions.nearestDouble)(\(second))") }
    return (first, second)
  }

  /// A side of a comparison in the form that the type of the other asks for.
  func bound(
    _ expression: SQLExpression, as type: SQLType, _ comparison: PredicateComparison
  ) throws -> SQLFragment {
    if let constant = expression.constant {
      guard let encoding = type.encoding(of: constant.kind) else {
        let name = constant.value.map { String(describing: Swift.type(of: $0)) } ?? "nil"
        throw QueryError.typeMismatch(name, type, in: .comparison(plain(comparison)))
      }
      return "\(SQLParameter(constant: constant.index, encoding: encoding))"
    }
    guard expression.type.isComparable(with: type) else {
      throw QueryError.typeMismatch(expression.type.name, type, in: .comparison(plain(comparison)))
    }
    return expression.sql
  }

  private func between(_ value: SQLExpression, _ comparison: PredicateComparison) throws -> SQLFragment {
    let bounds: [SQLExpression]
    switch try operand(comparison.right) {
    case .list(let members) where members.count == 2: bounds = try members.map { try single($0) }
    case .value(let list) where list.constant?.kind == .list:
      bounds = try members(of: list, as: value.type, comparison)
    default: throw QueryError.unsupported(.comparison(plain(comparison)))
    }
    guard bounds.count == 2 else { throw QueryError.unsupported(.comparison(plain(comparison))) }
    var lower = comparison
    lower.type = .lessThanOrEqualTo
    let first = try compare(bounds[0], value, lower)
    let second = try compare(value, bounds[1], lower)
    return "(\(first) AND \(second))"
  }

  /// The members of a constant list as constants of their own.
  private func members(
    of list: SQLExpression, as type: SQLType, _ comparison: PredicateComparison
  ) throws -> [SQLExpression] {
    guard let constant = list.constant, let values = constant.value as? [Any] else {
      return []
    }
    guard let encoding = type.memberEncoding else { throw QueryError.unsupported(.comparison(plain(comparison))) }
    return values.indices.map { index in
      let (type, encoding): (SQLType, ConstantEncoding) =
        switch NumberForm(values[index]) {
        case .real where type.isNumeric: (.number, .number)
        case .decimal where type.isNumeric: (.decimal, .decimal)
        default: (type, encoding)
        }
      let parameter = SQLParameter(constant: constant.index, encoding: .member(index, encoding))
      return SQLExpression("\(parameter)", type)
    }
  }

  /// The comparison with its constants in place of their numbers, for messages.
  func plain(_ comparison: PredicateComparison) -> PredicateComparison {
    var comparison = comparison
    comparison.left = comparison.left.withoutNumbers
    comparison.right = comparison.right.withoutNumbers
    return comparison
  }
}

extension ExpressionTree {
  /// The expression with constants in place of their numbers, as far as it is a constant.
  fileprivate var withoutNumbers: ExpressionTree {
    if case .constant(let constant as NumberedConstant) = self { return .constant(constant.value) }
    return self
  }
}
