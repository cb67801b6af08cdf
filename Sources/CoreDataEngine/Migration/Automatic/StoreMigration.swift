/// Brings a store to the model it is about to be opened with, when the options ask for that.
struct StoreMigration {
  let url: URL
  let options: [AnyHashable: Any]?
  let model: NSManagedObjectModel
  let compiled: CompiledModel
  /// The entities of the store's configuration.
  let layouts: [EntityLayout]

  /// Does nothing for a store of the same model, for one that is not there, and without
  /// `NSMigratePersistentStoresAutomaticallyOption`. Throws 134130 without the older model, 134140 for models between which
  /// no mapping can be inferred, and what `InPlaceMigration` throws.
  func migrateIfNeeded() throws {
    guard flag(NSMigratePersistentStoresAutomaticallyOption), MemoryDatabase(url) == nil,
      case .store(let metadata) = try StoreInspection(url: url).content(), needsMigration(metadata)
    else { return }
    let source = try SourceModelSearch(url: url, metadata: metadata.dictionary, model: model).find()
    guard flag(NSInferMappingModelAutomaticallyOption) else {
      throw MigrationError.missingMappingModel(from: source, to: model, problems: [])
    }
    try migrateInPlace(from: source, metadata)
  }

  func needsMigration(_ metadata: StoreMetadata) -> Bool {
    if flag(NSIgnorePersistentStoreVersioningOption) { return false }
    // A file of another type is for the opening to refuse.
    if let type = metadata.values[NSStoreTypeKey] as? String, type != NSSQLiteStoreType { return false }
    return !VersionComparison(entities: layouts.map(\.entity), storedHashes: metadata.versionHashes).isEqual
  }

  private func migrateInPlace(from source: NSManagedObjectModel, _ metadata: StoreMetadata) throws {
    let problems = self.problems(from: source, metadata)
    guard problems.isEmpty else {
      throw MigrationError.missingMappingModel(from: source, to: model, problems: problems)
    }
    let migration = InPlaceMigration(
      url: url, options: try SQLiteStoreOptions(options), sourceModel: source, destination: compiled, layouts: layouts,
      storedHashes: metadata.versionHashes)
    try migration.run()
  }

  /// What stands in the way of inferring the migration.
  func problems(from source: NSManagedObjectModel, _ metadata: StoreMetadata) -> [InferenceProblem] {
    let entities = source.entities.filter { $0.name.map { metadata.versionHashes[$0] != nil } ?? false }
    return MappingInference(matching: ModelMatching(source: entities, destination: layouts.map(\.entity))).problems()
  }

  private func flag(_ key: String) -> Bool { (options?[key] as? NSNumber)?.boolValue ?? (options?[key] as? Bool) ?? false }
}
