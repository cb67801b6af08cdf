import CCoreDataSQLite

extension Connection {
  /// How far a backup is.
  package struct BackupProgress: Hashable, Sendable {
    package let remainingPages: Int
    package let totalPages: Int
  }

  /// Copies the main database over that of another connection, page by page, while others go on using it.
  ///
  /// Writes through this connection are carried along; a write by another connection starts the copy anew, so a busy
  /// database is better copied in one step. With `pagesPerStep` nil all pages go in one step, under one read lock.
  /// `progress` is called between steps; an error it throws abandons the copy and is rethrown. An abandoned or failed
  /// copy leaves the destination as it was. Locks of others are waited for as usual, then `.busy` is thrown; `.locked`
  /// tells of a transaction on one of the two connections themselves.
  package func backup(
    to destination: Connection, pagesPerStep: Int? = nil, progress: ((BackupProgress) throws -> Void)? = nil
  ) throws {
    precondition(pagesPerStep.map { $0 > 0 } ?? true, "A backup of \(pagesPerStep ?? 0) pages per step never ends")
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.error(sqlite3_extended_errcode(destination.handle))
    }
    do {
      try copy(backup, pagesPerStep: pagesPerStep.map { Int32(clamping: $0) } ?? -1, progress: progress)
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    try destination.check(sqlite3_backup_finish(backup))
  }

  private func copy(
    _ backup: OpaquePointer, pagesPerStep: Int32, progress: ((BackupProgress) throws -> Void)?
  ) throws {
    while true {
      let result = sqlite3_backup_step(backup, pagesPerStep)
      switch result {
      case SQLITE_DONE:
        return
      case SQLITE_OK:
        try progress?(
          BackupProgress(
            remainingPages: Int(sqlite3_backup_remaining(backup)), totalPages: Int(sqlite3_backup_pagecount(backup))))
      default:
        throw SQLiteError(extendedCode: result, path: path)
      }
    }
  }
}
