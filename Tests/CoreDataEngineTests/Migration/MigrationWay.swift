@testable import CoreDataEngine
import Testing

/// A kind of migration, from the first of some versions to the last.
struct MigrationWay: Sendable, CustomTestStringConvertible {
  enum Kind {
    /// By the options: in one step or through the versions in between.
    case inferred
    /// Object by object, by the mapping model that is inferred.
    case mapped
    /// By stages of which the last has code.
    case staged
    case moved(StoreKind)
  }

  let testDescription: String
  var kind = Kind.inferred
  var store = StoreKind.sqlite
  let versions: [String]

  /// The versions, from the files of a package.
  func models(in folder: TemporaryFolder) throws -> [NSManagedObjectModel] {
    let package = try StagedMigrationTests.package(in: folder, versions.enumerated().map { ("M \($0 + 1)", $1) })
    return try versions.indices.map {
      try NSManagedObjectModel(validating: package.appendingPathComponent("M \($0 + 1).mom"))
    }
  }

  /// `code` runs after the last stage.
  func migrate(
    _ url: URL, _ models: [NSManagedObjectModel], moved: URL? = nil,
    code: @escaping (NSManagedObjectContext) throws -> Void = { _ in }
  ) throws {
    let newest = models[models.count - 1]
    switch kind {
    case .inferred: try Self.open(url, store, newest, options: MigrationFixture.inferring) { _ in }
    case .staged:
      var options = MigrationFixture.inferring
      options[NSPersistentStoreStagedMigrationManagerOptionKey] = Self.stages(models, code)
      try Self.open(url, store, newest, options: options) { _ in }
    case .mapped:
      let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: models[0], destinationModel: newest)
      try MappedMigration.migrate(
        url, type: store.type, options: nil, source: models[0], destination: newest, mapping: mapping)
    case .moved(let kind):
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: newest)
      let old = try coordinator.addPersistentStore(ofType: store.type, configurationName: nil, at: url)
      _ = try coordinator.migratePersistentStore(old, to: moved ?? url, withType: kind.type)
    }
  }

  static func stages(
    _ models: [NSManagedObjectModel], _ code: @escaping (NSManagedObjectContext) throws -> Void
  ) -> NSStagedMigrationManager {
    let references = models.map { NSManagedObjectModelReference(model: $0, versionChecksum: $0.versionChecksum) }
    let custom = NSCustomMigrationStage(
      migratingFrom: references[models.count - 2], to: references[models.count - 1])
    custom.didMigrateHandler = { manager, _ in
      guard let context = manager.container?.newBackgroundContext() else { return }
      try context.performAndWait {
        try code(context)
        try context.save()
      }
    }
    let before = models.dropLast(2).map(\.versionChecksum)
    return NSStagedMigrationManager(before.isEmpty ? [custom] : [NSLightweightMigrationStage(before), custom])
  }

  static func open<Result>(
    _ url: URL, _ kind: StoreKind, _ model: NSManagedObjectModel, options: [AnyHashable: Any]?,
    _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let result = try body(context)
    try context.save()
    try coordinator.remove(store)
    return result
  }
}
