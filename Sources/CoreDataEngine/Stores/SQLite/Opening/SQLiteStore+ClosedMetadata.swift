import CoreDataSQLite

/// Metadata of stores that are not open.
extension SQLiteStore {
  /// The metadata of the store at `url`, whose log counts, without changing anything. Throws when there is no store.
  static func metadata(at url: URL) throws -> [String: Any] {
    guard case .store(let metadata) = try StoreInspection(url: url).content() else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    return metadata.dictionary
  }

  /// Replaces the metadata of the store at `url`, which nobody needs to have open. Core Data's own keys that
  /// `metadata` leaves out keep their values.
  static func setMetadata(_ metadata: [String: Any], at url: URL) throws {
    _ = try self.metadata(at: url)
    do {
      let connection = try Connection(.file(url.path), options: Connection.OpenOptions(createIfNeeded: false))
      defer { connection.close() }
      try connection.transaction(.immediate) {
        // Another process may have migrated the store just now.
        guard let current = try StoreMetadata(reading: connection) else {
          throw NSError.storeFile(
            NSFileReadCorruptFileError, url: url, reason: "The store at \(url.path) has no metadata.",
            advice: "Look at it with coredata verify.")
        }
        try current.replaced(by: metadata).write(to: connection)
      }
    } catch {
      throw NSError.store(error, url: url, operation: .write)
    }
  }
}

extension StoreMetadata {
  /// The keys by which Core Data knows the store; they stay when new metadata leaves them out.
  private static let keptKeys = [
    NSStoreModelVersionHashesKey, NSStoreModelVersionIdentifiersKey, NSPersistentStoreModelVersionChecksumKey,
    "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest", "NSPersistenceFrameworkVersion",
    "NSPersistenceMaximumFrameworkVersion", "_NSAutoVacuumLevel", "_NSStoreAncillaryModelVersionHashesMetadataKey",
  ]

  /// `metadata` with what it leaves out of the store's identity.
  func replaced(by metadata: [String: Any]) -> StoreMetadata {
    var new = StoreMetadata(metadata)
    if metadata[NSStoreUUIDKey] == nil { new.uuid = uuid }
    for key in StoreMetadata.keptKeys where new.values[key] == nil { new.values[key] = values[key] }
    return new
  }
}
