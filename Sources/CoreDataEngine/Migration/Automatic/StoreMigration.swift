/// Brings a store to the model it is about to be opened with, when the options ask for that.
struct StoreMigration {
  let url: URL
  let options: [AnyHashable: Any]?
  let model: NSManagedObjectModel
  let compiled: CompiledModel
  /// The store's configuration; nil for all entities.
  let configuration: String?
  /// The entities of the configuration.
  let layouts: [EntityLayout]

  init(
    url: URL, options: [AnyHashable: Any]?, model: NSManagedObjectModel, configuration: String?
  ) throws {
    self.url = url
    self.options = options
    self.model = model
    self.configuration = configuration
    let compiled = try model.compile()
    self.compiled = compiled
    let entities = model.entities(forConfigurationName: configuration) ?? []
    layouts = entities.compactMap { compiled.layout(of: $0) }.sorted { $0.index < $1.index }
  }

  /// The migration of the same store to another model.
  init(to model: NSManagedObjectModel, like other: StoreMigration) throws {
    let isKnown = model.entities(forConfigurationName: other.configuration) != nil
    try self.init(
      url: other.url, options: other.options, model: model, configuration: isKnown ? other.configuration : nil)
  }

  /// Does nothing for a store of the same model, for one that is not there, and without
  /// `NSMigratePersistentStoresAutomaticallyOption` or a staged migration manager. Throws 134130 without the older model,
  /// 134140 for models between which no mapping can be inferred, and what `InPlaceMigration` and `MappedMigration` throw.
  func migrateIfNeeded() throws {
    guard MemoryDatabase(url) == nil else { return }
    if let manager = options?[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager {
      return try StagedMigration(migration: self, manager: manager).run()
    }
    guard flag(NSMigratePersistentStoresAutomaticallyOption),
      case .store(let metadata) = try StoreInspection(url: url).content()
    else { return }
    guard needsMigration(metadata) else { return MappedMigration.removeLeftovers(of: url) }
    try migrate(from: try SourceModelSearch(url: url, metadata: metadata.dictionary, model: model).find(), metadata)
  }

  func needsMigration(_ metadata: StoreMetadata) -> Bool {
    if flag(NSIgnorePersistentStoreVersioningOption) { return false }
    // A file of another type is for the opening to refuse.
    if let type = metadata.values[NSStoreTypeKey] as? String, type != NSSQLiteStoreType { return false }
    return !VersionComparison(entities: layouts.map(\.entity), storedHashes: metadata.versionHashes).isEqual
  }

  /// By a mapping model if there is one, else inferred, else through the versions in between.
  private func migrate(from source: NSManagedObjectModel, _ metadata: StoreMetadata) throws {
    if let mapping = NSMappingModel(from: nil, forSourceModel: source, destinationModel: model) {
      return try MappedMigration(
        url: url, options: options, source: source, destination: model, mapping: mapping
      ).run()
    }
    guard flag(NSInferMappingModelAutomaticallyOption) else {
      throw MigrationError.missingMappingModel(from: source, to: model, problems: [])
    }
    let problems = self.problems(from: source, metadata)
    if problems.isEmpty { return try migrateInPlace(from: source, pendingStage: nil) }
    guard let path = ProgressiveMigration(source: source, destination: model).path(),
      ProgressiveMigration.isPossible(from: source, through: path)
    else { throw MigrationError.missingMappingModel(from: source, to: model, problems: problems) }
    for version in path { try StoreMigration(to: version, like: self).migrateIfNeeded() }
  }

  /// Throws 134140 when the migration cannot be inferred. `pendingStage` is noted in the store: the version after which
  /// code is still to run.
  func migrateInPlace(from source: NSManagedObjectModel, pendingStage: String?) throws {
    guard case .store(let metadata) = try StoreInspection(url: url).content() else { return }
    let problems = self.problems(from: source, metadata)
    guard problems.isEmpty else {
      throw MigrationError.missingMappingModel(from: source, to: model, problems: problems)
    }
    var migration = InPlaceMigration(
      url: url, options: try SQLiteStoreOptions(options), sourceModel: source, destination: compiled, layouts: layouts,
      storedHashes: metadata.versionHashes)
    migration.pendingStage = pendingStage
    try migration.run()
  }

  /// What stands in the way of inferring the migration.
  func problems(from source: NSManagedObjectModel, _ metadata: StoreMetadata) -> [InferenceProblem] {
    let entities = source.entities.filter { $0.name.map { metadata.versionHashes[$0] != nil } ?? false }
    return MappingInference(matching: ModelMatching(source: entities, destination: layouts.map(\.entity))).problems()
  }

  private func flag(_ key: String) -> Bool {
    (options?[key] as? NSNumber)?.boolValue ?? (options?[key] as? Bool) ?? false
  }
}
