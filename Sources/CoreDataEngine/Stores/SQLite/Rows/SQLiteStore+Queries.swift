import CoreDataSQLite

/// Fetches.
extension SQLiteStore {
  func split(_ query: RowQuery) throws -> QuerySplit { try planner.split(query) }

  func rows(_ query: RowQuery) throws -> [RowPage] {
    guard query.includesValues else { return try keyPages(query) }
    let moment = cache.now
    let pages = try logged({ $0.reduce(0) { $0 + $1.count } }) { try read { try runner($0).rows(query) } }
    for page in pages { cache.insert(page, of: query.layout, readAt: moment) }
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

  func keys(_ query: RowQuery) throws -> [ObjectKey] {
    try logged(\.count) { try read { try runner($0).keys(query) } }
  }

  func count(_ query: RowQuery) throws -> Int {
    func count() throws -> Int { try read { try runner($0).count(query) } }
    guard let log = SQLDebugLog.current else { return try count() }
    return try log.request({ "total count request execution time: \($0) for count of \($1)." }, count)
  }

  func dictionaries(_ query: DictionaryQuery) throws -> [[String: Any]] {
    try logged(\.count) { try read { try runner($0).dictionaries(query, externalData: externalData(named:)) } }
  }

  /// Carries a fetch out, and prints how long it took and how many rows it gave where that is wanted.
  private func logged<Result>(_ count: (Result) -> Int, _ fetch: () throws -> Result) throws -> Result {
    guard let log = SQLDebugLog.current else { return try fetch() }
    return try log.request({ "total fetch execution time: \($0) for \(count($1)) rows." }, fetch)
  }

  func runner(_ connection: Connection) -> QueryRunner { QueryRunner(planner: planner, connection: connection) }
}
