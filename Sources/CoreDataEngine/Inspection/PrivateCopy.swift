import CoreDataSQLite

/// A copy of a store that a crash, or another machine, has left with a log or a journal: SQLite would make files beside the
/// store, or write to it, to read that. The copy goes with its owner.
final class PrivateCopy {
  let files: StoreFiles
  private let folder: URL

  /// nil for a store that can be read where it lies. Throws when there is no room for the copy.
  init?(of store: StoreFiles) throws {
    let hasLostLog = store.size(of: .log) > 0 && !FileManager.default.fileExists(atPath: store.path(of: .sharedMemory))
    guard hasLostLog || store.size(of: .journal) > 0, case .database = try DatabaseHeader.read(store.url) else {
      return nil
    }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("coredata-\(UUID().uuidString)")
    files = StoreFiles(folder.appendingPathComponent(store.url.lastPathComponent))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      for part in [StoreFiles.Part.database, .log, .journal] where store.size(of: part) > 0 {
        try FileManager.default.copyItem(atPath: store.path(of: part), toPath: files.path(of: part))
      }
      if FileManager.default.fileExists(atPath: store.supportFolder.path) {
        try FileManager.default.createSymbolicLink(at: files.supportFolder, withDestinationURL: store.supportFolder)
      }
      try settle(as: store.url)
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  /// Lets SQLite fold the log in or roll the journal back, here where it may write.
  private func settle(as url: URL) throws {
    do {
      let connection = try Connection(.file(files.url.path), options: Connection.OpenOptions(createIfNeeded: false))
      defer { connection.close() }
      _ = try connection.scalar("SELECT count(*) FROM sqlite_master")
      if try connection.journalMode == .wal { try connection.checkpoint(.truncate) }
    } catch {
      throw NSError.store(error, url: url, operation: .read)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
