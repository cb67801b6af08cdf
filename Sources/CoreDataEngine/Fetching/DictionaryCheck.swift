/// Finds what a fetch of dictionaries in memory must not ask for, as the statements of SQLite stores find it.
struct DictionaryCheck {
  private let query: DictionaryQuery
  private let fetch: FetchCheck

  init(_ query: DictionaryQuery) {
    self.query = query
    fetch = FetchCheck(layout: query.rows.layout)
  }

  func check() throws {
    for column in query.columns {
      try fetch.check(column.expression)
      if !query.groupBy.isEmpty, !column.expression.hasAggregate, !column.expression.isClosed,
        !query.groupBy.contains(where: { $0.isEqual(to: column.expression) })
      {
        throw QueryError.notGrouped(column.name)
      }
    }
    for group in query.groupBy { try fetch.check(group) }
    if query.groupBy.isEmpty, query.having != nil { throw QueryError.havingWithoutGroups }
    if let having = query.having { try fetch.check(having) }
    let names = Set(query.columns.map(\.name))
    var rows = query.rows
    // A descriptor may name a column instead of a key.
    rows.sort = rows.sort.filter { descriptor in
      if let key = descriptor.key { !names.contains(key) } else { true }
    }
    for descriptor in query.rows.sort {
      switch descriptor.ordering {
      case .natural: break
      case .text(let order):
        guard let column = query.columns.first(where: { $0.name == descriptor.key }) else { break }
        try fetch.check(column.expression, isSortedBy: order, column.name)
      case .unknown(let selector): throw QueryError.unsupportedSelector(selector)
      case .code: throw QueryError.unsupportedSort(descriptor.key ?? "SELF")
      }
    }
    try fetch.check(rows)
  }
}

extension ExpressionTree {
  /// Whether the expression is a figure over the rows of a fetch of dictionaries.
  var isAggregate: Bool {
    guard case .function(let name, let arguments) = self, arguments.count == 1 else { return false }
    if case .aggregate = arguments[0] { return false }
    return PredicateFunction.statistics.contains(name)
  }

  /// Whether a figure over rows is in the expression.
  var hasAggregate: Bool {
    guard case .function(_, let arguments) = self else { return false }
    return isAggregate || arguments.contains(where: \.hasAggregate)
  }
}
