/// Migrates a store that is read and written as a whole by a mapping model: into a new file beside it, which takes the old
/// one's place at one blow when it is complete and has been read.
struct MappedFileMigration {
  let migration: StoreMigration
  let format: any StoreFileFormat
  let source: NSManagedObjectModel
  let mapping: NSMappingModel

  var space = FreeSpace()

  private var url: URL { migration.url }

  /// Throws what `NSMigrationManager` throws inside 134110; the file is then as it was.
  @discardableResult
  func run() throws -> InPlaceMigration.Report {
    let target = StoreFile(url: MappedMigration.temporaryURL(of: url))
    try target.remove()
    defer { try? target.remove() }
    // Two files lie beside the old one at the end.
    try space.require(2 * FreeSpace.size(of: StoreFiles(url)) + (1 << 20), for: url)
    let progress = Progress(totalUnitCount: 10)
    func part<Result>(_ units: Int64, _ body: () throws -> Result) throws -> Result {
      try progress.part(units: units, orThrow: MigrationError.cancelled(at: url), body)
    }
    do {
      let file = StoreFile(url: url)
      let stamp = file.stamp
      let identifier = try migration.metadata()?.uuid
      let manager = NSMigrationManager(sourceModel: source, destinationModel: migration.model)
      try part(7) {
        try manager.migrateStore(
          from: url, sourceType: format.storeType, options: nil, with: mapping, toDestinationURL: target.url,
          destinationType: format.storeType)
      }
      let data = try part(2) { try complete(target, identifier: identifier) }
      guard file.stamp == stamp else {
        throw MigrationError.failed(
          at: url, reason: "The store was changed by others in the meantime.", underlying: nil)
      }
      try part(1) { try file.write(data) }
      return InPlaceMigration.Report(steps: manager.steps)
    } catch {
      if (error as NSError).code == NSMigrationCancelledError { throw error }
      throw MigrationError.failed(
        at: url, to: target.url, reason: "Cannot migrate store: \(error.localizedDescription)", underlying: error)
    }
  }

  /// The contents of the new file, read as the new model's, with the identifier of the old one.
  private func complete(_ target: StoreFile, identifier: String?) throws -> Data {
    let model = migration.compiled
    let keys = MemoryKeys(rootCount: model.rootCount, isShared: format.isNumberedTogether, first: format.firstKey)
    guard let data = try target.read() else {
      throw NSError.coreData(NSMigrationManagerDestinationStoreError, reason: "The migrated store is gone.")
    }
    var tables = try format.understood(target.url) { try format.tables(from: data, model: model, keys: keys) }
    tables.metadata[NSStoreUUIDKey] = identifier
    return try format.data(of: tables, model: model, keys: keys)
  }
}
