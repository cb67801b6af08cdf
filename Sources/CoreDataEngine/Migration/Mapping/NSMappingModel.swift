/// How a store of one model becomes a store of another. Follows Apple's `NSMappingModel`.
open class NSMappingModel: NSObject {
  private var mappings: [NSEntityMapping] = []
  /// The file names of the versions it was made for; nil when it does not tell.
  var versionNames: (source: String?, destination: String?) = (nil, nil)

  /// Makes an empty mapping model.
  public override init() { super.init() }

  /// Finds the mapping model between two models in bundles: compiled ones (`.cdm`) by the version hashes of the entities,
  /// others (`.xcmappingmodel`) by the names of versions, entities and properties. nil bundles stand for the main bundle
  /// and those beside it. nil when there is none.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel,
      let found = MappingSearch(source: sourceModel, destination: destinationModel).find(in: bundles)
    else { return nil }
    self.init()
    mappings = found.mappings
    versionNames = found.versionNames
  }

  /// The mapping model that can be inferred from two models.
  ///
  /// Throws 134190 when none can; the error names entity, property and reason, all of them under `NSDetailedErrorsKey` when
  /// there are several.
  open class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    let matching = ModelMatching(source: sourceModel.entities, destination: destinationModel.entities)
    let problems = MappingInference(matching: matching).problems()
    guard problems.isEmpty else { throw MigrationError.cannotInfer(problems) }
    let model = NSMappingModel()
    model.mappings = InferredMappings(matching: matching).entityMappings()
    return model
  }

  /// Reads a mapping model: a `.cdm` file, or an `.xcmappingmodel`, which nothing compiles here. nil, with the reason on
  /// standard error, when it cannot be read.
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    self.init()
    do {
      try take(MappingFile.contents(of: url))
    } catch {
      ModelLookup.report("Failed to load mapping model at \(url.path): \(error)")
      return nil
    }
  }

  func take(_ contents: (mappings: [NSEntityMapping], versionNames: (source: String?, destination: String?))) {
    mappings = contents.mappings
    versionNames = contents.versionNames
  }

  /// The mappings of entities, in the order in which they are carried out.
  open var entityMappings: [NSEntityMapping]! {
    get { mappings }
    set { mappings = newValue ?? [] }
  }

  /// The mappings by name.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(mappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
