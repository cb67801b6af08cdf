import CoreDataModelFormat

/// Carries out the stages that a store has before it.
///
/// Each stage is complete in the file before the next begins. That code is still to run after a stage is noted in the store's
/// metadata, in the transaction that changes the schema, so that no crash can skip it.
struct StagedMigration {
  static let pendingKey = "_NSStagedMigrationPendingStage"

  let migration: StoreMigration
  let manager: NSStagedMigrationManager

  private var url: URL { migration.url }

  func run() throws {
    guard let metadata = try migration.metadata() else { return }
    let end = migration.model.versionChecksum
    let chain = try VersionChain(stages: manager.stages, destination: end)
    if let pending = metadata.values[StagedMigration.pendingKey] as? String,
      let stage = customStages.first(where: { $0.nextModel.versionChecksum == pending }),
      isVersion(try stage.nextModel.resolve(), of: metadata)
    {
      try finish(stage)
    }
    guard !isVersion(migration.model, of: metadata) else { return }
    let start = try self.start(of: metadata, before: end, in: chain)
    let path = try chain.path(from: start, to: end)
    var (current, model) = (start, try self.model(start, metadata))
    let progress = Progress(totalUnitCount: Int64(path.count - 1))
    for next in path.dropFirst() {
      let stage = customStages.first {
        $0.currentModel.versionChecksum == current && $0.nextModel.versionChecksum == next
      }
      // A version between two that are known may be missing, when nothing but inference leads through it.
      guard let nextModel = try stage?.nextModel.resolve() ?? find(next) else {
        progress.completedUnitCount += 1
        continue
      }
      if let stage { try prepare(stage) }
      let (older, pending) = (model, stage?.didMigrateHandler == nil ? nil : next)
      try progress.part(orThrow: MigrationError.cancelled) {
        try StoreMigration(to: nextModel, like: migration).migrateInPlace(from: older, pendingStage: pending)
      }
      if let stage { try finish(stage) }
      (current, model) = (next, nextModel)
    }
    guard current == end else { throw missingModel(end) }
  }

  private var customStages: [NSCustomMigrationStage] { manager.stages.compactMap { $0 as? NSCustomMigrationStage } }

  // MARK: Models

  /// Whether a store is up to date with a model, of which it may have one configuration only.
  private func isVersion(_ model: NSManagedObjectModel, of metadata: StoreMetadata) -> Bool {
    let entities = model.entities(forConfigurationName: configuration(in: model)) ?? []
    return VersionComparison(entities: entities, storedHashes: metadata.versionHashes).isEqual
  }

  /// The store's configuration, in a version that has it.
  private func configuration(in model: NSManagedObjectModel) -> String? {
    migration.configuration.flatMap { model.entities(forConfigurationName: $0) == nil ? nil : $0 }
  }

  /// The checksum of the store's version. Of versions that differ in other configurations only it is the last, since the
  /// stages between them are not this store's.
  private func start(of metadata: StoreMetadata, before end: String, in chain: VersionChain) throws -> String {
    let own = VersionHash.checksum(of: metadata.versionHashes)
    guard migration.configuration != nil, !chain.checksums.contains(own) else { return own }
    let known = chain.checksums.prefix { $0 != end }
    if let last = known.last(where: { find($0).map { isVersion($0, of: metadata) } ?? false }) {
      return last
    }
    return try SourceModelSearch(url: url, metadata: metadata.dictionary, model: migration.model)
      .find().versionChecksum
  }

  private func model(_ checksum: String, _ metadata: StoreMetadata) throws -> NSManagedObjectModel {
    // A store may stand after a stage whose code has failed, so that the newer model counts too.
    let references = customStages.flatMap { [$0.currentModel, $0.nextModel] }
    if let reference = references.first(where: { $0.versionChecksum == checksum }) { return try reference.resolve() }
    return try SourceModelSearch(url: url, metadata: metadata.dictionary, model: migration.model).find()
  }

  private func find(_ checksum: String) -> NSManagedObjectModel? {
    if migration.model.versionChecksum == checksum { return migration.model }
    for stage in customStages {
      for reference in [stage.currentModel, stage.nextModel] where reference.versionChecksum == checksum {
        if let model = try? reference.resolve() { return model }
      }
    }
    let bundles = ModelLookup.searchedFolders(nil).flatMap(ModelLookup.modelFiles)
    let files = (migration.model.fileURLs + bundles).flatMap(SourceModelSearch.versions)
    return files.lazy.compactMap { try? NSManagedObjectModel(validating: $0) }.first {
      $0.versionChecksum == checksum
    }
  }

  private func missingModel(_ checksum: String) -> NSError {
    NSError.coreData(
      NSManagedObjectModelReferenceNotFoundError, reason: "No model with the checksum \(checksum) was found.")
  }

  // MARK: Handlers

  private func prepare(_ stage: NSCustomMigrationStage) throws {
    guard let handler = stage.willMigrateHandler else { return }
    try withContainer(stage.currentModel.resolve()) { try handler(manager, stage) }
  }

  private func finish(_ stage: NSCustomMigrationStage) throws {
    guard let handler = stage.didMigrateHandler else { return }
    try withContainer(stage.nextModel.resolve()) { try handler(manager, stage) }
    try migration.removePendingStage()
  }

  private func withContainer(_ model: NSManagedObjectModel, _ body: () throws -> Void) throws {
    let container = NSPersistentContainer(
      name: url.deletingPathExtension().lastPathComponent, managedObjectModel: model)
    var options = migration.options ?? [:]
    for key in [
      NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
      NSPersistentStoreStagedMigrationManagerOptionKey,
    ] { options[key] = nil }
    let coordinator = container.persistentStoreCoordinator
    let store = try coordinator.addPersistentStore(
      ofType: migration.storeType, configurationName: configuration(in: model), at: url,
      options: options)
    manager.container = container
    defer {
      manager.container = nil
      try? coordinator.remove(store)
    }
    try body()
  }
}
