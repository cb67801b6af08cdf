import CoreDataSQLite

/// Taking the place of a store.
extension StoreFiles {
  /// Takes the place of the store here with a copy of `source`, which may be in use. Throws 134090 while another connection is
  /// in the middle of a transaction.
  ///
  /// The copy and its external data are complete before it gets the store's name by a renaming: whatever stops it, there is
  /// the old store or the new one, whole. A connection that is open but idle does not keep the old one.
  func replace(withCopyOf source: StoreFiles) throws {
    try requireNoFolder()
    guard source.externalPaths.isEmpty || !sharesSupportFolder else {
      throw NSError.storeFile(
        NSFileWriteFileExistsError, url: url,
        reason: """
          Another store beside \(url.path), whose name differs in the extension alone, has its external data in \
          \(supportFolder.path), and so would this one.
          """,
        advice: "Choose another name, or another folder.")
    }
    let copy = unfinished
    try source.copy(to: copy)
    do {
      try takeOver(copy)
    } catch {
      try? copy.remove()
      throw NSError.store(error, url: url, operation: .write)
    }
  }

  private func takeOver(_ copy: StoreFiles) throws {
    let hasStore = exist
    let (before, new) = (externalPaths, copy.externalPaths)
    let keeper = try holdForReplacing()
    defer { keeper?.close() }
    do {
      try takeExternalData(of: copy)
      // What is left of the old store's log must not be taken for the new one's.
      for part in [Part.journal, .log, .sharedMemory] where FileManager.default.fileExists(atPath: path(of: part)) {
        try FileManager.default.removeItem(atPath: path(of: part))
      }
      guard rename(copy.url.path, url.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
      }
    } catch {
      for path in new.subtracting(before) {
        try? FileManager.default.removeItem(at: realSupportFolder.appendingPathComponent(path))
      }
      throw error
    }
    // What only the old store had is waste now.
    if hasStore, !sharesSupportFolder {
      for path in before.subtracting(new) {
        try? FileManager.default.removeItem(at: realSupportFolder.appendingPathComponent(path))
      }
    }
    try? copy.remove()
  }

  private func takeExternalData(of copy: StoreFiles) throws {
    try copy.forEachExternalFile(to: self) { from, to, _ in
      // A file of that name has the same content: a store never changes one.
      if rename(from.path, to.path) != 0, !FileManager.default.fileExists(atPath: to.path) {
        try FileManager.default.copyItem(at: from, to: to)
      }
    }
  }

  /// A connection that keeps everybody from the old store, whose log it has emptied; nil where there is no database, where it
  /// is too damaged, and where others have it open without a transaction.
  private func holdForReplacing() throws -> Connection? {
    guard case .database? = try? DatabaseHeader.read(url) else { return nil }
    do {
      return try exclusiveConnection(busyTimeout: 0)
    } catch {
      try requireNoTransaction()
      if let connection = try? Connection(.file(url.path), options: Connection.OpenOptions(createIfNeeded: false)) {
        defer { connection.close() }
        // Should this be stopped before the end, the old store has all that was saved.
        _ = try? connection.checkpoint(.truncate)
      }
      return nil
    }
  }
}
