import CoreDataSQLite

/// What opening a store with a model would do to it. An extra of this package; Apple has nothing like it.
///
/// Made by `NSPersistentStoreCoordinator.previewMigration(ofStoreAt:type:to:configuration:options:)`.
public struct MigrationPreview: Sendable {
  /// How a store comes from one version of its model to the next.
  public enum Way: String, Sendable {
    /// By what can be inferred from the two models.
    case inferred
    /// Object by object, by a mapping model.
    case mappingModel
  }

  /// One part of the migration.
  public struct Step: Sendable {
    /// What is done, in words.
    public let title: String
    /// The rows it goes through; 0 when its time does not depend on rows.
    public let rows: Int
    /// The seconds it took on the copy.
    public let seconds: Double
    /// The way it is a part of.
    public let way: Way
    /// The version that way leads to, by the name of its file, its identifier, or its checksum when it has neither. There
    /// are several when the store goes through the versions in between, or through stages.
    public let version: String
  }

  /// A change that no mapping can be inferred for.
  public struct Problem: Sendable, Equatable {
    /// The entity, by its newer name.
    public let entity: String
    /// The property, by its newer name.
    public let property: String
    /// Why it cannot be inferred.
    public let reason: String
  }

  /// Whether the store has another version of the model than the one given.
  public let needsMigration: Bool
  /// What stands in the way of inferring the migration; empty when nothing does.
  public let problems: [Problem]
  /// The steps, in order, up to the version that fails if one does; empty when there is nothing to do.
  public let steps: [Step]
  /// Indexes and triggers of other programs that cannot be kept.
  public let lostObjects: [String]
  /// The error that the migration would end in, once it can be inferred; nil when it would succeed.
  public let error: NSError?

  /// The seconds that the migration takes, as measured on the copy.
  public var estimatedSeconds: Double { steps.reduce(0) { $0 + $1.seconds } }
}
