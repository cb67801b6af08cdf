/// Carries out the mapping of one entity; a subclass does it in its own way. Follows Apple's `NSEntityMigrationPolicy`.
///
/// For each mapping come: `begin`, `createDestinationInstances` for every older object, `endInstanceCreation`; when all
/// mappings are so far, `createRelationships` for every newer object and `endRelationshipCreation`; at last
/// `performCustomValidation` and `end`. What a method throws ends the migration with that error.
open class NSEntityMigrationPolicy: NSObject {
  /// Makes a policy; the manager makes one for each mapping.
  public required override init() { super.init() }

  /// Before the first object of the mapping. Does nothing.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes the newer objects of an older one: one, with the attributes that the mapping gives it.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard let entity = manager.destinationEntity(for: mapping) else { return }
    let object = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
    let evaluation = MappingEvaluation(manager: manager, mapping: mapping, policy: self)
    for property in mapping.attributeMappings ?? [] {
      try evaluation.setAttribute(property, of: object, from: sInstance)
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
  }

  /// When all older objects of the mapping have been seen. Does nothing.
  open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Gives a newer object its relationships, from the older object it was made of.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    let sources = manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: [dInstance])
    guard let source = sources.first else { return }
    let evaluation = MappingEvaluation(manager: manager, mapping: mapping, policy: self)
    for property in mapping.relationshipMappings ?? [] {
      try evaluation.setRelationship(property, of: dInstance, from: source)
    }
  }

  /// When all newer objects of the mapping have their relationships. Does nothing.
  open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// When all objects are complete; throwing refuses the migration. Does nothing.
  open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// At the end of the mapping. Does nothing.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// The value of `FUNCTION($entityPolicy, "name:", …)` in an expression.
  ///
  /// An extra of this package: methods cannot be called by name here, so a subclass answers for its own by their names.
  /// Throws 134170 for a name it does not know, which is what this class does for all.
  open func value(ofFunction name: String, arguments: [Any?], manager: NSMigrationManager) throws -> Any? {
    throw NSError.coreData(
      NSEntityMigrationPolicyError,
      reason:
        "\(Swift.type(of: self)) does not answer the function '\(name)'. Override value(ofFunction:arguments:manager:) for it."
    )
  }
}
