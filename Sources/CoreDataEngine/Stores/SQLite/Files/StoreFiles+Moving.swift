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

  func requireNoTransaction() throws {
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
  /// meanwhile, and external data file by file. The current `Progress` is told, and may cancel with 3072. A failed copy
  /// leaves nothing behind.
  func copy(to target: StoreFiles) throws {
    guard !target.isInMemory else {
      throw NSError.storeFile(
        NSFileWriteUnknownError, url: target.url,
        reason: "A store cannot be copied to \(target.url.path), which is no file.",
        advice: "Give the path of a file.")
    }
    try target.requireFree()
    guard case .database(let header) = try DatabaseHeader.read(url) else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    let progress = Progress(totalUnitCount: 100)
    do {
      try copyDatabase(to: target, header: header, progress)
      try copyExternalData(to: target, progress)
    } catch {
      try? target.remove()
      throw NSError.store(error, url: target.url, operation: .write)
    }
  }

  /// The pages copied between two looks at the progress.
  private static let pagesPerStep = 2_000

  /// All steps read the same moment: a read transaction is held over them.
  private func copyDatabase(to target: StoreFiles, header: DatabaseHeader, _ progress: Progress) throws {
    let source = try sourceConnection(header)
    defer { source.close() }
    try source.transaction(.deferred) {
      _ = try source.scalar("SELECT count(*) FROM sqlite_master")
      try backup(source, to: target, progress)
    }
  }

  func backup(_ source: Connection, to target: StoreFiles, _ progress: Progress) throws {
    let copy = try Connection(.file(target.url.path))
    defer { copy.close() }
    try source.backup(to: copy, pagesPerStep: StoreFiles.pagesPerStep) { state in
      if progress.isCancelled { throw CocoaError(.userCancelled) }
      progress.completedUnitCount = Int64(90 - 90 * state.remainingPages / max(1, state.totalPages))
    }
  }

  private func copyExternalData(to target: StoreFiles, _ progress: Progress) throws {
    try forEachExternalFile(to: target) { from, to, done in
      if progress.isCancelled { throw CocoaError(.userCancelled) }
      try FileManager.default.copyItem(at: from, to: to)
      progress.completedUnitCount = 90 + Int64(10 * done)
    }
    progress.completedUnitCount = 100
  }

  /// A plain connection sees the log; only where SQLite cannot make one, and there is none, the file is read alone. A log
  /// that is there already is not folded in and removed, which a connection that may write would do.
  private func sourceConnection(_ header: DatabaseHeader) throws -> Connection {
    let hasLog = FileManager.default.fileExists(atPath: path(of: .sharedMemory))
    do {
      let connection = try Connection(
        .file(url.path), options: Connection.OpenOptions(readOnly: hasLog, createIfNeeded: false))
      _ = try connection.scalar("SELECT count(*) FROM sqlite_master")
      return connection
    } catch {
      guard size(of: .log) == 0, error.code == .cantOpen || error.code == .readOnly else { throw error }
      return try Connection(header.readingLocation(of: url), options: Connection.OpenOptions(readOnly: true))
    }
  }
}
