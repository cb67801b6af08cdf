extension QueryCompiler {
  private static let operators = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "modulus:by:": "%",
    "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|", "leftshift:by:": "<<", "rightshift:by:": ">>",
  ]

  func function(_ name: String, _ arguments: [ExpressionTree]) throws -> SQLExpression {
    if PredicateFunction.statistics.contains(name) { return try statistic(name, arguments) }
    switch name {
    case PredicateFunction.cast: return try cast(arguments)
    case PredicateFunction.index: return try element(arguments)
    case PredicateFunction.call, "random", "random:", "distanceToLocation:fromLocation:": throw SQLGap()
    case "noindex:" where arguments.count == 1:
      var value = try single(arguments[0])
      value.sql = "+\(value.sql)"
      return value
    default: break
    }
    guard PredicateFunction.names.contains(name), name.count(where: { $0 == ":" }) == arguments.count else {
      throw QueryError.error("Unsupported function expression \(name)")
    }
    let values = try arguments.map { try single($0) }
    if values.count == 2, let result = arithmetic(name, values[0], values[1]) { return result }
    return try called(name, values)
  }

  /// What SQL's own operators calculate as evaluation does. Decimals are left to evaluation's own arithmetic.
  private func arithmetic(_ name: String, _ left: SQLExpression, _ right: SQLExpression) -> SQLExpression? {
    guard let sign = QueryCompiler.operators[name] else { return nil }
    let type: SQLType
    switch (left.type, right.type) {
    case (.decimal, _), (_, .decimal): return nil
    case (.date, .date) where sign == "-": type = .number
    case (.date, let other) where other.isNumeric && (sign == "+" || sign == "-"): type = .date
    case (.integer, .integer): type = .integer
    case (let first, let second) where first.isNumeric && second.isNumeric: type = .number
    default: return nil
    }
    var result = SQLExpression("(\(left.sql) \(raw: sign) \(right.sql))", type)
    result.isAggregate = left.isAggregate || right.isAggregate
    return result
  }

  /// A function that calls the evaluator's.
  private func called(_ name: String, _ values: [SQLExpression], type: SQLType? = nil) throws -> SQLExpression {
    var codes = ""
    for value in values {
      guard let code = value.type.code, !value.isExternal else { throw SQLGap() }
      codes.append(code)
    }
    let arguments = values.map { ", \($0.sql)" as SQLFragment }.joined(separator: "")
    var result = SQLExpression(
      "\(raw: SQLFunctions.evaluate)('\(raw: name)', '\(raw: codes)'\(arguments))", type ?? self.type(of: name, values))
    result.isAggregate = values.contains(where: \.isAggregate)
    return result
  }

  private func type(of name: String, _ values: [SQLExpression]) -> SQLType {
    switch name {
    case "uppercase:", "lowercase:", "canonical:": .text
    case "length:", "onesComplement:", "modulus:by:", "leftshift:by:", "rightshift:by:", "bitwiseAnd:with:",
      "bitwiseOr:with:", "bitwiseXor:with:":
      .integer
    case "abs:", "ceiling:", "floor:", "trunc:": values[0].type
    // With a double, decimals are calculated with as doubles.
    case "add:to:", "from:subtract:", "multiply:by:", "divide:by:":
      values.contains { $0.type.isReal } ? .number : .decimal
    default: .number
    }
  }

  private func cast(_ arguments: [ExpressionTree]) throws -> SQLExpression {
    guard arguments.count == 2, case .constant(let constant as NumberedConstant) = arguments[1],
      let name = constant.value as? String
    else { throw SQLGap() }
    let type: SQLType
    switch name {
    case "NSDate", "Date": type = .date
    case "NSUUID", "UUID": type = .uuid
    case "NSURL", "URL": type = .uri
    case "NSData", "Data": type = .data
    case "NSDecimalNumber", "Decimal": type = .decimal
    case "NSNumber": type = .number
    case "NSString", "String": type = .text
    default: throw QueryError.error("Unsupported type '\(name)' of CAST")
    }
    return try called(PredicateFunction.cast, [try single(arguments[0]), self.constant(constant)], type: type)
  }

  /// `list[SIZE]`; no other place in a list is known to SQL.
  private func element(_ arguments: [ExpressionTree]) throws -> SQLExpression {
    guard arguments.count == 2, case .constant(let index as NumberedConstant) = arguments[1], index.kind == .symbol,
      index.value as? CollectionIndex == .size, case .many(let collection) = try operand(arguments[0])
    else { throw SQLGap() }
    return SQLExpression(collection.select("COUNT(*)"), .integer)
  }
}
