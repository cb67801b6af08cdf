/// Figures over the members of a collection, as selects of their own: no join multiplies the rows of the statement, so
/// that several figures can stand side by side.
///
/// A correlated select is what EXPLAIN QUERY PLAN speaks for. It looks up the members of each row that is left:
///
///     SCAN t0 / CORRELATED SCALAR SUBQUERY 1 / SEARCH t1 USING INDEX ZPERSON_ZTEAM_INDEX (ZTEAM=?)
///
/// A join with the groups of all members makes them all, and an index for them, before the first row:
///
///     MATERIALIZE g / SCAN ZPERSON USING INDEX ZPERSON_ZTEAM_INDEX / SEARCH g USING AUTOMATIC COVERING INDEX (ZTEAM=?)
///
/// Over 20,000 teams of 200,000 people both take as long; where another condition leaves 20 teams, the join is some
/// thousand times slower. `RequestSQLTests.usesIndexes` holds the plan.
extension QueryCompiler {
  func figure(_ name: String, of collection: SQLCollection) throws -> SQLExpression {
    let value = collection.value
    if value.type.isDecimal, let call = decimalCall(name, value.sql) {
      return SQLExpression(collection.select(call), value.type)
    }
    switch name {
    case "@count": return SQLExpression(collection.select("COUNT(\(raw: collection.member.key))"), .integer)
    case "@sum" where value.type.isNumeric, "sum:" where value.type.isNumeric: return sum(collection)
    case "@avg" where value.type.isNumeric, "average:" where value.type.isNumeric:
      return SQLExpression(collection.select("AVG(\(value.sql))"), .number)
    case "@min", "min:": return try extreme("MIN", collection)
    case "@max", "max:": return try extreme("MAX", collection)
    case "count:": return SQLExpression(collection.select("COUNT(\(value.sql))"), .integer)
    default: throw SQLGap()
    }
  }

  /// A figure over decimals, of which SQLite's own functions would make doubles; nil for what is none of their values.
  private func decimalCall(_ name: String, _ arguments: SQLFragment) -> SQLFragment? {
    let function: String
    switch name {
    case "@sum", "sum:": function = SQLFunctions.decimalSum
    case "@avg", "average:": function = SQLFunctions.decimalAverage
    case "@min", "min:": function = SQLFunctions.decimalMinimum
    case "@max", "max:": function = SQLFunctions.decimalMaximum
    default: return nil
    }
    return "\(raw: function)(\(arguments))"
  }

  private func sum(_ collection: SQLCollection) -> SQLExpression {
    let value = collection.value
    let sum = QueryCompiler.wideSum(value) ?? "IFNULL(SUM(\(value.sql)), 0)"
    return SQLExpression(collection.select(sum), value.type.ofSum)
  }

  /// The sum of whole numbers that can overflow, which fails SQLite's sum and which `total` rounds. That of halves does
  /// neither, and goes over to a double. nil for other values.
  private static func wideSum(_ value: SQLExpression) -> SQLFragment? {
    guard value.isWide else { return nil }
    return "IFNULL(SUM(\(value.sql) >> 32) * 4294967296 + SUM(\(value.sql) & 4294967295), 0)"
  }

  private func extreme(_ function: String, _ collection: SQLCollection) throws -> SQLExpression {
    switch collection.value.type {
    case .object, .transformable, .entity, .null: throw SQLGap()
    default: break
    }
    if collection.value.isExternal { throw SQLGap() }
    return SQLExpression(collection.select("\(raw: function)(\(collection.value.sql))"), collection.value.type)
  }

  /// A value that SQL sorts by: decimals by all of their digits.
  static func ordered(_ value: SQLExpression) -> SQLFragment {
    value.type.isDecimal ? "\(raw: SQLFunctions.decimalKey)(\(value.sql))" : value.sql
  }

  /// A figure by its function's name: over a collection, over several values, or over the rows of the statement.
  func statistic(_ name: String, _ arguments: [ExpressionTree]) throws -> SQLExpression {
    if arguments.count == 1 {
      switch try operand(arguments[0]) {
      case .many(let collection):
        let figure = try figure(name == "count:" && collection.isMember ? "@count" : name, of: collection)
        return allowsAggregates ? try total(name, figure, collection) : figure
      case .value(let value) where value.constant?.kind != .list:
        return allowsAggregates ? try aggregate(name, value) : try list(name, [value])
      case .value: throw SQLGap()
      case .list(let members): return try list(name, try members.map { try single($0) })
      }
    }
    return try list(name, try arguments.map { try single($0) })
  }

