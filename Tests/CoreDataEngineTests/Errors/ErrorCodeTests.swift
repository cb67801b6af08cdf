import CoreDataEngine
import Testing

/// The numbers are the interface: stored data, logs and other platforms carry them.
struct ErrorCodeTests {
  private static let globals: [(Int, Int)] = [
    (NSManagedObjectValidationError, 1550),
    (NSManagedObjectConstraintValidationError, 1551),
    (NSValidationMultipleErrorsError, 1560),
    (NSValidationMissingMandatoryPropertyError, 1570),
    (NSValidationRelationshipLacksMinimumCountError, 1580),
    (NSValidationRelationshipExceedsMaximumCountError, 1590),
    (NSValidationRelationshipDeniedDeleteError, 1600),
    (NSValidationNumberTooLargeError, 1610),
    (NSValidationNumberTooSmallError, 1620),
    (NSValidationDateTooLateError, 1630),
    (NSValidationDateTooSoonError, 1640),
    (NSValidationInvalidDateError, 1650),
    (NSValidationStringTooLongError, 1660),
    (NSValidationStringTooShortError, 1670),
    (NSValidationStringPatternMatchingError, 1680),
    (NSValidationInvalidURIError, 1690),
    (NSManagedObjectContextLockingError, 132000),
    (NSPersistentStoreCoordinatorLockingError, 132010),
    (NSManagedObjectReferentialIntegrityError, 133000),
    (NSManagedObjectExternalRelationshipError, 133010),
    (NSManagedObjectMergeError, 133020),
    (NSManagedObjectConstraintMergeError, 133021),
    (NSPersistentStoreInvalidTypeError, 134000),
    (NSPersistentStoreTypeMismatchError, 134010),
    (NSPersistentStoreIncompatibleSchemaError, 134020),
    (NSPersistentStoreSaveError, 134030),
    (NSPersistentStoreIncompleteSaveError, 134040),
    (NSPersistentStoreSaveConflictsError, 134050),
    (NSCoreDataError, 134060),
    (NSPersistentStoreOperationError, 134070),
    (NSPersistentStoreOpenError, 134080),
    (NSPersistentStoreTimeoutError, 134090),
    (NSPersistentStoreUnsupportedRequestTypeError, 134091),
    (NSPersistentStoreIncompatibleVersionHashError, 134100),
    (NSMigrationError, 134110),
    (NSMigrationConstraintViolationError, 134111),
    (NSMigrationCancelledError, 134120),
    (NSMigrationMissingSourceModelError, 134130),
    (NSMigrationMissingMappingModelError, 134140),
    (NSMigrationManagerSourceStoreError, 134150),
    (NSMigrationManagerDestinationStoreError, 134160),
    (NSEntityMigrationPolicyError, 134170),
    (NSSQLiteError, 134180),
    (NSInferredMappingModelError, 134190),
    (NSExternalRecordImportError, 134200),
    (NSPersistentHistoryTokenExpiredError, 134301),
    (NSManagedObjectModelReferenceNotFoundError, 134504),
    (NSStagedMigrationFrameworkVersionMismatchError, 134505),
    (NSStagedMigrationBackwardMigrationError, 134506),
  ]

  @Test(arguments: globals)
  func globalHasApplesNumber(code: Int, number: Int) {
    #expect(code == number)
  }

