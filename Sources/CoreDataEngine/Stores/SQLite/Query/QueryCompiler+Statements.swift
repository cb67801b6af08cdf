extension QueryCompiler {
  /// The statement of a fetch. `predicate` is the query's with its constants numbered.
  func plan(_ query: RowQuery, _ predicate: PredicateTree?, _ result: SQLResult) throws -> SQLPlan {
    let (condition, remaining) = try split(predicate)
    let terms = result == .count ? [] : try order(query.sort)
    let isWhole = remaining.isEmpty && terms != nil
    var what: SQLFragment
    var selection: RowSelection?
    switch result {
    case .count: what = query.limit > 0 || query.offset > 0 ? "t0.Z_PK" : "COUNT(*)"
    case .keys: what = "t0.Z_ENT, t0.Z_PK"
    case .rows, .dictionaries:
      let rows = RowSelection(schema: schema, layout: layout, includesSubentities: query.includesSubentities)
      what = SQLFragment(rows.selectList(alias: "t0"))
      selection = rows
    }
    let conditions = [restriction(includesSubentities: query.includesSubentities), condition].compactMap { $0 }
    var sql: SQLFragment = "SELECT \(what) FROM \(raw: scope.from)\(QueryCompiler.clause("WHERE", conditions))"
    sql = "\(sql)\(QueryCompiler.ordering(terms ?? []))"
    if isWhole { sql = "\(sql)\(raw: QueryCompiler.window(query))" }
    if result == .count, query.limit > 0 || query.offset > 0 { sql = "SELECT COUNT(*) FROM (\(sql))" }
    return SQLPlan(sql, selection: selection, remaining: remaining, sortsInMemory: terms == nil)
  }

  static func clause(_ word: String, _ conditions: [SQLFragment]) -> SQLFragment {
    if conditions.isEmpty { return "" }
    if conditions.count == 1 { return " \(raw: word)  \(conditions[0])" }
    return " \(raw: word)  (\(conditions.joined(separator: " AND  ")))"
  }

  static func ordering(_ terms: [SQLFragment]) -> SQLFragment {
    terms.isEmpty ? "" : " ORDER BY \(terms.joined(separator: ", "))"
  }

  static func window(_ query: RowQuery) -> String {
    switch (query.limit, query.offset) {
    case (1..., 1...): " LIMIT \(query.limit) OFFSET \(query.offset)"
    case (1..., _): " LIMIT \(query.limit)"
    case (_, 1...): " LIMIT -1 OFFSET \(query.offset)"
    default: ""
    }
  }

  /// The condition for what SQL can say of a predicate, and the places of the conjuncts that it cannot say.
  func split(_ predicate: PredicateTree?) throws -> (condition: SQLFragment?, remaining: [Int]) {
    guard let predicate else { return (nil, []) }
    var conditions: [SQLFragment] = []
    var remaining: [Int] = []
    for (index, part) in predicate.conjuncts.enumerated() {
      do {
        conditions.append(try compile(part))
      } catch is SQLGap {
        try FetchCheck(layout: layout).check(part)
        remaining.append(index)
      }
    }
    return (conditions.isEmpty ? nil : QueryCompiler.balanced(conditions[...], " AND  "), remaining)
  }

  /// The terms of ORDER BY; nil when a descriptor orders by code of the caller's.
  func order(_ descriptors: [NSSortDescriptor]) throws -> [SQLFragment]? {
    var terms: [SQLFragment] = []
    var isComplete = true
    for descriptor in descriptors {
      if let term = try term(sortValue(descriptor.key), descriptor) { terms.append(term) } else { isComplete = false }
    }
    return isComplete ? terms : nil
  }

  /// A term of ORDER BY; nil when the descriptor orders by code of the caller's.
  func term(_ value: SQLExpression, _ descriptor: NSSortDescriptor) throws -> SQLFragment? {
    var term = QueryCompiler.ordered(value)
    switch descriptor.ordering {
    case .natural: break
    case .text(let order):
      guard value.type.isText else { throw QueryError.unsupportedSelector(order, descriptor.key, value.type.name) }
      term = "\(term) COLLATE \(raw: order.collation)"
    case .unknown(let selector): throw QueryError.unsupportedSelector(selector)
    case .code: return nil
    }
    return "\(term)\(raw: descriptor.ascending ? "" : " DESC")"
  }

  /// What a sort key stands for; nil for the objects themselves.
  private func sortValue(_ key: String?) throws -> SQLExpression {
    guard let key else { return value(root) }
    guard case .keyPath(let keys, of: let operand) = ExpressionTree(keyPath: key) else { return value(root) }
    if keys.contains(where: { $0.hasPrefix("@") }) { throw QueryError.unsupportedSort(key) }
    guard case .value(let value) = try path(keys, of: operand) else { throw QueryError.toManyNotAllowed }
    if value.type.isTransformable || value.isExternal { throw QueryError.unsupportedSort(key) }
    return value
  }
}
