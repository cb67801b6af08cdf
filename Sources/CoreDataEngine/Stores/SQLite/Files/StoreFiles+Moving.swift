import CoreDataSQLite

/// Destroying, copying and moving stores.
extension StoreFiles {
  /// Removes the store. A file that is no store, or a damaged one, goes too. Throws 134090 while another connection, of
  /// this or another process, is in the middle of a transaction, unless `force` is set.
  ///
  /// A connection that is open but idle does not keep the store: it notices before its next save that its file is gone.
  func destroy(force: Bool = false) throws {
    if !force { try requireNoTransaction() }
    try remove()
  }

  private func requireNoTransaction() throws {
    guard !isInMemory, case .database? = try? DatabaseHeader.read(url) else { return }
    do {
      let connection = try Connection(
        .file(url.path), options: Connection.OpenOptions(createIfNeeded: false, busyTimeout: 0))
      defer { connection.close() }
      try connection.transaction(.exclusive) {}
    } catch let error as SQLiteError {
      guard error.code == .busy else { return }
      throw NSError.sqlite(error, url: url, operation: .write)
    }
  }

  /// Copies the store to a place where there is none: the database by SQLite's backup, so that it may be in use
  /// meanwhile, and external data file by file. A failed copy leaves nothing behind.
  func copy(to target: StoreFiles) throws {
    guard !target.isInMemory else {
      throw NSError.storeFile(
        NSFileWriteUnknownError, url: target.url,
        reason: "A store cannot be copied to \(target.url.path), which is no file.",
        advice: "Give the path of a file.")
    }
    guard !target.exist else {
      throw NSError.storeFile(
        NSFileWriteFileExistsError, url: target.url, reason: "There is a store at \(target.url.path) already.",
        advice: "Remove it first.")
    }
    guard case .database(let header) = try DatabaseHeader.read(url) else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    do {
      try copyDatabase(to: target, header: header)
      if FileManager.default.fileExists(atPath: supportFolder.path) {
        try FileManager.default.copyItem(at: supportFolder, to: target.supportFolder)
      }
    } catch {
      try? target.remove()
      throw NSError.store(error, url: target.url, operation: .write)
    }
  }

  private func copyDatabase(to target: StoreFiles, header: DatabaseHeader) throws {
    let source = try sourceConnection(header)
    defer { source.close() }
    let copy = try Connection(.file(target.url.path))
    defer { copy.close() }
    try source.backup(to: copy)
  }

  /// A plain connection sees the log; only where SQLite cannot make one, and there is none, the file is read alone.
  private func sourceConnection(_ header: DatabaseHeader) throws -> Connection {
    do {
      let connection = try Connection(.file(url.path), options: Connection.OpenOptions(createIfNeeded: false))
      _ = try connection.scalar("SELECT count(*) FROM sqlite_master")
      return connection
    } catch {
      guard size(of: .log) == 0, error.code == .cantOpen || error.code == .readOnly else { throw error }
      return try Connection(header.readingLocation(of: url), options: Connection.OpenOptions(readOnly: true))
    }
  }

  /// Moves the store to a place where there is none; see `copy(to:)`. The old files go once the new ones are complete.
  func move(to target: StoreFiles) throws {
    try requireNoTransaction()
    try copy(to: target)
    try remove()
  }
}
