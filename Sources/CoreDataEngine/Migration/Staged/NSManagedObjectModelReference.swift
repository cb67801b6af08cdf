/// A version of a model, found when it is needed. Follows Apple's `NSManagedObjectModelReference`.
open class NSManagedObjectModelReference: NSObject {
  private enum Place {
    case model(NSManagedObjectModel)
    case file(URL)
    case hashes([String: Data], Bundle?)
    case name(String, Bundle?)
  }

  private let place: Place
  private let found = Lock<NSManagedObjectModel?>(nil)

  /// The checksum that the model must have.
  public let versionChecksum: String

  /// Refers to a model.
  public init(model: NSManagedObjectModel, versionChecksum: String) {
    place = .model(model)
    self.versionChecksum = versionChecksum
    super.init()
  }

  /// Refers to a model file; of a package, to the version with the checksum.
  public init(fileURL: URL, versionChecksum: String) {
    place = .file(fileURL)
    self.versionChecksum = versionChecksum
    super.init()
  }

  /// Refers to the version in a bundle whose entities have these version hashes; nil stands for the main bundle.
  public init(entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String) {
    var hashes: [String: Data] = [:]
    for (name, hash) in versionHash {
      if let name = name.base as? String, let hash = hash as? Data { hashes[name] = hash }
    }
    place = .hashes(hashes, bundle)
    self.versionChecksum = versionChecksum
    super.init()
  }

  /// Refers to the version of that name in a bundle; nil stands for the main bundle.
  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    place = .name(modelName, bundle)
    self.versionChecksum = versionChecksum
    super.init()
  }

  /// The model. Traps when there is none; a migration throws 134504 instead.
  open var resolvedModel: NSManagedObjectModel {
    do {
      return try resolve()
    } catch {
      fatalError("\(error.localizedDescription) \((error as NSError).localizedFailureReason ?? "")")
    }
  }

  /// Throws 134504 when no model is where the reference points to, or none with its checksum.
  func resolve() throws -> NSManagedObjectModel {
    try found.withLock { found in
      if let found { return found }
      let candidates = candidates()
      guard let model = candidates.first(where: { $0.versionChecksum == versionChecksum }) else {
        throw NSError.coreData(
          NSManagedObjectModelReferenceNotFoundError,
          reason:
            "\(text) has no model with the checksum \(versionChecksum); found: \(candidates.map(\.versionChecksum).joined(separator: ", "))."
        )
      }
      found = model
      return model
    }
  }

  private var text: String {
    switch place {
    case .model: "The reference"
    case .file(let url): url.path
    case .hashes(let hashes, _): "The bundle with a model of \(hashes.keys.sorted().joined(separator: ", "))"
    case .name(let name, _): "The bundle's '\(name)'"
    }
  }

  private func candidates() -> [NSManagedObjectModel] {
    func models(_ bundle: Bundle?) -> [URL] {
      ModelLookup.searchedFolders(bundle.map { [$0] }).flatMap(ModelLookup.modelFiles)
        .flatMap(SourceModelSearch.versions)
    }
    switch place {
    case .model(let model): return [model]
    case .file(let url): return SourceModelSearch.models(at: SourceModelSearch.versions(besides: url))
    case .hashes(let hashes, let bundle):
      return SourceModelSearch.models(at: models(bundle)).filter { $0.entityVersionHashesByName == hashes }
    case .name(let name, let bundle):
      let named = models(bundle).filter {
        [$0, $0.deletingLastPathComponent()].contains { $0.deletingPathExtension().lastPathComponent == name }
      }
      return SourceModelSearch.models(at: named)
    }
  }
}
