import CoreDataEngine

/// The code of the page of this name.
enum StoresAndFormats {
  static func opening(_ url: URL) throws -> [String] {
    // snippet
    let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])

    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait {
      try model.entities.map { entity in
        let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: entity.name!))
        return "\(entity.name!): \(count)"
      }
    }
    // end
  }

  static func previewing(_ storeURL: URL, _ model: NSManagedObjectModel) throws -> Bool {
    // snippet
    let preview = try NSPersistentStoreCoordinator.previewMigration(ofStoreAt: storeURL, to: model)
    for problem in preview.problems { print(problem.entity, problem.property, problem.reason) }
    for step in preview.steps { print(step.title, step.rows, "rows") }
    // end
    return preview.needsMigration
  }

  static func replacing(
    _ coordinator: NSPersistentStoreCoordinator, _ storeURL: URL, with backupURL: URL
  ) throws {
    // snippet
    try coordinator.replacePersistentStore(
      at: storeURL, destinationOptions: nil, withPersistentStoreFrom: backupURL, sourceOptions: nil,
      ofType: NSSQLiteStoreType)
    // end
  }
}
