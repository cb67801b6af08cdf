/// What a mapping does with the objects of an entity.
public enum NSEntityMappingType: UInt, Sendable {
  /// Left open; such a mapping is carried out as a transformation.
  case undefinedEntityMappingType = 0
  /// By a migration policy of the developer.
  case customEntityMappingType = 1
  /// A new entity: there is nothing to map.
  case addEntityMappingType = 2
  /// An entity that is gone: its objects are left behind.
  case removeEntityMappingType = 3
  /// Objects as they are.
  case copyEntityMappingType = 4
  /// Objects whose properties change.
  case transformEntityMappingType = 5
}

/// How the objects of an older entity become those of a newer one. Follows Apple's `NSEntityMapping`.
open class NSEntityMapping: NSObject {
  private var label: String?

  /// The name of the mapping, unique in its model; empty unless set.
  open var name: String! {
    get { label ?? "" }
    set { label = newValue }
  }

  /// What is done.
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType
  /// The older entity; nil for an entity that is new.
  open var sourceEntityName: String?
  /// The version hash of the older entity; nil when any will do.
  open var sourceEntityVersionHash: Data?
  /// The newer entity; nil for an entity that is gone.
  open var destinationEntityName: String?
  /// The version hash of the newer entity; nil when any will do.
  open var destinationEntityVersionHash: Data?
  /// The attributes of the newer entity that get a value.
  open var attributeMappings: [NSPropertyMapping]?
  /// The relationships of the newer entity that get a value.
  open var relationshipMappings: [NSPropertyMapping]?
  /// Gives the older objects, or the request for them; nil for all of the entity, without its sub-entities'.
  open var sourceExpression: NSExpression?
  /// Free information, for migration policies.
  open var userInfo: [AnyHashable: Any]?
  /// The class of the migration policy, with its module; nil for `NSEntityMigrationPolicy`.
  open var entityMigrationPolicyClassName: String?

  /// Makes a mapping that does nothing yet.
  public override init() { super.init() }

  open override var description: String {
    "<NSEntityMapping \(label ?? "") \(sourceEntityName ?? "-") → \(destinationEntityName ?? "-")>"
  }
}