  /// A figure over values side by side.
  private func list(_ name: String, _ values: [SQLExpression]) throws -> SQLExpression {
    guard let first = values.first, values.allSatisfy({ $0.type.isComparable(with: first.type) && !$0.isExternal })
    else {
      throw SQLGap()
    }
    func select(_ what: SQLFragment, _ type: SQLType, _ value: (SQLExpression) -> SQLFragment) -> SQLExpression {
      let rows = values.map { "SELECT \(value($0))" as SQLFragment }.joined(separator: " UNION ALL ")
      return SQLExpression("(SELECT \(what) FROM (\(rows)))", type)
    }
    if values.contains(where: \.type.isDecimal), let call = decimalCall(name, "v, isReal") {
      // With a double, decimals are added as doubles; the least and the largest stay what they are.
      let isReal = values.contains(where: \.type.isReal) && (name == "sum:" || name == "average:")
      return select(call, isReal ? .number : .decimal) {
        "\($0.sql) AS v, \(raw: $0.type.isReal ? "1" : "0") AS isReal"
      }
    }
    let type = values.first(where: \.type.isReal)?.type ?? first.type
    switch name {
    case "count:": return select("COUNT(v)", .integer) { "\($0.sql) AS v" }
    case "sum:" where first.type.isNumeric:
      return select("IFNULL(SUM(v), 0)", type.ofSum) { "\($0.sql) AS v" }
    case "average:" where first.type.isNumeric: return select("AVG(v)", .number) { "\($0.sql) AS v" }
    case "min:": return select("MIN(v)", type) { "\($0.sql) AS v" }
    case "max:": return select("MAX(v)", type) { "\($0.sql) AS v" }
    default: throw SQLGap()
    }
  }

  /// A figure over the rows of the statement. The sum of nothing is 0, as on Apple's platforms.
  private func aggregate(_ name: String, _ value: SQLExpression) throws -> SQLExpression {
    if value.isAggregate || value.isExternal { throw SQLGap() }
    let sql = value.sql
    var result: SQLExpression
    switch name {
    case "count:": result = SQLExpression("COUNT( \(sql))", .integer)
    case _ where value.type.isDecimal:
      guard let call = decimalCall(name, sql) else { throw SQLGap() }
      result = SQLExpression(call, value.type)
    case "sum:" where value.type.isNumeric:
      result = SQLExpression(QueryCompiler.wideSum(value) ?? "total( \(sql))", value.type.ofSum)
    case "average:" where value.type.isNumeric: result = SQLExpression("avg( \(sql))", .number)
    case "min:": result = SQLExpression("min( \(sql))", value.type)
    case "max:": result = SQLExpression("max( \(sql))", value.type)
    default: throw SQLGap()
    }
    result.isAggregate = true
    return result
  }

  /// A figure over the members that all rows of the statement have.
  private func total(_ name: String, _ figure: SQLExpression, _ collection: SQLCollection) throws -> SQLExpression {
    var result: SQLExpression
    switch name {
    case "count:": result = SQLExpression("IFNULL(SUM(\(figure.sql)), 0)", .integer)
    case "average:": result = mean(collection)
    case _ where figure.type.isDecimal:
      guard let call = decimalCall(name, figure.sql) else { throw SQLGap() }
      result = SQLExpression(call, figure.type)
    case "sum:":
      result = SQLExpression(QueryCompiler.wideSum(figure) ?? "total(\(figure.sql))", figure.type)
    case "min:", "max:": result = SQLExpression("\(raw: name.dropLast())(\(figure.sql))", figure.type)
    default: throw SQLGap()
    }
    result.isAggregate = true
    return result
  }

  /// The average of the members that all rows of the statement have.
  private func mean(_ collection: SQLCollection) -> SQLExpression {
    let value = collection.value
    let count: SQLFragment = "NULLIF(SUM(\(collection.select("COUNT(\(value.sql))"))), 0)"
    if value.type.isDecimal, let sum = decimalCall("sum:", value.sql),
      let total = decimalCall("sum:", collection.select(sum))
    {
      return SQLExpression("\(raw: SQLFunctions.evaluate)('divide:by:', 'dn', \(total), \(count))", value.type)
    }
    return SQLExpression("(total(\(collection.select("SUM(\(value.sql))"))) / \(count))", .number)
  }
}
