import CoreDataSQLite

/// Rows whose values triggers have changed.
extension SQLiteStore {
  /// The present rows of those that triggers have changed in the transaction, outside of the cache.
  func readAffectedRows(on connection: Connection) throws -> [RowPage] {
    let affected = AffectedRows.take(from: connection)
    if affected.isEmpty { return [] }
    var writer = RowWriter()
    for (root, keys) in keysByRoot(affected) {
      let selection = queries.selection(of: root)
      var reader = RowReader(selection)
      try KeyChunks.forEach(keys.sorted()) { count, part in
        let statement = try connection.prepare(EntityQueries.sql(selection, keys: count))
        KeyChunks.bind(part, count: count, to: statement)
        while try statement.step() { _ = try reader.pack(statement, into: &writer) }
      }
    }
    return writer.pages
  }

  /// The cache must not go on serving what triggers have changed.
  func forgetAffectedRows(of connection: Connection) {
    let affected = AffectedRows.take(from: connection)
    for (root, keys) in keysByRoot(affected) { cache.remove(keys, in: root) }
  }

  private func keysByRoot(_ rows: Set<AffectedRows.Row>) -> [(EntityLayout, [Int64])] {
    var keys: [Int: [Int64]] = [:]
    for row in rows {
      guard let index = schema.entityIndex(ofNumber: row.entity) else { continue }
      keys[schema.root(of: model.layouts[index]).index, default: []].append(row.key)
    }
    return keys.map { (model.layouts[$0], $1) }
  }
}
