import CoreDataSQLite

/// A copy of a store that a crash, or another machine, has left with a log or a journal: SQLite would make files beside the
/// store, or write to it, to read that. The copy goes with its owner.
final class PrivateCopy {
  let files: StoreFiles
  private let folder: URL

  /// nil for a store that can be read where it lies. Throws when there is no room for the copy.
  init?(of store: StoreFiles) throws {
    let hasLostLog = store.size(of: .log) > 0 && !FileManager.default.fileExists(atPath: store.path(of: .sharedMemory))
    guard case .database = try DatabaseHeader.read(store.url), try hasLostLog || PrivateCopy.hasHotJournal(store)
    else { return nil }
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

  /// Whether a crash has left a journal. That of a program which is writing right now is no obstacle to readers.
  private static func hasHotJournal(_ store: StoreFiles) throws -> Bool {
    guard store.hasJournalOfContents else { return false }
    do {
      let connection = try Connection(
        .file(store.url.path), options: Connection.OpenOptions(readOnly: true, createIfNeeded: false))
      defer { connection.close() }
      _ = try connection.scalar("SELECT count(*) FROM sqlite_master")
      return false
    } catch {
      if error.code == .readOnly || error.code == .cantOpen { return true }
      throw NSError.store(error, url: store.url, operation: .read)
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
