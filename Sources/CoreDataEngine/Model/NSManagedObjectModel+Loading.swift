import CoreDataModelFormat

extension NSManagedObjectModel {
  /// Reads a model: `.xcdatamodeld` (its current version), `.xcdatamodel`, `.momd` or `.mom`.
  ///
  /// An extra beside Apple's `init?(contentsOf:)` that tells what is wrong: throws a Cocoa error whose `userInfo` names
  /// the file, and the entity and property where there is one.
  public convenience init(validating url: URL) throws {
    self.init()
    let built: NSManagedObjectModel
    let version: ModelPackage.Version
    let hashes: [String: Data]
    do {
      let package = try ModelPackage(url: url)
      version = package.current
      hashes = try package.versionHashes[version.name] ?? ModelPackage.hashes(of: version)
      var builder = ModelBuilder(try ModelReader.document(of: version))
      built = try builder.build()
    } catch let error as ModelFormatError {
      throw ModelError.unreadable(error, at: url)
    }
    let hints = ObjectClass.modules(ofModelAt: url)
    for entity in built.entities { entity.storage.moduleHints = hints }
    takeContents(of: built)
    takeGivenHashes(hashes)
    fileURLs = [version.url]
  }

  /// Reads a model file or package; nil, with the reason on standard error, when it cannot be read.
  ///
  /// Follows Apple's `init(contentsOf:)`; reads source models too, since nothing compiles them here.
  public convenience init?(contentsOf url: URL) {
    do {
      try self.init(validating: url)
    } catch {
      ModelLookup.report("Failed to load model at \(url.path): \(error)")
      return nil
    }
  }

  /// Joins models: all entities, configurations and templates of all. nil when two have different entities of one name.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models, let merged = ModelMerge.merged(models) else { return nil }
    self.init()
    takeContents(of: merged)
  }

  /// Joins those of the models' entities that a store was made with. nil when one is missing.
  public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
    guard let merged = ModelMerge.merged(models, for: metadata) else { return nil }
    self.init()
    takeContents(of: merged)
  }

  /// The models of the bundles, joined; of the main bundle and those beside it when `bundles` is nil. nil when there is
  /// none, or when they contradict each other.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let models = ModelLookup.models(in: bundles)
    return models.isEmpty ? nil : NSManagedObjectModel(byMerging: models)
  }

  /// The entities of the bundles' models that a store was made with; nil when one is missing.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: ModelLookup.models(in: bundles), forStoreMetadata: metadata)
  }
}

extension ModelError {
  /// What is wrong with a model file, as a Cocoa error.
  static func unreadable(_ error: ModelFormatError, at url: URL) -> NSError {
    var info: [String: Any] = [
      NSLocalizedDescriptionKey: "The model “\(url.lastPathComponent)” cannot be used: \(error)",
      NSLocalizedFailureReasonErrorKey: error.reason, NSFilePathErrorKey: error.file ?? url.path, NSURLErrorKey: url,
    ]
    info["entity"] = error.entity
    info["property"] = error.property
    if let hint = error.hint { info[NSLocalizedRecoverySuggestionErrorKey] = hint }
    let code = error.kind == .missingFile ? CocoaError.fileReadNoSuchFile : CocoaError.fileReadCorruptFile
    return NSError(domain: NSCocoaErrorDomain, code: code.rawValue, userInfo: info)
  }
}
