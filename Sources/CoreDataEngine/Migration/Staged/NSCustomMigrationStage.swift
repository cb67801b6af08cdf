/// A stage between two versions with code before and after it. Follows Apple's `NSCustomMigrationStage`.
///
/// The change of the schema itself is inferred. The handlers are called on the thread that adds the store.
open class NSCustomMigrationStage: NSMigrationStage {
  private var models: (current: NSManagedObjectModelReference, next: NSManagedObjectModelReference)?

  /// Makes a stage from one version to the next.
  public convenience init(
    migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
  ) {
    self.init()
    models = (currentModel, nextModel)
  }

  private var known: (current: NSManagedObjectModelReference, next: NSManagedObjectModelReference) {
    guard let models else { fatalError("An NSCustomMigrationStage is made with init(migratingFrom:to:).") }
    return models
  }

  /// The version the stage begins with.
  open var currentModel: NSManagedObjectModelReference { known.current }

  /// The version the stage ends with.
  open var nextModel: NSManagedObjectModelReference { known.next }

  /// Called before the schema changes: the manager's container has the store open with `currentModel`. Throwing ends the
  /// migration. nil for nothing to do.
  open var willMigrateHandler:
    ((_ migrationManager: NSStagedMigrationManager, _ migrationStage: NSCustomMigrationStage) throws -> Void)?

  /// Called after the schema has changed: the manager's container has the store open with `nextModel`. When it throws, or
  /// the program ends, it is called again the next time the store is added. nil for nothing to do.
  open var didMigrateHandler:
    ((_ migrationManager: NSStagedMigrationManager, _ migrationStage: NSCustomMigrationStage) throws -> Void)?

  override var checksums: [String] { [currentModel.versionChecksum, nextModel.versionChecksum] }
}
