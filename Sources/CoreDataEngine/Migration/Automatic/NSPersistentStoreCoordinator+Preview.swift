/// Previews of migrations. An extra of this package.
extension NSPersistentStoreCoordinator {
  /// Tells what opening the SQLite store at `url` with `model` would do. See
  /// `previewMigration(ofStoreAt:type:to:configuration:options:)`.
  public class func previewMigration(
    ofStoreAt url: URL, to model: NSManagedObjectModel, configuration: String? = nil,
    options: [AnyHashable: Any]? = nil
  ) throws -> MigrationPreview {
    try previewMigration(ofStoreAt: url, type: .sqlite, to: model, configuration: configuration, options: options)
  }

  /// Tells what opening the store at `url` with `model` and `options` would do, without touching the store: by a mapping
  /// model, inferred, through the versions in between, or in the stages of an `NSStagedMigrationManager`.
  ///
  /// nil for `options` means automatic migration with inference; `NSMigratePersistentStoresAutomaticallyOption` is taken as
  /// set. The migration is carried out on a temporary copy, so that the rows, times and errors are real; this takes the
  /// space and time of both. Code of migration policies and stages runs too, on the copy. The current `Progress` is told, and
  /// may cancel with 134120 or 3072.
  ///
  /// Throws when there is no store at `url`, when it cannot be read (134110, 259 and others), 134130 when the model it was
  /// made with is not found, and 134000 for a store in memory and for types of the program's own. May be called from any
  /// thread.
  public class func previewMigration(
    ofStoreAt url: URL, type: NSPersistentStore.StoreType, to model: NSManagedObjectModel, configuration: String? = nil,
    options: [AnyHashable: Any]? = nil
  ) throws -> MigrationPreview {
    let storeClass = try StoreTypes.storeClass(for: type.rawValue)
    let format = (storeClass as? FilePersistentStore.Type)?.format
    guard format != nil || storeClass is SQLitePersistentStore.Type else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError, reason: "A store of type \(type.rawValue) does not migrate.")
    }
    var options = options ?? [NSInferMappingModelAutomaticallyOption: true]
    options[NSMigratePersistentStoresAutomaticallyOption] = true
    return try StoreMigration(
      url: url, options: options, model: model, configuration: configuration, format: format
    ).preview()
  }
}
