import CCoreDataSQLite

/// A read transaction that stays open between reads: it spares each of them the locks of a transaction of its own. Only
/// for databases with a write-ahead log.
///
/// It does not see later commits, of whatever process. The header of the log's shared index changes with each commit, and
/// looking at it costs next to nothing, so a transaction that has fallen behind is found before it is read from.
extension Connection {
  /// Whether a transaction is held open.
  package var holdsSnapshot: Bool { heldHeader != nil }

  /// Makes the reads that follow see the newest commit, in a transaction that stays open. Without a log, and where the
  /// system does not share its index, nothing is held.
  package func holdSnapshot() throws(SQLiteError) {
    if let heldHeader {
      if heldHeader == currentHeader() { return }
      releaseSnapshot()
    }
    // The first read opens the log.
    if !hasAskedForLog {
      _ = try scalar("PRAGMA schema_version")
      logHeader = coredata_sqlite_log_header(handle)
      hasAskedForLog = true
    }
    // Taken before the transaction begins: a commit in between makes it look old, never new.
    guard let header = currentHeader() else { return }
    try prepare("BEGIN").run()
    heldHeader = header
  }

  /// Ends the held transaction, if there is one. No statement may be running.
  package func releaseSnapshot() {
    guard heldHeader != nil else { return }
    heldHeader = nil
    guard isInTransaction else { return }
    do {
      try prepare("END").run()
    } catch {
      // Nothing was written, so nothing is lost; a transaction that cannot end now does when the connection closes.
      try? execute("ROLLBACK")
    }
  }

  private func currentHeader() -> LogHeader? { logHeader.map { $0.loadUnaligned(as: LogHeader.self) } }
}

/// The first copy of the header of a write-ahead log's index: 48 bytes, as SQLite documents them.
struct LogHeader: Equatable {
  private let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  static func == (left: LogHeader, right: LogHeader) -> Bool {
    let (a, b) = (left.words, right.words)
    return a.0 == b.0 && a.1 == b.1 && a.2 == b.2 && a.3 == b.3 && a.4 == b.4 && a.5 == b.5
  }
}
