import CoreDataEngine
import Foundation

/// A kind of migration, from the first version of a package to its last.
enum Way: String {
  /// By the options, in one step or through the versions in between.
  case inferred
  /// Object by object, by the mapping model that is inferred.
  case mapped
  /// By stages, the last but one with code after it.
  case staged
  /// To another place and type, without a change of the model.
  case moved
  /// By a copy of another store, of the last version.
  case replaced

  func migrate(_ url: URL, type: String, versions: [NSManagedObjectModel], package: URL) throws {
    var options: [AnyHashable: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
    ]
    let (oldest, newest) = (versions[0], versions[versions.count - 1])
    switch self {
    case .inferred: break
    case .staged: options[NSPersistentStoreStagedMigrationManagerOptionKey] = stages(versions, package)
    case .mapped:
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
      if oldest.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) {
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: oldest, destinationModel: newest)
        try MappedMigration.migrate(
          url, type: type, options: nil, source: oldest, destination: newest, mapping: mapping)
      }
    case .moved:
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: oldest)
      let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
      _ = try coordinator.migratePersistentStore(store, to: Way.target(of: url), withType: Way.targetType(of: type))
      return
    case .replaced:
      try NSPersistentStoreCoordinator(managedObjectModel: newest).replacePersistentStore(
        at: url, withPersistentStoreFrom: Way.source(of: url), type: NSPersistentStore.StoreType(rawValue: type))
      return
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: newest)
    let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url, options: options)
    try coordinator.remove(store)
  }

  static func target(of url: URL) -> URL { url.deletingLastPathComponent().appendingPathComponent("moved") }

  static func source(of url: URL) -> URL { url.deletingLastPathComponent().appendingPathComponent("other") }

  static func targetType(of type: String) -> String { type == NSSQLiteStoreType ? NSSQLiteStoreType : NSXMLStoreType }

  /// The code after a stage writes the names of persons in capitals, and marks them, so that it must run to its end once.
  private func stages(_ versions: [NSManagedObjectModel], _ package: URL) -> NSStagedMigrationManager {
    let references = versions.map {
      NSManagedObjectModelReference(fileURL: package, versionChecksum: $0.versionChecksum)
    }
    let count = versions.count
    let custom = NSCustomMigrationStage(migratingFrom: references[count - 3], to: references[count - 2])
    custom.didMigrateHandler = { manager, _ in
      guard let context = manager.container?.newBackgroundContext() else { return }
      try context.performAndWait {
        for person in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")) {
          person.setValue((person.value(forKey: "name") as? String)?.uppercased(), forKey: "nick")
        }
        try context.save()
      }
    }
    let before = versions.dropLast(3).map(\.versionChecksum)
    let first = before.isEmpty ? [] : [NSLightweightMigrationStage(before)]
    return NSStagedMigrationManager(
      first + [custom, NSLightweightMigrationStage([versions[count - 1].versionChecksum])])
  }
}
