import CoreDataSQLite

/// Telling of commits.
extension SQLiteStore {
  /// Calls `onChange` after every transaction, whoever has written it, when the store's options ask for that.
  func watchChanges(_ onChange: @escaping (Int64?) -> Void) {
    guard options.postsRemoteChanges, hasFile else { return }
    let location = Connection.Location.file(url.path)
    let connections = StoreConnection(location: location, options: options)
    // A store that can be read by its own connections and not by one more is used without notices.
    guard let connection = try? connections.open(queryOnly: !options.isReadOnly) else { return }
    let new = try? RemoteChangeWatch(
      connection, history: historyTables != nil,
      lastNumber: { [weak self] in try self?.lastTransactionNumber($0) ?? 0 },
      onChange: onChange)
    watch.withLock { $0 = new }
  }

  /// After a commit of this store's own.
  func noteCommit() { watch.withLock { $0 }?.poke() }
}

/// Reading the store as it is at one moment.
extension SQLiteStore {
  /// nil for a store in memory, or without a write-ahead log.
  func pinned() throws -> (any ObjectStore)? {
    do {
      guard let connection = try pool.makeOwnReader() else { return nil }
      try connection.execute("BEGIN")
      // The moment is that of the first look.
      _ = try connection.scalar("SELECT count(*) FROM sqlite_master")
      return SQLiteStore(pinning: self, connection)
    } catch {
      throw NSError.store(error, url: url, operation: .read)
    }
  }
}
