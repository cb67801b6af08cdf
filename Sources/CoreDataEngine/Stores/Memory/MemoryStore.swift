/// A store in memory: packed rows by key, and the destinations of every to-many relationship.
///
/// Predicates are evaluated row by row, by the rule of evaluation in memory.
///
/// @unchecked Sendable: everything mutable is inside `state`.
final class MemoryStore: ObjectStore, @unchecked Sendable {
  let cache: RowCache
  let filtersInSQL = false
  let model: CompiledModel
  let state: Lock<MemoryTables>

  init(model: CompiledModel, metadata: [String: Any]) {
    self.model = model
    cache = RowCache(model: model)
    state = Lock(MemoryTables(model: model, metadata: metadata))
  }

  func split(_ query: RowQuery) throws -> QuerySplit { QuerySplit(stored: query) }

  func rows(_ query: RowQuery) throws -> [RowPage] {
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
    for page in writer.pages { cache.insert(page) }
    return writer.pages
  }

  func keys(_ query: RowQuery) throws -> [ObjectKey] {
    try matches(query).map { ObjectKey(entityIndex: $0.reference.row.entityIndex, key: $0.reference.row.key) }
  }

  func count(_ query: RowQuery) throws -> Int { try matches(query).count }

  func dictionaries(_ query: DictionaryQuery) throws -> [[String: Any]] {
    try DictionaryEvaluation(query).results(of: matches(query.rows))
  }

  private func matches(_ query: RowQuery) throws -> [StoredRow] {
    try matches(query, in: state.withLock { $0 })
  }

  /// The matching rows, in order and cut.
  func matches(_ query: RowQuery, in snapshot: MemoryTables) throws -> [StoredRow] {
    let view = StoredRowSource(tables: snapshot, model: model)
    let layout = query.layout
    let predicate = query.predicate.map { view.identified($0) }
    let evaluator = PredicateEvaluator(nilRule: .memory)
    var found: [StoredRow] = []
    for (_, reference) in snapshot.rows[layout.rootIndex] {
      let entity = model.layouts[reference.row.entityIndex]
      guard query.includesSubentities ? entity.isKind(of: layout) : entity === layout else { continue }
      let row = StoredRow(reference, in: view)
      if let predicate, try !evaluator.matches(predicate, row) { continue }
      found.append(row)
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

  func rows(of keys: [Int64], in layout: EntityLayout) throws -> [RowPage] {
    let references = state.withLock { tables in keys.compactMap { tables.rows[layout.rootIndex][$0] } }
    var writer = RowWriter()
    for reference in references { writer.append(reference.row) }
    for page in writer.pages { cache.insert(page) }
    return writer.pages
  }

  func row(of key: Int64, in layout: EntityLayout) throws -> RowReference? {
    state.withLock { $0.rows[layout.rootIndex][key] }
  }

  func destinations(of relationship: PropertyLayout, owner: Int64) throws -> [ObjectKey] {
    state.withLock { $0.destinations[relationship.linkID]?[owner] ?? [] }
  }

  func destinations(
    of relationship: PropertyLayout, owners: [Int64], rowsToo: Bool
  ) throws -> (keys: [Int64: [ObjectKey]], pages: [RowPage]) {
    let keys = state.withLock { tables -> [Int64: [ObjectKey]] in
      let table = tables.destinations[relationship.linkID] ?? [:]
      var found: [Int64: [ObjectKey]] = [:]
      for owner in owners { found[owner] = table[owner] }
      return found
    }
    guard rowsToo else { return (keys, []) }
    return (keys, try rows(of: Array(Set(keys.values.joined().map(\.key))), in: relationship.destination))
  }

  func externalData(named name: String) throws -> Data {
    throw NSError.coreData(NSPersistentStoreOperationError, reason: "A store in memory has no external data.")
  }

  func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> ClosedRange<Int64> {
    state.withLock { $0.allocate(count, root: layout.rootIndex) }
  }

  func save(_ changes: ChangeSet) throws -> SaveOutcome {
    try state.withLock { tables in
      var work = MemorySave(changes, tables)
      let outcome = try work.run()
      if case .saved = outcome { tables = work.tables }
      return outcome
    }
  }

  func readMetadata() throws -> [String: Any] { state.withLock { $0.metadata } }

  func writeMetadata(_ metadata: [String: Any]) throws { state.withLock { $0.metadata = metadata } }

  func close() throws {
    state.withLock { $0 = MemoryTables(model: model, metadata: $0.metadata) }
    cache.removeAll()
  }
}

extension PropertyLayout {
  /// Names a relationship within its model: sub-entities share it.
  var linkID: Int { owner.index << 16 | slot }
}
