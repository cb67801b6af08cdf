import CoreDataSQLite

/// Saving, and the keys of new objects.
extension SQLiteStore {
  func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> ClosedRange<Int64> {
    precondition(count > 0, "\(count) keys were asked for.")
    return try write { connection in
      try KeyAllocation(schema: schema, connection: connection).take(count, root: schema.root(of: layout))
    }
  }

  func highestKey(in layout: EntityLayout) throws -> Int64 {
    try read { try KeyAllocation(schema: schema, connection: $0).lastKey(of: schema.root(of: layout)) }
  }

  func withoutWriters(_ body: () throws -> Void) throws {
    guard options.isReadOnly else { return try write { _ in try body() } }
    try pool.write { connection in try connection.transaction(.deferred) { try body() } }
  }

  /// Ends the transaction of a save that meets conflicts.
  private struct Rejection: Error {}

  var saveManner: SaveManner { .database }

  func save(_ changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome {
    let files = ExternalDataFiles(of: hasFile ? url : nil)
    var outcome = SaveOutcome.saved
    do {
      try write { connection in
        let session = try SaveSession(store: self, connection: connection, changes: changes, files: files)
        outcome = try session.run()
        guard case .saved = outcome else { throw Rejection() }
        if let number = try session.history?.finish() { changes.receipt.transactions[identifier] = number }
        changes.receipt.derived[identifier] = try readAffectedRows(on: connection)
        outcome = try rest?() ?? .saved
        guard case .saved = outcome else { throw Rejection() }
      }
    } catch {
      // An object that had its key before this save is known by it.
      for object in changes.inserted where object.key < 0 { object.touched?.permanentKey = 0 }
      changes.receipt.transactions[identifier] = nil
      changes.receipt.derived[identifier] = nil
      files.discardNew()
      guard error is Rejection else { throw error }
      return outcome
    }
    files.removeOld()
    forget(changes)
    noteCommit()
    return .saved
  }

  /// The cache must not go on serving what has been deleted. Newer versions of rows take the place of older ones when they
  /// come in, right after this.
  private func forget(_ changes: ChangeSet) {
    for object in changes.updated where object.row == nil {
      cache.remove(CollectionOfOne(object.key), in: object.layout)
    }
    cache.remove(changes.deleted)
  }
}
