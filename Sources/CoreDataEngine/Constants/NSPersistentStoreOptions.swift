// Keys of the options a store is added with. Follows Apple's `NSPersistentStoreCoordinator`.

/// Option (`Bool` in an `NSNumber`): open the store for reading only.
public let NSReadOnlyPersistentStoreOption: String = "NSReadOnlyPersistentStoreOption"

/// Option (`Bool` in an `NSNumber`): validate an XML store against its definition when it is read.
public let NSValidateXMLStoreOption: String = "NSValidateXMLStoreOption"

/// Option (seconds in an `NSNumber`): how long to wait for a store that is busy.
public let NSPersistentStoreTimeoutOption: String = "NSPersistentStoreTimeoutOption"

/// Option (`[String: String]`): pragmas to set on each connection of an SQLite store.
public let NSSQLitePragmasOption: String = "NSSQLitePragmasOption"

/// Option (`Bool` in an `NSNumber`): analyse an SQLite store when it is added.
public let NSSQLiteAnalyzeOption: String = "NSSQLiteAnalyzeOption"

/// Option (`Bool` in an `NSNumber`): rebuild an SQLite store's file when it is added.
public let NSSQLiteManualVacuumOption: String = "NSSQLiteManualVacuumOption"

/// Option (`Bool` in an `NSNumber`): do not compare the store's version hashes with the model.
public let NSIgnorePersistentStoreVersioningOption: String = "NSIgnorePersistentStoreVersioningOption"

/// Option (`Bool` in an `NSNumber`): migrate a store of another model version when it is added.
public let NSMigratePersistentStoresAutomaticallyOption: String = "NSMigratePersistentStoresAutomaticallyOption"

/// Option (`Bool` in an `NSNumber`): infer a mapping model for an automatic migration.
public let NSInferMappingModelAutomaticallyOption: String = "NSInferMappingModelAutomaticallyOption"

/// Option (`Int` in an `NSNumber`): the largest number of connections that read an SQLite store at once.
public let NSPersistentStoreConnectionPoolMaxSizeKey: String = "NSPersistentStoreConnectionPoolMaxSize"

/// Option: the `NSStagedMigrationManager` that migrates the store in stages.
public let NSPersistentStoreStagedMigrationManagerOptionKey: String = "NSPersistentStoreStagedMigrationManagerOptionKey"

/// Option (`Bool` in an `NSNumber`): destroy a store even while it is in use.
public let NSPersistentStoreForceDestroyOption: String = "NSPersistentStoreForceDestroyOption"

/// Option: the data-protection class of the store's files.
public let NSPersistentStoreFileProtectionKey: String = "NSPersistentStoreFileProtectionKey"

/// Option (`Bool` in an `NSNumber`): record the history of the store's transactions.
public let NSPersistentHistoryTrackingKey: String = "NSPersistentHistoryTrackingKey"

/// Option (a set of classes): classes that may be decoded from a binary store, beside the standard ones.
public let NSBinaryStoreSecureDecodingClasses: String = "NSBinaryStoreSecureDecodingClasses"

/// Option (`Bool` in an `NSNumber`): decode a binary store without secure coding.
public let NSBinaryStoreInsecureDecodingCompatibilityOption: String = "NSBinaryStoreInsecureDecodingCompatibilityOption"

/// Option (`Bool` in an `NSNumber`): post a notification for each transaction written to the store.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey: String =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"

/// Option (`Bool` in an `NSNumber`): put off the costly part of a lightweight migration.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey: String =
  "NSPersistentStoreDeferredLightweightMigrationOptionKey"
