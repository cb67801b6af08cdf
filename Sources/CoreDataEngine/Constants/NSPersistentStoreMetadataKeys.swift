// Keys of a store's metadata. Follows Apple's `NSPersistentStoreCoordinator`.

/// Metadata: the type of the store.
public let NSStoreTypeKey: String = "NSStoreType"

/// Metadata: the identifier of the store, a UUID in text form.
public let NSStoreUUIDKey: String = "NSStoreUUID"

/// Metadata (`[String: Data]`): the version hash of each entity the store was saved with.
public let NSStoreModelVersionHashesKey: String = "NSStoreModelVersionHashes"

/// Metadata: the version identifiers of the model the store was saved with.
public let NSStoreModelVersionIdentifiersKey: String = "NSStoreModelVersionIdentifiers"

/// Metadata: the earliest system release that can open the store.
public let NSPersistentStoreOSCompatibility: String = "NSPersistentStoreOSCompatibility"

/// Metadata: the version checksum of the model the store was saved with.
public let NSPersistentStoreModelVersionChecksumKey: String = "NSStoreModelVersionChecksumKey"
