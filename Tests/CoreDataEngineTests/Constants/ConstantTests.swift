import CoreDataEngine
import Testing

/// Strings that files, notifications and other platforms carry.
struct ConstantTests {
  private static let errorKeys: [(String, String)] = [
    (NSDetailedErrorsKey, "NSDetailedErrors"),
    (NSValidationObjectErrorKey, "NSValidationErrorObject"),
    (NSValidationKeyErrorKey, "NSValidationErrorKey"),
    (NSValidationPredicateErrorKey, "NSValidationErrorPredicate"),
    (NSValidationValueErrorKey, "NSValidationErrorValue"),
    (NSAffectedStoresErrorKey, "NSAffectedStoresErrorKey"),
    (NSAffectedObjectsErrorKey, "NSAffectedObjectsErrorKey"),
    (NSPersistentStoreSaveConflictsErrorKey, "conflictList"),
    (NSSQLiteErrorDomain, "NSSQLiteErrorDomain"),
  ]

  @Test(arguments: errorKeys)
  func errorKeyHasApplesValue(constant: String, value: String) {
    #expect(constant == value)
  }

  private static let coordinatorConstants: [(String, String)] = [
    (NSSQLiteStoreType, "SQLite"),
    (NSXMLStoreType, "XML"),
    (NSBinaryStoreType, "Binary"),
    (NSInMemoryStoreType, "InMemory"),
    (NSStoreTypeKey, "NSStoreType"),
    (NSStoreUUIDKey, "NSStoreUUID"),
    (NSAddedPersistentStoresKey, "added"),
    (NSRemovedPersistentStoresKey, "removed"),
    (NSUUIDChangedPersistentStoresKey, "changed"),
    (NSReadOnlyPersistentStoreOption, "NSReadOnlyPersistentStoreOption"),
    (NSValidateXMLStoreOption, "NSValidateXMLStoreOption"),
    (NSPersistentStoreTimeoutOption, "NSPersistentStoreTimeoutOption"),
    (NSSQLitePragmasOption, "NSSQLitePragmasOption"),
    (NSSQLiteAnalyzeOption, "NSSQLiteAnalyzeOption"),
    (NSSQLiteManualVacuumOption, "NSSQLiteManualVacuumOption"),
    (NSIgnorePersistentStoreVersioningOption, "NSIgnorePersistentStoreVersioningOption"),
    (NSMigratePersistentStoresAutomaticallyOption, "NSMigratePersistentStoresAutomaticallyOption"),
    (NSInferMappingModelAutomaticallyOption, "NSInferMappingModelAutomaticallyOption"),
    (NSStoreModelVersionHashesKey, "NSStoreModelVersionHashes"),
    (NSStoreModelVersionIdentifiersKey, "NSStoreModelVersionIdentifiers"),
    (NSPersistentStoreOSCompatibility, "NSPersistentStoreOSCompatibility"),
    (NSPersistentStoreConnectionPoolMaxSizeKey, "NSPersistentStoreConnectionPoolMaxSize"),
    (NSPersistentStoreStagedMigrationManagerOptionKey, "NSPersistentStoreStagedMigrationManagerOptionKey"),
    (NSPersistentStoreForceDestroyOption, "NSPersistentStoreForceDestroyOption"),
    (NSPersistentStoreFileProtectionKey, "NSPersistentStoreFileProtectionKey"),
    (NSPersistentHistoryTrackingKey, "NSPersistentHistoryTrackingKey"),
    (NSBinaryStoreSecureDecodingClasses, "NSBinaryStoreSecureDecodingClasses"),
    (NSBinaryStoreInsecureDecodingCompatibilityOption, "NSBinaryStoreInsecureDecodingCompatibilityOption"),
    (NSPersistentStoreRemoteChangeNotificationPostOptionKey, "NSPersistentStoreRemoteChangeNotificationOptionKey"),
    (NSPersistentStoreURLKey, "storeURL"),
    (NSPersistentHistoryTokenKey, "historyToken"),
    (NSPersistentStoreDeferredLightweightMigrationOptionKey, "NSPersistentStoreDeferredLightweightMigrationOptionKey"),
    (NSPersistentStoreModelVersionChecksumKey, "NSStoreModelVersionChecksumKey"),
  ]

  @Test(arguments: coordinatorConstants)
  func coordinatorConstantHasApplesValue(constant: String, value: String) {
    #expect(constant == value)
  }

  private static let contextKeys: [(String, String)] = [
    (NSInsertedObjectsKey, "inserted"),
    (NSUpdatedObjectsKey, "updated"),
    (NSDeletedObjectsKey, "deleted"),
    (NSRefreshedObjectsKey, "refreshed"),
    (NSInvalidatedObjectsKey, "invalidated"),
    (NSInvalidatedAllObjectsKey, "invalidatedAll"),
    (NSManagedObjectContextQueryGenerationKey, "newQueryGeneration"),
    (NSInsertedObjectIDsKey, "inserted_objectIDs"),
    (NSUpdatedObjectIDsKey, "updated_objectIDs"),
    (NSDeletedObjectIDsKey, "deleted_objectIDs"),
    (NSRefreshedObjectIDsKey, "refreshed_objectIDs"),
    (NSInvalidatedObjectIDsKey, "invalidated_objectIDs"),
  ]

  @Test(arguments: contextKeys)
  func contextKeyHasApplesValue(constant: String, value: String) {
    #expect(constant == value)
  }

  private static let notifications: [(NSNotification.Name, String)] = [
    (NSNotification.Name.NSManagedObjectContextWillSave, "NSManagingContextWillSaveChangesNotification"),
    (NSNotification.Name.NSManagedObjectContextDidSave, "NSManagingContextDidSaveChangesNotification"),
    (NSNotification.Name.NSManagedObjectContextObjectsDidChange, "NSObjectsChangedInManagingContextNotification"),
    (NSNotification.Name.NSManagedObjectContextDidSaveObjectIDs, "NSManagedObjectContextDidSaveObjectIDsNotification"),
    (
      NSNotification.Name.NSManagedObjectContextDidMergeChangesObjectIDs,
      "NSManagedObjectContextDidMergeChangesObjectIDsNotification"
    ),
    (
      NSNotification.Name.NSPersistentStoreCoordinatorStoresWillChange,
      "NSPersistentStoreCoordinatorStoresWillChangeNotification"
    ),
    (
      NSNotification.Name.NSPersistentStoreCoordinatorStoresDidChange,
      "NSPersistentStoreCoordinatorStoresDidChangeNotification"
    ),
    (
      NSNotification.Name.NSPersistentStoreCoordinatorWillRemoveStore,
      "NSPersistentStoreCoordinatorWillRemoveStoreNotification"
    ),
    (NSNotification.Name.NSPersistentStoreRemoteChange, "NSPersistentStoreRemoteChangeNotification"),
  ]

  @Test(arguments: notifications)
  func notificationHasApplesName(name: NSNotification.Name, value: String) {
    #expect(name.rawValue == value)
  }
}
