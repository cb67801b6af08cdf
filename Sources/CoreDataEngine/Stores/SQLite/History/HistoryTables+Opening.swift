import CoreDataSQLite

extension HistoryTables {
  /// The tables of a store that is being opened; nil when it has none and shall not have any.
  ///
  /// A store that has them gets its history continued, whether the option is set or not: gaps would mislead readers.
  static func open(
    _ pool: ConnectionPool, _ options: SQLiteStoreOptions, _ model: CompiledModel, url: URL
  ) throws -> HistoryTables? {
    do {
      let exist = try pool.read { try HistoryTables.exist(in: $0) }
      guard exist || options.tracksHistory && !options.isReadOnly else { return nil }
      let tables = HistoryTables(model)
      if !options.isReadOnly, try !exist || !pool.read({ try tables.areComplete(in: $0) }) {
        try pool.write { connection in
          try connection.transaction(.immediate) { try tables.create(in: connection) }
        }
      }
      return tables
    } catch {
      throw NSError.store(error, url: url, operation: .open)
    }
  }
}
