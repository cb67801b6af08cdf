import CoreDataEngine
import Foundation

/// Migrates what is damaged, in each of the ways.
struct MigrationUse {
  let folder: URL

  init(_ folder: URL) { self.folder = folder }

  private static var inferring: [AnyHashable: Any] {
    [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
  }

  /// A model whose entities have other numbers and whose tables are made anew.
  private static func newer() -> NSManagedObjectModel {
    let model = Template.model(extra: true)
    let first = NSEntityDescription()
    first.name = "Aardvark"
    model.entities += [first]
    let animal = model.entitiesByName["Animal"]
    animal?.attributesByName["age"]?.attributeType = .doubleAttributeType
    animal?.attributesByName["name"]?.name = "title"
    animal?.attributesByName["title"]?.renamingIdentifier = "name"
    animal?.relationshipsByName["friend"]?.maxCount = 0
    model.entitiesByName["Tag"]?.relationshipsByName["animals"]?.isOrdered = false
    return model
  }

  /// Opens a store with a newer model, or looks at what that would do, or fills another store from it; gives the number of
  /// objects that there are then. Only Cocoa's errors may come.
  func migrate(_ store: URL, way: Int) throws -> Int {
    let (older, newer) = (Template.model(), Self.newer())
    switch way % 3 {
    case 0: return try open(store, newer)
    case 1:
      let preview = try NSPersistentStoreCoordinator.previewMigration(ofStoreAt: store, to: newer)
      if let error = preview.error { throw error }
      return preview.steps.count
    default:
      let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: older, destinationModel: newer)
      return try fill(from: store, older, newer, mapping)
    }
  }

  /// Migrates a sound store by a mapping model from a file.
  func migrate(_ store: URL, by file: URL) throws {
    guard let mapping = NSMappingModel(contentsOf: file) else { return }
    _ = try fill(from: store, Template.model(), Template.model(extra: true), mapping)
  }

  private func fill(
    from store: URL, _ older: NSManagedObjectModel, _ newer: NSManagedObjectModel, _ mapping: NSMappingModel
  ) throws -> Int {
    let target = folder.appendingPathComponent("target.sqlite")
    for part in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: target.path + part) }
    try NSMigrationManager(sourceModel: older, destinationModel: newer).migrateStore(
      from: store, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: target,
      destinationType: NSSQLiteStoreType)
    return try open(target, newer)
  }

  private func open(_ url: URL, _ model: NSManagedObjectModel) throws -> Int {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: Self.inferring)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    var count = 0
    for name in model.entities.compactMap(\.name) {
      for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)) {
        for property in object.entity.properties { _ = object.value(forKey: property.name) }
        count += 1
      }
    }
    try coordinator.remove(store)
    return count
  }
}
