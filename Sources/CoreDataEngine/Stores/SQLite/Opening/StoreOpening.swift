import CoreDataSQLite

/// Opens or makes the database of a store.
struct StoreOpening {
  let url: URL
  let options: SQLiteStoreOptions
  let model: CompiledModel
  let layouts: [EntityLayout]
  let createIfNeeded: Bool

  struct Opened {
    let pool: ConnectionPool
    let schema: SQLSchema
    let identifier: String
  }

  func open() throws -> Opened {
    switch MemoryDatabase(url) {
    case .private:
      return try opened(makeMemoryPool())
    case .shared(let name):
      let found = try SharedMemoryPools.shared.pool(named: name) { try makeMemoryPool() }
      if !found.isNew { try found.pool.read { try checkVersion(try requireMetadata($0)) } }
      return try opened(found.pool)
    case nil:
      return try openFile()
    }
  }

  private func opened(_ pool: ConnectionPool) throws -> Opened {
    let opened = try pool.read { connection in
      let metadata = try requireMetadata(connection)
      let stored = try StoredSchema(reading: connection)
      return Opened(
        pool: pool, schema: try SQLSchema(model: model, layouts: layouts, stored: stored), identifier: metadata.uuid)
    }
    if !options.isReadOnly, let triggers = try DerivedTriggers(opened.schema) {
      try pool.write { try triggers.install(on: $0) }
    }
    return opened
  }

  // MARK: Memory

  private func makeMemoryPool() throws -> ConnectionPool {
    do {
      let connection = try StoreConnection(location: .memory, options: options).open(createIfNeeded: true)
      try createTables(connection)
      return ConnectionPool(writer: connection, maxReaders: 0, makeReader: nil)
    } catch {
      throw NSError.store(error, url: url, operation: .open)
    }
  }

  // MARK: File

  private func openFile() throws -> Opened {
    let files = StoreFiles(url)
    switch try StoreInspection(url: url).content() {
    case .store(let metadata):
      try checkType(metadata)
      try checkVersion(metadata)
    case .nothing:
      try requireCreation(files)
    }
    let isNew = files.size(of: .database) == 0
    do {
      return try openDatabase(files)
    } catch {
      // External data that was there before is somebody's.
      if isNew { try? files.removeDatabase() }
      throw NSError.store(error, url: url, operation: .open)
    }
  }

  private func openDatabase(_ files: StoreFiles) throws -> Opened {
    var location = Connection.Location.file(url.path)
    // A reader makes no log where there is none.
    if options.isReadOnly, case .database(let header) = try DatabaseHeader.read(url) {
      location = header.readingLocation(of: url)
    }
    let connections = StoreConnection(location: location, options: options)
    let writer = try connections.open(createIfNeeded: createIfNeeded)
    do {
      let mode = try prepare(writer)
      let isShared = mode == .wal && options.maxReaders > 1
      return try opened(
        ConnectionPool(writer: writer, maxReaders: isShared ? options.maxReaders : 0) {
          try connections.open(queryOnly: !options.isReadOnly)
        })
    } catch {
      writer.close()
      throw error
    }
  }

  /// Sets the journal, makes the tables of a new store, and does what the options ask for.
  private func prepare(_ connection: Connection) throws -> JournalMode {
    guard !options.isReadOnly else { return try connection.journalMode }
    if connection.isReadOnly {
      throw NSError.storeFile(
        NSFileWriteNoPermissionError, url: url, reason: "\(url.path) cannot be written.",
        advice: "Make the file and its folder writable, or open the store with NSReadOnlyPersistentStoreOption.")
    }
    let isNew = try connection.scalar("SELECT count(*) FROM sqlite_master") == 0
    if isNew {
      // Both count only until the first page is written.
      try connection.setPragma("page_size", options.pragma("page_size") ?? "4096")
      try connection.setPragma("auto_vacuum", options.pragma("auto_vacuum") ?? "2")
    }
    let wanted = options.pragma("journal_mode").flatMap { JournalMode(rawValue: $0.lowercased()) } ?? .wal
    let mode = try connection.journalMode == wanted ? wanted : connection.setJournalMode(wanted)
    if isNew { try createTables(connection) }
    if options.vacuums { try connection.execute("VACUUM") }
    if options.analyzes { try connection.execute("ANALYZE") }
    return mode
  }

  /// Makes tables and metadata in one transaction, unless another process has been faster.
  private func createTables(_ connection: Connection) throws {
    let schema = try SQLSchema(model: model, layouts: layouts)
    try connection.transaction(.exclusive) {
      guard try connection.scalar("SELECT count(*) FROM sqlite_master") == 0 else { return }
      for statement in try schema.definition() { try connection.execute(statement) }
      if RangeIndex.isSupported {
        for statement in schema.rangeIndexes.flatMap(\.definition) { try connection.execute(statement) }
      }
      let keys = try connection.prepare("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
      for row in schema.keyRows {
        keys.bind(row.number, at: 1)
        keys.bind(row.name, at: 2)
        keys.bind(row.parent, at: 3)
        try keys.run()
      }
      try StoreMetadata(model: model, layouts: layouts).write(to: connection)
      if let source = layouts.first?.entity.model { try ModelCache.write(source, to: connection) }
    }
  }

  // MARK: Checks

  private func requireCreation(_ files: StoreFiles) throws {
    guard createIfNeeded, !options.isReadOnly else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw NSError.storeFile(
        NSFileReadUnknownError, url: url, reason: "The folder \(folder) of the store does not exist.",
        advice: "Make the folder first.")
    }
    // SQLite would throw away a log without its database; it may hold the only copy of saved objects.
    guard files.size(of: .database) > 0 || (files.size(of: .log) == 0 && !files.hasJournalOfContents) else {
      throw NSError.storeFile(
        NSPersistentStoreOpenError, url: url,
        reason: "There is no database at \(url.path), but beside it lies the log of one that is gone.",
        advice: "Put the database back, or destroy the store through its coordinator, which removes all its files.")
    }
  }

  private func requireMetadata(_ connection: Connection) throws -> StoreMetadata {
    guard let metadata = try StoreMetadata(reading: connection) else {
      throw NSError.storeFile(
        NSPersistentStoreInvalidTypeError, url: url, reason: "The store \(url.path) has no metadata.",
        advice: "Restore the store from a backup.")
    }
    return metadata
  }

  private func checkType(_ metadata: StoreMetadata) throws {
    guard let type = metadata.values[NSStoreTypeKey] as? String, type != NSSQLiteStoreType else { return }
    throw NSError.coreData(
      NSPersistentStoreTypeMismatchError,
      reason: "The store type in the metadata does not match the specified store type.",
      userInfo: ["metadata": metadata.dictionary, NSFilePathErrorKey: url.path])
  }

  private func checkVersion(_ metadata: StoreMetadata) throws {
    guard !options.ignoresVersionHashes else { return }
    let comparison = VersionComparison(entities: layouts.map(\.entity), storedHashes: metadata.versionHashes)
    guard !comparison.isEqual else { return }
    throw StoreRules.incompatible(comparison, metadata: metadata.dictionary, url: url)
  }
}
