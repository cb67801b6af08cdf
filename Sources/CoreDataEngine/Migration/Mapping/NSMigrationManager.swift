/// Fills a new store from an older one, object by object, as a mapping model says. Follows Apple's `NSMigrationManager`.
///
/// The objects of both stores are in memory until the migration ends; a migration that can be inferred is better left to
/// the store, which does it in place. Used from one thread at a time; `cancelMigrationWithError(_:)` may be called from any.
open class NSMigrationManager: NSObject {
  /// The model of the older store.
  public let sourceModel: NSManagedObjectModel
  /// The model of the newer store.
  public let destinationModel: NSManagedObjectModel
  private var mapping = NSMappingModel()
  private var contexts: (source: NSManagedObjectContext, destination: NSManagedObjectContext)?
  private var current: NSEntityMapping?
  private var associations = InstanceAssociations()
  private let cancellation = Lock<(any Error)?>(nil)
  private let fraction = Lock<Float>(0)
  /// What each mapping of the last migration has done.
  private(set) var steps: [InPlaceMigration.Report.Step] = []

  /// Makes a manager that leads from one model to another.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    self.sourceModel = sourceModel
    self.destinationModel = destinationModel
    super.init()
  }

  /// Whether a store may use a quicker way of its own. Kept: this manager always works object by object.
  open var usesStoreSpecificMigrationManager = true

  /// Free information, for migration policies.
  open var userInfo: [AnyHashable: Any]?

  /// Fills the store at `dURL`, which is made if need be, from the one at `sourceURL`.
  ///
  /// Nothing is saved before all objects are complete; a store that was made for this and a failure leaves no file
  /// behind. Throws 134140 without a mapping model, 134150 and 134160 for stores that cannot be opened or saved, 134170 for
  /// a mapping that cannot be carried out, the error of a cancellation, and whatever migration policies throw.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    guard let mappings else {
      throw MigrationError.missingMappingModel(from: sourceModel, to: destinationModel, problems: [])
    }
    reset()
    mapping = mappings
    let transfer = StoreTransfer(
      source: StoreTransfer.End(model: sourceModel, url: sourceURL, type: sStoreType, options: sOptions),
      destination: StoreTransfer.End(model: destinationModel, url: dURL, type: dStoreType, options: dOptions))
    defer {
      reset()
      fraction.withLock { $0 = 0 }
    }
    // The rest of the units are for the save, which is one step.
    let progress = Progress(totalUnitCount: 10)
    try transfer.run { source, destination in
      contexts = (source, destination)
      steps = try progress.part(units: 8, orThrow: MigrationError.cancelled) {
        try MappingRun(manager: self, model: mappings).run()
      }
    }
    progress.completedUnitCount += 2
  }

  /// Fills the store at `destinationURL` from the one at `sourceURL`, in the Swift spelling.
  public func migrateStore(
    from sourceURL: URL, type sourceType: NSPersistentStore.StoreType, options sourceOptions: [AnyHashable: Any]? = nil,
    mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrateStore(
      from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
      toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
      destinationOptions: destinationOptions)
  }

  /// Forgets the contexts and associations of a migration.
  open func reset() {
    contexts = nil
    current = nil
    associations = InstanceAssociations()
    cancellation.withLock { $0 = nil }
  }

  /// The mapping model of the migration; empty before.
  open var mappingModel: NSMappingModel { mapping }

  /// The context of the older objects. Traps outside of a migration.
  open var sourceContext: NSManagedObjectContext { running.source }

  /// The context of the newer objects. Traps outside of a migration.
  open var destinationContext: NSManagedObjectContext { running.destination }

  private var running: (source: NSManagedObjectContext, destination: NSManagedObjectContext) {
    guard let contexts else { fatalError("An NSMigrationManager has contexts during a migration only.") }
    return contexts
  }

  /// The older entity of a mapping; nil for a mapping without one.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// The newer entity of a mapping; nil for a mapping without one.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// Notes that a newer object was made of an older one.
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    associations.add(sourceInstance, destinationInstance, mapping: entityMapping.name)
  }

  /// The newer objects that a mapping has made of older ones; of all when nil.
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.destinations(mapping: mappingName, of: sourceInstances)
  }

  /// The older objects that a mapping has made newer ones of; of all when nil.
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.sources(mapping: mappingName, of: destinationInstances)
  }

  /// The mapping that is being carried out. Traps outside of a migration.
  open var currentEntityMapping: NSEntityMapping {
    guard let current else { fatalError("An NSMigrationManager has a current entity mapping during a migration only.") }
    return current
  }

  /// How much is done, from 0 to 1; 0 before and after a migration, as Apple's.
  open var migrationProgress: Float { fraction.withLock { $0 } }

  /// Ends the migration that is running with an error. May be called from any thread.
  open func cancelMigrationWithError(_ error: any Error) { cancellation.withLock { $0 = error } }

  // MARK: For the engine

  func begin(_ mapping: NSEntityMapping) { current = mapping }

  func note(progress: Float) { fraction.withLock { $0 = progress } }

  func checkCancellation() throws {
    if let error = cancellation.withLock({ $0 }) { throw error }
  }

  /// The functions of `$manager` in expressions.
  func value(ofFunction name: String, _ arguments: [Any?]) throws -> Any? {
    func objects(_ value: Any?) -> [NSManagedObject] {
      (value.map { AnyValue.elements($0) ?? [$0] } ?? []).compactMap { $0 as? NSManagedObject }
    }
    guard let first = arguments.first as? String, arguments.count == 2 else {
      throw PredicateEvaluationError("\(name) wants a name and objects")
    }
    switch name {
    case MappingExpression.entityMappingInstances:
      return destinationInstances(forEntityMappingName: first, sourceInstances: objects(arguments[1]))
    case MappingExpression.sourceInstances:
      return sourceInstances(forEntityMappingName: first, destinationInstances: objects(arguments[1]))
    case MappingExpression.relationshipInstances:
      let sources = objects(arguments[1])
      return sources.flatMap { source in
        mapping.entityMappings.filter { $0.sourceEntityName == source.entity.name }.flatMap {
          destinationInstances(forEntityMappingName: $0.name, sourceInstances: [source])
        }
      }
    case MappingExpression.fetchRequest:
      let request = NSFetchRequest<NSManagedObject>(entityName: first)
      request.includesSubentities = false
      if let format = arguments[1] as? String, format != "TRUEPREDICATE" {
        request.predicate = try NSPredicate.parse(format)
      }
      return request
    default: throw PredicateEvaluationError("A migration manager has no function '\(name)'")
    }
  }
}
