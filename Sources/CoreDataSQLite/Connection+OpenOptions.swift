import CCoreDataSQLite

extension Connection {
  /// How a database is opened.
  package struct OpenOptions: Hashable, Sendable {
    /// Opens without the right to write; the file must exist.
    package var readOnly: Bool
    /// Creates the file when there is none. Without it a missing file is `.cantOpen`.
    package var createIfNeeded: Bool
    /// Seconds to wait for locks of other connections; 0 fails at once.
    package var busyTimeout: Double
    /// Lets SQLite serialise the calls itself. Off by default: the owner guards the connection.
    package var fullMutex: Bool
    /// The number of idle prepared statements that are kept.
    package var statementCacheCapacity: Int

    package init(
      readOnly: Bool = false, createIfNeeded: Bool = true, busyTimeout: Double = 5, fullMutex: Bool = false,
      statementCacheCapacity: Int = 64
    ) {
      self.readOnly = readOnly
      self.createIfNeeded = createIfNeeded
      self.busyTimeout = busyTimeout
      self.fullMutex = fullMutex
      self.statementCacheCapacity = statementCacheCapacity
    }

    func flags(for location: Location) -> Int32 {
      var flags = fullMutex ? SQLITE_OPEN_FULLMUTEX : SQLITE_OPEN_NOMUTEX
      if readOnly {
        flags |= SQLITE_OPEN_READONLY
      } else {
        flags |= SQLITE_OPEN_READWRITE
        // Databases without a file have nothing to find, only to create.
        if createIfNeeded || location.path == nil { flags |= SQLITE_OPEN_CREATE }
      }
      if location.isURI { flags |= SQLITE_OPEN_URI }
      return flags
    }
  }
}
