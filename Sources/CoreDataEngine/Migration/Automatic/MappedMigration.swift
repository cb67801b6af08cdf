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

  /// Throws what `NSMigrationManager` throws inside 134110, and 134090 when others have the store open.
  package func run() throws {
    let storeOptions = try SQLiteStoreOptions(options)
    let target = StoreFiles(temporaryURL)
    try target.remove()
    defer { try? target.remove() }
    // A copy to read, the new store, and the journal of the last step.
    try space.require(3 * FreeSpace.size(of: StoreFiles(url)) + (1 << 20), for: url)
    do {
      let original = try exclusiveConnection(storeOptions)
      defer { original.close() }
      // A copy is read, since the original is locked for everybody else; so nobody changes it meanwhile.
      let snapshot = StoreFiles(snapshotURL)
      try snapshot.remove()
      defer { try? snapshot.remove() }
      try copy(original, to: snapshot)
      try fill(target.url, from: snapshot.url, original)
      try replace(original, with: target)
    } catch let error as SQLiteError {
      let cause = NSError.sqlite(error, url: url, operation: .write)
      if error.code == .busy || error.code == .locked { throw cause }
      throw failed(cause)
    } catch {
      throw failed(error)
    }
  }

  private func failed(_ error: any Error) -> NSError {
    if (error as NSError).code == NSMigrationCancelledError { return error as NSError }
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
    let copy = try Connection(.file(snapshot.url.path))
    defer { copy.close() }
    try original.backup(to: copy)
    let files = StoreFiles(url)
    if FileManager.default.fileExists(atPath: files.supportFolder.path) {
      try FileManager.default.copyItem(at: files.supportFolder, to: snapshot.supportFolder)
    }
  }

  private func fill(_ target: URL, from snapshot: URL, _ original: Connection) throws {
    let pageSize = try original.scalar("PRAGMA page_size") ?? 4096
    let pragmas: [String: Any] = ["page_size": "\(pageSize)", "journal_mode": "DELETE"]
    try NSMigrationManager(sourceModel: source, destinationModel: destination).migrateStore(
      from: snapshot, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: target,
      destinationType: NSSQLiteStoreType, destinationOptions: [NSSQLitePragmasOption: pragmas])
  }

  /// Checks the new file, gives it the store's identity, and copies it over the old one.
  private func replace(_ original: Connection, with target: StoreFiles) throws {
    var metadata = try SQLiteStore.metadata(at: target.url)
    metadata[NSStoreUUIDKey] = try StoreMetadata(reading: original)?.uuid
    try SQLiteStore.setMetadata(metadata, at: target.url)
    let connection = try Connection(.file(target.url.path), options: Connection.OpenOptions(createIfNeeded: false))
    defer { connection.close() }
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
      try connection.backup(to: original)
    } catch {
      for file in new { try? FileManager.default.removeItem(at: folder.appendingPathComponent(file.lastPathComponent)) }
      throw error
    }
    files.syncLog()
    for file in old { try? FileManager.default.removeItem(at: file) }
  }

  private func externalFiles(_ files: StoreFiles) -> [URL] {
    (try? FileManager.default.contentsOfDirectory(at: files.externalDataFolder, includingPropertiesForKeys: nil)) ?? []
  }
}
