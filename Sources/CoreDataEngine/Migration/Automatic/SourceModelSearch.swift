import CoreDataModelFormat
import CoreDataSQLite

/// Finds the model that a store was made with.
///
/// Asked are, in this order: models the caller gives, the versions beside the files of the new model, the model the store
/// carries along, the models in the program's bundles.
struct SourceModelSearch {
  let url: URL
  let metadata: [String: Any]
  let model: NSManagedObjectModel
  var given: [NSManagedObjectModel] = []

  private var hashes: [String: Data] { metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:] }

  /// The model. Throws 134130, which names the places searched, when none fits.
  func find() throws -> NSManagedObjectModel {
    var searched: [String] = []
    if let found = fitting(given) { return found }
    let files = model.fileURLs.flatMap(SourceModelSearch.versions)
    searched += model.fileURLs.map { "versions of \($0.path)" }
    if let found = fitting(SourceModelSearch.models(at: files)) { return found }
    searched.append("the model kept in the store")
    if let found = fitting([cachedModel()].compactMap { $0 }) { return found }
    let folders = ModelLookup.searchedFolders(nil)
    searched += folders.map { "bundle \($0.path)" }
    let others = folders.flatMap(ModelLookup.modelFiles).flatMap(SourceModelSearch.versions)
    if let found = fitting(SourceModelSearch.models(at: others)) { return found }
    throw MigrationError.missingSourceModel(at: url, metadata: metadata, searched: searched)
  }

  /// A model that has all entities of the store as the store knows them, or such a join of several.
  private func fitting(_ models: [NSManagedObjectModel]) -> NSManagedObjectModel? {
    let stored = hashes
    guard !stored.isEmpty else { return nil }
    let whole = models.first { model in
      let known = model.entityVersionHashesByName
      return stored.allSatisfy { known[$0.key] == $0.value }
    }
    if let whole { return whole.copy() as? NSManagedObjectModel }
    return ModelMerge.merged(models, for: metadata)
  }

  /// All versions of the package that a file is, or lies in.
  static func versions(besides url: URL) -> [URL] {
    let parent = url.deletingLastPathComponent()
    let package = ["xcdatamodeld", "momd"].contains(parent.pathExtension) ? parent : url
    guard let found = try? ModelPackage(url: package) else { return [] }
    return found.versions.map(\.url)
  }

  /// Those of the files that can be read.
  static func models(at urls: [URL]) -> [NSManagedObjectModel] {
    urls.compactMap { try? NSManagedObjectModel(validating: $0) }
  }

  private func cachedModel() -> NSManagedObjectModel? {
    guard case .database(let header)? = try? DatabaseHeader.read(url) else { return nil }
    let options = Connection.OpenOptions(readOnly: true)
    guard let connection = try? Connection(header.readingLocation(of: url), options: options) else { return nil }
    defer { connection.close() }
    return try? ModelCache.model(from: connection)
  }
}
