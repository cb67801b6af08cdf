import CoreDataModelFormat
import CoreDataSQLite

/// The model that an SQLite store holds in `Z_MODELCACHE`.
struct StoredModel {
  let url: URL

  func model() throws -> NSManagedObjectModel {
    guard case .store(let metadata) = try StoreInspection(url: url).content() else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    guard let content = try content() else {
      throw NSError.storeFile(
        NSCoreDataError, url: url, reason: "The store \(url.path) holds no model.",
        advice: "Open it with the model it was made with.")
    }
    let model: NSManagedObjectModel
    do {
      let document = try CompiledModelReader().document(fromModelCache: content, name: url.lastPathComponent)
      var builder = ModelBuilder(document)
      model = try builder.build()
    } catch let error as ModelFormatError {
      throw ModelError.unreadable(error, at: url)
    }
    model.takeGivenHashes(metadata.versionHashes)
    try check(model, against: metadata)
    return model
  }

  private func content() throws -> Data? {
    guard case .database(let header) = try DatabaseHeader.read(url) else { return nil }
    do {
      let connection = try Connection(header.readingLocation(of: url), options: Connection.OpenOptions(readOnly: true))
      defer { connection.close() }
      return try ModelCache.content(of: connection)
    } catch {
      throw NSError.store(error, url: url, operation: .read)
    }
  }

  /// A model of other entities than the store's would be of no use. An old cache may be left behind by a migration.
  private func check(_ model: NSManagedObjectModel, against metadata: StoreMetadata) throws {
    let comparison = VersionComparison(entities: model.entities, storedHashes: metadata.versionHashes)
    guard !comparison.isEqual else { return }
    throw NSError.storeFile(
      NSCoreDataError, url: url,
      reason: "The model in the store \(url.path) is not the store's: \(comparison.summary).",
      advice: "Open it with the model it was made with.")
  }
}