  private static let cocoaCodes: [(CocoaError.Code, CocoaError.Code, Int)] = [
    (CocoaError.Code.managedObjectValidation, CocoaError.managedObjectValidation, 1550),
    (CocoaError.Code.validationMultipleErrors, CocoaError.validationMultipleErrors, 1560),
    (CocoaError.Code.validationMissingMandatoryProperty, CocoaError.validationMissingMandatoryProperty, 1570),
    (CocoaError.Code.validationRelationshipLacksMinimumCount, CocoaError.validationRelationshipLacksMinimumCount, 1580),
    (
      CocoaError.Code.validationRelationshipExceedsMaximumCount, CocoaError.validationRelationshipExceedsMaximumCount,
      1590
    ),
    (CocoaError.Code.validationRelationshipDeniedDelete, CocoaError.validationRelationshipDeniedDelete, 1600),
    (CocoaError.Code.validationNumberTooLarge, CocoaError.validationNumberTooLarge, 1610),
    (CocoaError.Code.validationNumberTooSmall, CocoaError.validationNumberTooSmall, 1620),
    (CocoaError.Code.validationDateTooLate, CocoaError.validationDateTooLate, 1630),
    (CocoaError.Code.validationDateTooSoon, CocoaError.validationDateTooSoon, 1640),
    (CocoaError.Code.validationInvalidDate, CocoaError.validationInvalidDate, 1650),
    (CocoaError.Code.validationStringTooLong, CocoaError.validationStringTooLong, 1660),
    (CocoaError.Code.validationStringTooShort, CocoaError.validationStringTooShort, 1670),
    (CocoaError.Code.validationStringPatternMatching, CocoaError.validationStringPatternMatching, 1680),
    (CocoaError.Code.managedObjectContextLocking, CocoaError.managedObjectContextLocking, 132000),
    (CocoaError.Code.persistentStoreCoordinatorLocking, CocoaError.persistentStoreCoordinatorLocking, 132010),
    (CocoaError.Code.managedObjectReferentialIntegrity, CocoaError.managedObjectReferentialIntegrity, 133000),
    (CocoaError.Code.managedObjectExternalRelationship, CocoaError.managedObjectExternalRelationship, 133010),
    (CocoaError.Code.managedObjectMerge, CocoaError.managedObjectMerge, 133020),
    (CocoaError.Code.managedObjectConstraintMerge, CocoaError.managedObjectConstraintMerge, 133021),
    (CocoaError.Code.persistentStoreInvalidType, CocoaError.persistentStoreInvalidType, 134000),
    (CocoaError.Code.persistentStoreTypeMismatch, CocoaError.persistentStoreTypeMismatch, 134010),
    (CocoaError.Code.persistentStoreIncompatibleSchema, CocoaError.persistentStoreIncompatibleSchema, 134020),
    (CocoaError.Code.persistentStoreSave, CocoaError.persistentStoreSave, 134030),
    (CocoaError.Code.persistentStoreIncompleteSave, CocoaError.persistentStoreIncompleteSave, 134040),
    (CocoaError.Code.persistentStoreSaveConflicts, CocoaError.persistentStoreSaveConflicts, 134050),
    (CocoaError.Code.coreData, CocoaError.coreData, 134060),
    (CocoaError.Code.persistentStoreOperation, CocoaError.persistentStoreOperation, 134070),
    (CocoaError.Code.persistentStoreOpen, CocoaError.persistentStoreOpen, 134080),
    (CocoaError.Code.persistentStoreTimeout, CocoaError.persistentStoreTimeout, 134090),
    (CocoaError.Code.persistentStoreUnsupportedRequestType, CocoaError.persistentStoreUnsupportedRequestType, 134091),
    (CocoaError.Code.persistentStoreIncompatibleVersionHash, CocoaError.persistentStoreIncompatibleVersionHash, 134100),
    (CocoaError.Code.migration, CocoaError.migration, 134110),
    (CocoaError.Code.migrationCancelled, CocoaError.migrationCancelled, 134120),
    (CocoaError.Code.migrationMissingSourceModel, CocoaError.migrationMissingSourceModel, 134130),
    (CocoaError.Code.migrationMissingMappingModel, CocoaError.migrationMissingMappingModel, 134140),
    (CocoaError.Code.migrationManagerSourceStore, CocoaError.migrationManagerSourceStore, 134150),
    (CocoaError.Code.migrationManagerDestinationStore, CocoaError.migrationManagerDestinationStore, 134160),
    (CocoaError.Code.entityMigrationPolicy, CocoaError.entityMigrationPolicy, 134170),
    (CocoaError.Code.sqlite, CocoaError.sqlite, 134180),
    (CocoaError.Code.inferredMappingModel, CocoaError.inferredMappingModel, 134190),
    (CocoaError.Code.externalRecordImport, CocoaError.externalRecordImport, 134200),
  ]

  @Test(arguments: cocoaCodes)
  func cocoaCodeHasApplesNumber(code: CocoaError.Code, viaError: CocoaError.Code, number: Int) {
    #expect(code.rawValue == number)
    #expect(viaError == code)
  }
}
