import CoreDataSQLite

/// Migrates a store by a mapping model: into a new file, which takes the old one's place when it is complete and checked.
///
/// The last step copies the new database over the old one in one transaction of SQLite, so that a crash at any time
/// leaves one or the other.
package struct MappedMigration {
  let url: URL
  let options: [AnyHashable: Any]?
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel
  let mapping: NSMappingModel
  var space = FreeSpace()

  package init(
    url: URL, options: [AnyHashable: Any]?, source: NSManagedObjectModel, destination: NSManagedObjectModel,
    mapping: NSMappingModel
  ) {
    self.url = url
    self.options = options
    self.source = source
    self.destination = destination
    self.mapping = mapping
  }

  /// Migrates a store of any of the types that have files.
  package static func migrate(
    _ url: URL, type: String, options: [AnyHashable: Any]?, source: NSManagedObjectModel,
    destination: NSManagedObjectModel, mapping: NSMappingModel
  ) throws {
    let format = (try StoreTypes.storeClass(for: type) as? FilePersistentStore.Type)?.format
    try StoreMigration(url: url, options: options, model: destination, configuration: nil, format: format)
      .migrate(from: source, by: mapping)
  }

  /// Throws what `NSMigrationManager` throws inside 134110, 134090 when others have the store open, and 134120 when the
  /// current `Progress` is cancelled.
  @discardableResult
  func run() throws -> InPlaceMigration.Report {
    let storeOptions = try SQLiteStoreOptions(options)
    let target = StoreFiles(temporaryURL)
    try target.remove()
    defer { try? target.remove() }
    // A copy to read, the new store, and the journal of the last step.
    try space.require(3 * FreeSpace.size(of: StoreFiles(url)) + (1 << 20), for: url)
    let progress = Progress(totalUnitCount: 10)
    func part<Result>(_ units: Int64, _ body: () throws -> Result) throws -> Result {
      try progress.part(units: units, orThrow: MigrationError.cancelled(at: url), body)
    }
    do {
      let original = try exclusiveConnection(storeOptions)
      defer { original.close() }
      try refuseStrayRows(original)
      // A copy is read, since the original is locked for everybody else; so nobody changes it meanwhile.
      let snapshot = StoreFiles(snapshotURL)
      try snapshot.remove()
      defer { try? snapshot.remove() }
      try part(1) { try copy(original, to: snapshot) }
      let steps = try part(7) { try fill(target.url, from: snapshot.url, original) }
      try part(2) { try replace(original, with: target) }
      return InPlaceMigration.Report(steps: steps)
    } catch let error as SQLiteError {
      let cause = NSError.sqlite(error, url: url, operation: .write)
      if error.code == .busy || error.code == .locked { throw cause }
      throw failed(cause)
    } catch {
      throw failed(error)
    }
  }

  /// No mapping sees rows that belong to no entity, and the old file goes.
  private func refuseStrayRows(_ original: Connection) throws {
    guard let hashes = try StoreMetadata(reading: original)?.versionHashes else { return }
    let model = try source.compile()
    let schema = try SQLSchema(
      model: model, layouts: model.layouts.filter { hashes[$0.name] != nil }, stored: StoredSchema(reading: original))
    for table in schema.tables {
      let check = StrayRows(schema: schema).check(table, named: table.identifier)
      if let problem = try check.problem(original) { throw problem }
    }
  }

  private func failed(_ error: any Error) -> NSError {
    if (error as NSError).code == NSMigrationCancelledError { return error as NSError }
    if (error as? CocoaError)?.code == .userCancelled { return MigrationError.cancelled(at: url) }
    return MigrationError.failed(
      at: url, to: temporaryURL, reason: "Cannot migrate store: \(error.localizedDescription)", underlying: error)
  }

  private var temporaryURL: URL { MappedMigration.temporaryURL(of: url) }
  private var snapshotURL: URL { temporaryURL.appendingPathExtension("source") }

  /// Beside the store, named after Apple's, and always the same, so that what a crash leaves is found again.
  static func temporaryURL(of url: URL) -> URL {
    url.deletingLastPathComponent().appendingPathComponent(
      ".\(url.lastPathComponent).migrationdestination_unfinished")
  }

  /// Removes what a migration that was killed has left beside a store, which is one file or that of a database.
  static func removeLeftovers(of url: URL, isOneFile: Bool) {
    let temporary = temporaryURL(of: url)
    // The folder of external data may be the last thing left.
    for files in [temporary, temporary.appendingPathExtension("source")].map(StoreFiles.init) {
      try? files.remove()
    }
    guard isOneFile else { return }
    // A file that was being written has an ending of its own.
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(temporary.lastPathComponent + ".") && name.hasSuffix(".new") {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  private func exclusiveConnection(_ options: SQLiteStoreOptions) throws -> Connection {
    let connection = try Connection(
      .file(url.path), options: Connection.OpenOptions(createIfNeeded: false, busyTimeout: options.timeout))
    try connection.setPragma("locking_mode", "EXCLUSIVE")
    // The lock is taken with the first write, and kept.
    try connection.transaction(.exclusive) {}
    return connection
  }

  private func copy(_ original: Connection, to snapshot: StoreFiles) throws {
    let progress = Progress(totalUnitCount: 100)
    try StoreFiles(url).backup(original, to: snapshot, progress)
    try StoreFiles(url).copyExternalData(to: snapshot, progress)
  }

  /// Tells what each mapping has done.
  private func fill(
    _ target: URL, from snapshot: URL, _ original: Connection
  ) throws -> [InPlaceMigration.Report.Step] {
    let pageSize = try original.scalar("PRAGMA page_size") ?? 4096
    let pragmas: [String: Any] = ["page_size": "\(pageSize)", "journal_mode": "DELETE"]
    let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
    try manager.migrateStore(
      from: snapshot, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: target,
      destinationType: NSSQLiteStoreType, destinationOptions: [NSSQLitePragmasOption: pragmas])
    return manager.steps
  }

  /// Checks the new file, gives it the store's identity, and copies it over the old one.
  private func replace(_ original: Connection, with target: StoreFiles) throws {
    let progress = Progress(totalUnitCount: 100)
    var metadata = try SQLiteStore.metadata(at: target.url)
    metadata[NSStoreUUIDKey] = try StoreMetadata(reading: original)?.uuid
    try SQLiteStore.setMetadata(metadata, at: target.url)
    let connection = try Connection(.file(target.url.path), options: Connection.OpenOptions(createIfNeeded: false))
    defer { connection.close() }
    try endHistory(of: original, in: connection)
    let findings = try connection.quickCheck(limit: 1)
    guard findings.isEmpty, destination.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else {
      throw NSError.coreData(
        NSMigrationManagerDestinationStoreError,
        reason: "The migrated store is not sound: \(findings.first ?? "its version hashes are wrong").")
    }
    let files = StoreFiles(url)
    let old = files.sharesSupportFolder ? [] : externalFiles(files)
    let new = externalFiles(target)
    let folder = files.externalDataFolder
    if !new.isEmpty { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    for file in new {
      try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent(file.lastPathComponent))
    }
    do {
      try StoreFiles.backup(connection, to: original, progress)
    } catch {
      for file in new { try? FileManager.default.removeItem(at: folder.appendingPathComponent(file.lastPathComponent)) }
      throw error
    }
    files.syncLog()
    for file in old { try? FileManager.default.removeItem(at: file) }
    progress.completedUnitCount = 100
  }

  /// The history tells of rows by keys that are others now, so it ends. One number is left out, so that no token of it, the
  /// last included, stands for a place in the new one: all have expired.
  private func endHistory(of original: Connection, in connection: Connection) throws {
    guard try HistoryTables.exist(in: original) else { return }
    let last = try SQLiteStore.lastTransactionNumber(original)
    try connection.execute(
      "INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\(HistoryTables.transaction), 'TRANSACTION', 0, \(last + 1))"
    )
  }

  private func externalFiles(_ files: StoreFiles) -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: files.externalDataFolder, includingPropertiesForKeys: nil)) ?? []
  }
}
