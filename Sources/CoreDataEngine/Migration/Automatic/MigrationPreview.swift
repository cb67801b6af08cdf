import CoreDataSQLite

/// What opening a store with a model would do to it. An extra of this package; Apple has nothing like it.
///
/// Made by `NSPersistentStoreCoordinator.previewMigration(ofStoreAt:to:configuration:options:)`.
public struct MigrationPreview: Sendable {
  /// One part of the migration.
  public struct Step: Sendable {
    /// What is done, in words.
    public let title: String
    /// The rows it goes through; 0 when its time does not depend on rows.
    public let rows: Int
    /// The seconds it took on the copy.
    public let seconds: Double
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
  /// The steps, in order; empty when there is nothing to do or when the migration cannot be inferred or fails.
  public let steps: [Step]
  /// Indexes and triggers of other programs that cannot be kept.
  public let lostObjects: [String]
  /// The error that the migration would end in, once it can be inferred; nil when it would succeed.
  public let error: NSError?

  /// The seconds that the migration takes, as measured on the copy.
  public var estimatedSeconds: Double { steps.reduce(0) { $0 + $1.seconds } }
}

extension NSPersistentStoreCoordinator {
  /// Tells what an inferred migration of the store at `url` to `model` would do, without touching the store.
  ///
  /// The migration is carried out on a temporary copy of the database, or in memory for an XML or binary store, so that the
  /// rows, times and errors are real; this takes the space and time of the copy. Throws when there is no store at `url`, when it cannot be read (134110, 259 and
  /// others), and 134130 when the model it was made with is not found. May be called from any thread.
  public class func previewMigration(
    ofStoreAt url: URL, to model: NSManagedObjectModel, configuration: String? = nil
  ) throws -> MigrationPreview {
    try previewMigration(ofStoreAt: url, type: .sqlite, to: model, configuration: configuration)
  }

  /// Tells what an inferred migration of the store of a type would do. Throws 134000 for a store in memory, and for types of
  /// the program's own.
  public class func previewMigration(
    ofStoreAt url: URL, type: NSPersistentStore.StoreType, to model: NSManagedObjectModel, configuration: String? = nil
  ) throws -> MigrationPreview {
    let storeClass = try StoreTypes.storeClass(for: type.rawValue)
    let format = (storeClass as? FilePersistentStore.Type)?.format
    guard format != nil || storeClass is SQLitePersistentStore.Type else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError, reason: "A store of type \(type.rawValue) does not migrate.")
    }
    return try StoreMigration(
      url: url, options: nil, model: model, configuration: configuration, format: format
    ).preview()
  }
}

extension StoreMigration {
  func preview() throws -> MigrationPreview {
    guard let metadata = try metadata() else {
      throw NSError.storeFile(
        NSFileReadNoSuchFileError, url: url, reason: "There is no store at \(url.path).", advice: "Check the path.")
    }
    guard needsMigration(metadata) else { return result(needsMigration: false) }
    let source = try SourceModelSearch(url: url, metadata: metadata.dictionary, model: model).find()
    let problems = self.problems(from: source, metadata)
    guard problems.isEmpty else { return result(problems: problems) }
    if let format {
      do {
        return result(
          report: try FileMigration(migration: self, format: format, source: source).carriedOut().report)
      } catch {
        return result(error: error as NSError)
      }
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("migration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = StoreFiles(folder.appendingPathComponent(url.lastPathComponent))
    try StoreFiles(url).copy(to: copy)
    do {
      let migration = InPlaceMigration(
        url: copy.url, options: SQLiteStoreOptions(), sourceModel: source, destination: compiled, layouts: layouts,
        storedHashes: metadata.versionHashes)
      return result(report: try migration.run())
    } catch {
      return result(error: error as NSError)
    }
  }

  private func result(
    needsMigration: Bool = true, problems: [InferenceProblem] = [], report: InPlaceMigration.Report? = nil,
    error: NSError? = nil
  ) -> MigrationPreview {
    MigrationPreview(
      needsMigration: needsMigration,
      problems: problems.map {
        MigrationPreview.Problem(entity: $0.entity, property: $0.property, reason: $0.reason)
      },
      steps: (report?.steps ?? []).map {
        MigrationPreview.Step(title: $0.title, rows: $0.rows, seconds: $0.seconds)
      }, lostObjects: report?.lostObjects ?? [], error: error)
  }
}
