import CCoreDataSQLite

/// Moving the content of the write-ahead log into the database file.
package enum Checkpoint {
  /// How much is waited for.
  package enum Mode: Sendable {
    /// As much as possible without waiting.
    case passive
    /// All of it, waiting for writers and for readers of older content.
    case full
    /// Like full, and waits for readers of the log, so that the next writer starts it anew.
    case restart
    /// Like restart, and empties the log file.
    case truncate

    var code: Int32 {
      switch self {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .full: SQLITE_CHECKPOINT_FULL
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  /// What was done. Both are -1 when the database is not in WAL mode.
  package struct Result: Hashable, Sendable {
    /// Frames in the log.
    package let logFrames: Int
    /// Frames of the log that are in the database file.
    package let checkpointedFrames: Int
  }
}
