/// What a fetch of dictionaries in memory reads a row from.
protocol DictionaryRow: AnyObject {
  /// What stands for the row in a dictionary.
  var dictionaryValue: Any { get }
}

extension StoredRow: DictionaryRow {
  /// A key, which the context turns into an ID.
  var dictionaryValue: Any { ObjectKey(entityIndex: reference.row.entityIndex, key: reference.row.key) }
}

extension NSManagedObject: DictionaryRow {
  var dictionaryValue: Any { objectID }
}

/// Evaluates a fetch of dictionaries in memory: columns, groups, aggregates, having, distinct, order and window, in the
/// order in which SQL does it.
struct DictionaryEvaluation<Row: DictionaryRow> {
  private let query: DictionaryQuery
  private let evaluator: PredicateEvaluator

  /// Throws for what SQLite stores refuse too.
  init(_ query: DictionaryQuery, nilRule: PredicateEvaluator.NilRule) throws {
    self.query = query
    evaluator = PredicateEvaluator(nilRule: nilRule)
    try DictionaryCheck(query).check()
  }

  /// A dictionary, and the first of the rows that it was made of; nil when there was none.
  private struct Result {
    var values: [String: Any]
    var row: Row?
  }

  /// The dictionaries of the rows that match, which come in any order.
  func results(of rows: [Row]) throws -> [[String: Any]] {
    var results: [Result]
    if query.groupBy.isEmpty, !query.columns.contains(where: { $0.expression.hasAggregate }) {
      results = try rows.map { row in
        Result(values: try values { plain(try evaluator.value(of: $0, row)) }, row: row)
      }
    } else {
      results = try groups(rows).compactMap(result(ofGroup:))
    }
    if query.isDistinct { results = distinct(results) }
    if !query.rows.sort.isEmpty { results.sort { isOrdered($0, $1) } }
    return query.rows.window(of: results).map(\.values)
  }

  private func values(_ value: (ExpressionTree) throws -> Any?) rethrows -> [String: Any] {
    var values: [String: Any] = [:]
    for column in query.columns { values[column.name] = try value(column.expression) }
    return values
  }

  // MARK: Groups

  private func groups(_ rows: [Row]) throws -> [[Row]] {
    if query.groupBy.isEmpty { return [rows] }
    var order: [[AnyHashable?]] = []
    var table: [[AnyHashable?]: [Row]] = [:]
    for row in rows {
      let key = try query.groupBy.map { plain(try evaluator.value(of: $0, row)).flatMap(AnyValue.distinctKey) }
      if table[key] == nil { order.append(key) }
      table[key, default: []].append(row)
    }
    return order.compactMap { table[$0] }
  }

  private func result(ofGroup rows: [Row]) throws -> Result? {
    let values = try values { try value(of: $0, inGroup: rows) }
    if let having = query.having {
      let evaluator = PredicateEvaluator(nilRule: evaluator.nilRule, bindings: values.mapValues { Optional($0) })
      guard try evaluator.matches(resolved(having, rows), rows.first) else { return nil }
    }
    return Result(values: values, row: rows.first)
  }

  private func value(of expression: ExpressionTree, inGroup rows: [Row]) throws -> Any? {
    plain(try evaluator.value(of: resolved(expression, rows), rows.first))
  }

  /// The expression with the figures of the group in place of its aggregates.
  private func resolved(_ expression: ExpressionTree, _ rows: [Row]) throws -> ExpressionTree {
    guard case .function(let name, let arguments) = expression else { return expression }
    guard expression.isAggregate else {
      return .function(name, try arguments.map { try resolved($0, rows) })
    }
    // What a row has many of counts member by member.
    let values = try rows.flatMap { row -> [Any] in
      guard let value = plain(try evaluator.value(of: arguments[0], row)) else { return [] }
      return (AnyValue.elements(value) ?? [value]).compactMap { AnyValue.unwrapped($0) }
    }
    return .constant(try evaluator.value(of: .function(name, [.constant(values)]), nil))
  }

  private func resolved(_ tree: PredicateTree, _ rows: [Row]) throws -> PredicateTree {
    switch tree {
    case .literal, .opaque: return tree
    case .and(let parts): return .and(try parts.map { try resolved($0, rows) })
    case .or(let parts): return .or(try parts.map { try resolved($0, rows) })
    case .not(let part): return .not(try resolved(part, rows))
    case .comparison(var comparison):
      comparison.left = try resolved(comparison.left, rows)
      comparison.right = try resolved(comparison.right, rows)
      return .comparison(comparison)
    }
  }

  private func plain(_ value: Any?) -> Any? { (value as? Row)?.dictionaryValue ?? value }

  // MARK: Order

  /// Whether the first comes before the second; a descriptor may name a column, or a key path of the rows.
  private func isOrdered(_ first: Result, _ second: Result) -> Bool {
    for descriptor in query.rows.sort {
      let order: ComparisonResult
      if let key = descriptor.key, query.columns.contains(where: { $0.name == key }) {
        let forward = descriptor.ordering.compare(first.values[key], second.values[key])
        order = descriptor.ascending ? forward : forward.reversed
      } else if let left = first.row, let right = second.row {
        order = descriptor.compare(left, to: right)
      } else {
        continue
      }
      if order != .orderedSame { return order == .orderedAscending }
    }
    return false
  }

  private func distinct(_ results: [Result]) -> [Result] {
    var seen = Set<[String: AnyHashable]>()
    return results.filter { seen.insert($0.values.compactMapValues(AnyValue.distinctKey)).inserted }
  }
}
