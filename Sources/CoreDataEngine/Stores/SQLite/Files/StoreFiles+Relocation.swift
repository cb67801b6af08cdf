import CoreDataSQLite

/// Moving a store as one unit.
extension StoreFiles {
  /// Moves the store to a place where there is none. Nobody else may have it open: throws 134090 otherwise.
  ///
  /// The store is locked for everybody until it is gone from its old place, so that nothing written is left behind. External
  /// data is at the new place before the database goes there by a renaming; on another volume, by a copy that is renamed when
  /// it is complete. Whatever stops it, one of the two places has the whole store. The current `Progress` is told, and may
  /// cancel with 3072.
  func move(to target: StoreFiles) throws {
    guard !isInMemory, !target.isInMemory else {
      throw NSError.storeFile(
        NSFileWriteUnknownError, url: url, reason: "A store in memory cannot be moved.", advice: "Give paths of files.")
    }
    try target.requireFree()
    guard case .database = try DatabaseHeader.read(url) else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    let folder = target.url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw NSError.storeFile(
        NSFileNoSuchFileError, url: target.url, reason: "There is no folder for \(target.url.path).",
        advice: "Make the folder first.")
    }
    var isMoved = false
    do {
      let connection = try exclusiveConnection(busyTimeout: 1)
      defer { connection.close() }
      try linkExternalData(to: target)
      if rename(url.path, target.url.path) != 0 {
        guard errno == EXDEV else {
          throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.url.path])
        }
        try copyAcross(connection, to: target)
      }
      isMoved = true
      // The old place is cleared under the lock.
      try remove()
    } catch {
      if !isMoved { try? target.remove() }
      throw NSError.store(error, url: isMoved ? url : target.url, operation: .write)
    }
  }

  /// A connection that holds the store for itself, and has emptied the log.
  func exclusiveConnection(busyTimeout: Double) throws -> Connection {
    let connection = try Connection(
      .file(url.path), options: Connection.OpenOptions(createIfNeeded: false, busyTimeout: busyTimeout))
    do {
      try connection.setPragma("locking_mode", "EXCLUSIVE")
      // The lock is taken with the first transaction, and kept.
      try connection.transaction(.exclusive) {}
      if try connection.journalMode == .wal { try connection.checkpoint(.truncate) }
      return connection
    } catch {
      connection.close()
      throw NSError.store(error, url: url, operation: .write)
    }
  }

  /// Both places have the files until the old one is cleared; where the file system has no links, they are copied.
  private func linkExternalData(to target: StoreFiles) throws {
    try forEachExternalFile(to: target) { from, to, _ in
      if link(from.path, to.path) != 0 { try FileManager.default.copyItem(at: from, to: to) }
    }
  }

  private func copyAcross(_ connection: Connection, to target: StoreFiles) throws {
    let copy = target.unfinished
    do {
      try backup(connection, to: copy, Progress(totalUnitCount: 100))
      guard rename(copy.url.path, target.url.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.url.path])
      }
    } catch {
      try? copy.remove()
      throw error
    }
  }
}
