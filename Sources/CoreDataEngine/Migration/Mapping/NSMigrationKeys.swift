// The variables of mapping expressions. Follows Apple's `NSEntityMigrationPolicy` keys.

/// `$manager`: the migration manager.
public let NSMigrationManagerKey: String = "manager"
/// `$source`: the older object.
public let NSMigrationSourceObjectKey: String = "source"
/// `$destination`: the newer object.
public let NSMigrationDestinationObjectKey: String = "destination"
/// `$entityMapping`: the mapping that is being carried out.
public let NSMigrationEntityMappingKey: String = "entityMapping"
/// `$propertyMapping`: the mapping of the property.
public let NSMigrationPropertyMappingKey: String = "propertyMapping"
/// `$entityPolicy`: the migration policy of the entity.
public let NSMigrationEntityPolicyKey: String = "entityPolicy"
