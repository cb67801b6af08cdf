/// Leads a store through several versions of its model, stage by stage. Follows Apple's `NSStagedMigrationManager`.
///
/// Given to a store as the option `NSPersistentStoreStagedMigrationManagerOptionKey`.
open class NSStagedMigrationManager: NSObject {
  /// The stages, in the order of the versions.
  public private(set) var stages: [NSMigrationStage] = []

  /// While a handler of a custom stage runs: a container with the store, open with the model of the moment. nil otherwise.
  open internal(set) var container: NSPersistentContainer?

  /// Makes a manager of stages in the order of the versions.
  public convenience init(_ stages: [NSMigrationStage]) {
    self.init()
    self.stages = stages
  }
}
