import CoreDataSQLite

/// Fetches.
extension SQLiteStore {
  func split(_ query: RowQuery) throws -> QuerySplit { try planner.split(query) }

  func rows(_ query: RowQuery) throws -> [RowPage] {
    guard query.includesValues else { return try keyPages(query) }
    let pages = try read { try runner($0).rows(query) }
    for page in pages { cache.insert(page, of: query.layout) }
    return pages
  }

  /// Rows of keys alone, in the form of packed rows.
  private func keyPages(_ query: RowQuery) throws -> [RowPage] {
    var writer = RowWriter()
    for key in try keys(query) {
      writer.begin(key: key.key, version: 0, entityIndex: key.entityIndex, cellCount: 0, hasValues: false)
      writer.end()
    }
    return writer.pages
  }

  func keys(_ query: RowQuery) throws -> [ObjectKey] { try read { try runner($0).keys(query) } }

  func count(_ query: RowQuery) throws -> Int { try read { try runner($0).count(query) } }

  func dictionaries(_ query: DictionaryQuery) throws -> [[String: Any]] {
    try read { try runner($0).dictionaries(query, externalData: externalData(named:)) }
  }

  func runner(_ connection: Connection) -> QueryRunner { QueryRunner(planner: planner, connection: connection) }
}
