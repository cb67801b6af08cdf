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
  /// The form of a store that is read and written as a whole; nil for an SQLite store.
  let format: (any StoreFileFormat)?
  var storeType: String { format?.storeType ?? NSSQLiteStoreType }
  /// Takes what did not stop a migration but should be known.
  var warn: (String) -> Void = { ModelLookup.report($0, as: "warning") }

  init(
    url: URL, options: [AnyHashable: Any]?, model: NSManagedObjectModel, configuration: String?,
    format: (any StoreFileFormat)? = nil
  ) throws {
    self.url = url
    self.format = format
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
      url: other.url, options: other.options, model: model, configuration: isKnown ? other.configuration : nil,
      format: other.format)
    warn = other.warn
  }

  /// Does nothing for a store of the same model, for one that is not there, and without
  /// `NSMigratePersistentStoresAutomaticallyOption` or a staged migration manager. Throws 134130 without the older model,
  /// 134140 for models between which no mapping can be inferred, and what `InPlaceMigration` and `MappedMigration` throw.
  func migrateIfNeeded() throws {
    guard format != nil || MemoryDatabase(url) == nil else { return }
    if let manager = options?[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager {
      return try StagedMigration(migration: self, manager: manager).run()
    }
    guard flag(NSMigratePersistentStoresAutomaticallyOption),
      let metadata = try metadata()
    else { return }
    guard needsMigration(metadata) else { return MappedMigration.removeLeftovers(of: url, isOneFile: format != nil) }
    try migrate(from: try SourceModelSearch(url: url, metadata: metadata.dictionary, model: model).find(), metadata)
  }

  func needsMigration(_ metadata: StoreMetadata) -> Bool {
    if flag(NSIgnorePersistentStoreVersioningOption) { return false }
    // A file of another type is for the opening to refuse.
    if let type = metadata.values[NSStoreTypeKey] as? String, type != storeType { return false }
    return !VersionComparison(entities: layouts.map(\.entity), storedHashes: metadata.versionHashes).isEqual
  }

  /// By a mapping model if there is one, else inferred, else through the versions in between.
  private func migrate(from source: NSManagedObjectModel, _ metadata: StoreMetadata) throws {
    if let mapping = NSMappingModel(from: nil, forSourceModel: source, destinationModel: model) {
      return try migrate(from: source, by: mapping)
    }
    guard flag(NSInferMappingModelAutomaticallyOption) else {
      throw MigrationError.missingMappingModel(from: source, to: model, problems: [])
    }
    let problems = self.problems(from: source, metadata)
    if problems.isEmpty { return try migrateInPlace(from: source, pendingStage: nil) }
    guard let path = ProgressiveMigration(source: source, destination: model).path(),
      ProgressiveMigration.isPossible(from: source, through: path)
    else { throw MigrationError.missingMappingModel(from: source, to: model, problems: problems) }
    let progress = Progress(totalUnitCount: Int64(path.count))
    for version in path {
      try progress.part(orThrow: MigrationError.cancelled) {
        try StoreMigration(to: version, like: self).migrateIfNeeded()
      }
    }
  }

  func migrate(from source: NSManagedObjectModel, by mapping: NSMappingModel) throws {
    if let format {
      return try MappedFileMigration(migration: self, format: format, source: source, mapping: mapping).run()
    }
    try MappedMigration(url: url, options: options, source: source, destination: model, mapping: mapping).run()
  }

  /// Throws 134140 when the migration cannot be inferred. `pendingStage` is noted in the store: the version after which
  /// code is still to run.
  func migrateInPlace(from source: NSManagedObjectModel, pendingStage: String?) throws {
    guard let metadata = try metadata() else { return }
    let problems = self.problems(from: source, metadata)
    guard problems.isEmpty else {
      throw MigrationError.missingMappingModel(from: source, to: model, problems: problems)
    }
    let report =
      if let format {
        try FileMigration(migration: self, format: format, source: source, pendingStage: pendingStage).run()
      } else {
        try inPlace(from: source, metadata, pendingStage: pendingStage).run()
      }
    guard !report.lostObjects.isEmpty else { return }
    warn(
      "The migration of \(url.path) could not make these indexes and triggers again, which are not Core Data's: \(report.lostObjects.joined(separator: ", "))."
    )
  }

  /// The migration in place of an SQLite store, or of a database in memory that stands for another.
  func inPlace(
    from source: NSManagedObjectModel, _ metadata: StoreMetadata, options: SQLiteStoreOptions? = nil,
    pendingStage: String? = nil
  ) throws -> InPlaceMigration {
    var migration = InPlaceMigration(
      url: url, options: try options ?? SQLiteStoreOptions(self.options), sourceModel: source, destination: compiled,
      layouts: layouts, storedHashes: metadata.versionHashes)
    migration.pendingStage = pendingStage
    return migration
  }

  /// The metadata of the store; nil when there is none.
  func metadata() throws -> StoreMetadata? {
    guard let format else {
      guard case .store(let metadata) = try StoreInspection(url: url).content() else { return nil }
      return metadata
    }
    guard let data = try StoreFile(url: url).read() else { return nil }
    return StoreMetadata(given: try format.understood(url) { try format.metadata(of: data) })
  }

  /// Removes the note of a stage whose code is still to run.
  func removePendingStage() throws {
    guard let format else {
      var metadata = try SQLiteStore.metadata(at: url)
      metadata[StagedMigration.pendingKey] = nil
      return try SQLiteStore.setMetadata(metadata, at: url)
    }
    guard let data = try StoreFile(url: url).read() else { return }
    let replaced = try format.understood(url) {
      var metadata = try format.metadata(of: data)
      metadata[StagedMigration.pendingKey] = nil
      return try format.replacingMetadata(of: data, with: metadata)
    }
    try StoreFile(url: url).write(replaced)
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
