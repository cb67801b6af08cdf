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
    switch name {
    case "@count": return SQLExpression(collection.select("COUNT(\(raw: collection.member.key))"), .integer)
    case "@sum", "sum:": return try sum(collection)
    case "@avg", "average:": return SQLExpression(collection.select("AVG(\(try numeric(collection)))"), .number)
    case "@min", "min:": return try extreme("MIN", collection)
    case "@max", "max:": return try extreme("MAX", collection)
    case "count:":
      return SQLExpression(collection.select("COUNT(\(collection.value.sql))"), .integer)
    default: throw SQLGap()
    }
  }

  private func sum(_ collection: SQLCollection) throws -> SQLExpression {
    let type = collection.value.type
    let value = try numeric(collection)
    // SQLite's sum of whole numbers fails when it overflows; that of halves does not, and goes over to a double.
    let sum = collection.select(
      collection.value.isWide
        ? "IFNULL(SUM(\(value) >> 32) * 4294967296 + SUM(\(value) & 4294967295), 0)" : "IFNULL(SUM(\(value)), 0)")
    // SQLite adds doubles. What is in a double to the fifteenth digit is what adding decimals gives.
    return type.isDecimal ? SQLExpression("\(raw: SQLFunctions.rounded)(\(sum))", type) : SQLExpression(sum, type)
  }

  private func numeric(_ collection: SQLCollection) throws -> SQLFragment {
    guard collection.value.type.isNumeric else { throw SQLGap() }
    return QueryCompiler.real(collection.value)
  }

  private func extreme(_ function: String, _ collection: SQLCollection) throws -> SQLExpression {
    switch collection.value.type {
    case .object, .transformable, .entity, .null: throw SQLGap()
    default: break
    }
    if collection.value.isExternal { throw SQLGap() }
    let value = collection.value
    if value.type.isDecimal {
      // SQLite's own functions would compare doubles, and give one.
      let order: SQLFragment = "\(QueryCompiler.ordered(value))\(raw: function == "MAX" ? " DESC" : "")"
      return SQLExpression(collection.first(value.sql, by: order), value.type)
    }
    return SQLExpression(collection.select("\(raw: function)(\(value.sql))"), value.type)
  }

  /// A value that SQL calculates with: decimals as doubles.
  static func real(_ value: SQLExpression) -> SQLFragment {
    value.type.isDecimal ? "CAST(\(value.sql) AS REAL)" : value.sql
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
    let isDecimal = values.contains { $0.type.isDecimal }
    let type = isDecimal ? SQLType.decimal : first.type
    let rows = values.map { "SELECT \(QueryCompiler.real($0)) AS v" as SQLFragment }.joined(separator: " UNION ALL ")
    func select(_ what: SQLFragment, _ type: SQLType) -> SQLExpression {
      SQLExpression("(SELECT \(what) FROM (\(rows)))", type)
    }
    switch name {
    case "count:": return select("COUNT(v)", .integer)
    case "sum:" where type.isNumeric:
      let sum = select("IFNULL(SUM(v), 0)", type)
      return isDecimal ? SQLExpression("\(raw: SQLFunctions.rounded)(\(sum.sql))", type) : sum
    case "average:" where type.isNumeric: return select("AVG(v)", .number)
    case "min:": return select("MIN(v)", type)
    case "max:": return select("MAX(v)", type)
    default: throw SQLGap()
    }
  }

  /// A figure over the rows of the statement. The sum of nothing is 0, as on Apple's platforms.
  private func aggregate(_ name: String, _ value: SQLExpression) throws -> SQLExpression {
    if value.isAggregate || value.isExternal { throw SQLGap() }
    let sql = QueryCompiler.real(value)
    var result: SQLExpression
    switch name {
    case "count:": result = SQLExpression("COUNT( \(value.sql))", .integer)
    case "sum:" where value.type.isDecimal:
      result = SQLExpression("\(raw: SQLFunctions.rounded)(total( \(sql)))", value.type)
    case "sum:" where value.type.isNumeric: result = SQLExpression("total( \(sql))", value.type)
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
    case "sum:": result = SQLExpression("total(\(figure.sql))", figure.type)
    case "min:", "max:":
      result = SQLExpression("\(raw: name.dropLast())(\(QueryCompiler.real(figure)))", figure.type)
    case "average:":
      let sum = collection.select("SUM(\(QueryCompiler.real(collection.value)))")
      let count = collection.select("COUNT(\(collection.value.sql))")
      result = SQLExpression("(total(\(sum)) / NULLIF(SUM(\(count)), 0))", .number)
    default: throw SQLGap()
    }
    result.isAggregate = true
    return result
  }
}
