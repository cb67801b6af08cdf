/// Evaluates a fetch of dictionaries in memory: columns, groups, aggregates, having, distinct.
struct DictionaryEvaluation {
  private let query: DictionaryQuery
  private let evaluator = PredicateEvaluator(nilRule: .memory)

  init(_ query: DictionaryQuery) { self.query = query }

  /// The dictionaries of matching rows, which are in the request's order.
  func results(of rows: [StoredRow]) throws -> [[String: Any]] {
    var results: [[String: Any]]
    if query.groupBy.isEmpty, !query.columns.contains(where: { DictionaryEvaluation.isAggregate($0.expression) }) {
      results = try rows.map { row in try dictionary(of: row) }
    } else {
      results = try groups(rows).compactMap(dictionary(ofGroup:))
    }
    if query.isDistinct { results = distinct(results) }
    return results
  }

  private func dictionary(of row: StoredRow) throws -> [String: Any] {
    var values: [String: Any] = [:]
    for column in query.columns { values[column.name] = plain(try evaluator.value(of: column.expression, row)) }
    return values
  }

  private func groups(_ rows: [StoredRow]) throws -> [[StoredRow]] {
    if query.groupBy.isEmpty { return [Array(rows)] }
    var order: [[AnyHashable?]] = []
    var table: [[AnyHashable?]: [StoredRow]] = [:]
    for row in rows {
      let key = try query.groupBy.map { plain(try evaluator.value(of: $0, row)) as? AnyHashable }
      if table[key] == nil { order.append(key) }
      table[key, default: []].append(row)
    }
    return order.compactMap { table[$0] }
  }

  private func dictionary(ofGroup rows: [StoredRow]) throws -> [String: Any]? {
    var values: [String: Any] = [:]
    for column in query.columns { values[column.name] = try value(of: column.expression, inGroup: rows) }
    if let having = query.having {
      let bindings = values.mapValues { Optional($0) }
      guard try PredicateEvaluator(nilRule: .memory, bindings: bindings).matches(having, rows.first) else { return nil }
    }
    return values
  }

  private func value(of expression: ExpressionTree, inGroup rows: [StoredRow]) throws -> Any? {
    guard case .function(let name, let arguments) = expression, DictionaryEvaluation.isAggregate(expression),
      let argument = arguments.first
    else { return try rows.first.flatMap { plain(try evaluator.value(of: expression, $0)) } }
    let values = try rows.compactMap { plain(try evaluator.value(of: argument, $0)) }
    return plain(try evaluator.value(of: .function(name, [.constant(values)]), nil))
  }

  static func isAggregate(_ expression: ExpressionTree) -> Bool {
    guard case .function(let name, _) = expression else { return false }
    return ["count:", "sum:", "average:", "min:", "max:", "median:", "mode:", "stddev:"].contains(name)
  }

  /// Rows that stand for objects become keys, which the context turns into IDs.
  private func plain(_ value: Any?) -> Any? {
    guard let row = value as? StoredRow else { return value }
    return ObjectKey(entityIndex: row.reference.row.entityIndex, key: row.reference.row.key)
  }

  private func distinct(_ results: [[String: Any]]) -> [[String: Any]] {
    var seen = Set<[String: AnyHashable]>()
    return results.filter { seen.insert($0.compactMapValues { $0 as? AnyHashable }).inserted }
  }
}
