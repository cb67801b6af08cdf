extension MemoryStore {
  func split(_ query: RowQuery) throws -> QuerySplit { QuerySplit(stored: query) }

  func rows(_ query: RowQuery) throws -> [RowPage] {
    let moment = cache.now
    let found = try matches(query)
    var writer = RowWriter()
    for row in found {
      if query.includesValues {
        writer.append(row.reference.row)
      } else {
        let row = row.reference.row
        writer.begin(key: row.key, version: row.version, entityIndex: row.entityIndex, cellCount: 0, hasValues: false)
        writer.end()
      }
    }
    for page in writer.pages { cache.insert(page, readAt: moment) }
    return writer.pages
  }

  func keys(_ query: RowQuery) throws -> [ObjectKey] {
    try matches(query).map { ObjectKey(entityIndex: $0.reference.row.entityIndex, key: $0.reference.row.key) }
  }

  func count(_ query: RowQuery) throws -> Int { try matches(query).count }

  func dictionaries(_ query: DictionaryQuery) throws -> [[String: Any]] {
    try DictionaryEvaluation<StoredRow>(query, nilRule: .memory).results(of: matches(query.allRows))
  }

  private func matches(_ query: RowQuery) throws -> [StoredRow] { try matches(query, in: tables) }

  /// The matching rows, in order and cut.
  func matches(_ query: RowQuery, in snapshot: MemoryTables) throws -> [StoredRow] {
    try FetchCheck(layout: query.layout).check(query)
    let view = StoredRowSource(tables: snapshot, model: model)
    let layout = query.layout
    let predicate = query.predicate.map { view.identified($0).prepared }
    let evaluator = PredicateEvaluator(nilRule: .memory)
    var found: [StoredRow] = []
    func consider(_ reference: RowReference) throws {
      let entity = model.layouts[reference.row.entityIndex]
      guard query.includesSubentities ? entity.isKind(of: layout) : entity === layout else { return }
      let row = StoredRow(reference, in: view)
      if let predicate, try !evaluator.matches(predicate, row) { return }
      found.append(row)
    }
    if let keys = query.predicate?.namedKeys(in: layout) {
      for key in keys {
        if let reference = snapshot.row(key, root: layout.rootIndex) { try consider(reference) }
      }
    } else {
      for (_, reference) in snapshot.rows[layout.rootIndex] { try consider(reference) }
    }
    // Without an order of the request's own, rows come in the order they were inserted.
    found.sort { first, second in
      for descriptor in query.sort {
        let order = descriptor.compare(first, to: second)
        if order != .orderedSame { return order == .orderedAscending }
      }
      return first.reference.row.key < second.reference.row.key
    }
    return query.window(of: found)
  }
}
