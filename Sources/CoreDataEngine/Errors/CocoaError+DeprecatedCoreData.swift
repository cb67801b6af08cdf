import Foundation

/// Former spellings of Core Data's codes, kept so that older sources compile. Follows Apple's `CocoaError`.
extension CocoaError {
  /// Former spelling of `managedObjectValidation`.
  @available(*, deprecated, renamed: "managedObjectValidation")
  public static var managedObjectValidationError: CocoaError.Code { .managedObjectValidation }
  /// Former spelling of `validationMultipleErrors`.
  @available(*, deprecated, renamed: "validationMultipleErrors")
  public static var validationMultipleErrorsError: CocoaError.Code { .validationMultipleErrors }
  /// Former spelling of `validationMissingMandatoryProperty`.
  @available(*, deprecated, renamed: "validationMissingMandatoryProperty")
  public static var validationMissingMandatoryPropertyError: CocoaError.Code { .validationMissingMandatoryProperty }
  /// Former spelling of `validationRelationshipLacksMinimumCount`.
  @available(*, deprecated, renamed: "validationRelationshipLacksMinimumCount")
  public static var validationRelationshipLacksMinimumCountError: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// Former spelling of `validationRelationshipExceedsMaximumCount`.
  @available(*, deprecated, renamed: "validationRelationshipExceedsMaximumCount")
  public static var validationRelationshipExceedsMaximumCountError: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// Former spelling of `validationRelationshipDeniedDelete`.
  @available(*, deprecated, renamed: "validationRelationshipDeniedDelete")
  public static var validationRelationshipDeniedDeleteError: CocoaError.Code { .validationRelationshipDeniedDelete }
  /// Former spelling of `validationNumberTooLarge`.
  @available(*, deprecated, renamed: "validationNumberTooLarge")
  public static var validationNumberTooLargeError: CocoaError.Code { .validationNumberTooLarge }
  /// Former spelling of `validationNumberTooSmall`.
  @available(*, deprecated, renamed: "validationNumberTooSmall")
  public static var validationNumberTooSmallError: CocoaError.Code { .validationNumberTooSmall }
  /// Former spelling of `validationDateTooLate`.
  @available(*, deprecated, renamed: "validationDateTooLate")
  public static var validationDateTooLateError: CocoaError.Code { .validationDateTooLate }
  /// Former spelling of `validationDateTooSoon`.
  @available(*, deprecated, renamed: "validationDateTooSoon")
  public static var validationDateTooSoonError: CocoaError.Code { .validationDateTooSoon }
  /// Former spelling of `validationInvalidDate`.
  @available(*, deprecated, renamed: "validationInvalidDate")
  public static var validationInvalidDateError: CocoaError.Code { .validationInvalidDate }
  /// Former spelling of `validationStringTooLong`.
  @available(*, deprecated, renamed: "validationStringTooLong")
  public static var validationStringTooLongError: CocoaError.Code { .validationStringTooLong }
  /// Former spelling of `validationStringTooShort`.
  @available(*, deprecated, renamed: "validationStringTooShort")
  public static var validationStringTooShortError: CocoaError.Code { .validationStringTooShort }
  /// Former spelling of `validationStringPatternMatching`.
  @available(*, deprecated, renamed: "validationStringPatternMatching")
  public static var validationStringPatternMatchingError: CocoaError.Code { .validationStringPatternMatching }
  /// Former spelling of `managedObjectContextLocking`.
  @available(*, deprecated, renamed: "managedObjectContextLocking")
  public static var managedObjectContextLockingError: CocoaError.Code { .managedObjectContextLocking }
  /// Former spelling of `persistentStoreCoordinatorLocking`.
  @available(*, deprecated, renamed: "persistentStoreCoordinatorLocking")
  public static var persistentStoreCoordinatorLockingError: CocoaError.Code { .persistentStoreCoordinatorLocking }
  /// Former spelling of `managedObjectReferentialIntegrity`.
  @available(*, deprecated, renamed: "managedObjectReferentialIntegrity")
  public static var managedObjectReferentialIntegrityError: CocoaError.Code { .managedObjectReferentialIntegrity }
  /// Former spelling of `managedObjectExternalRelationship`.
  @available(*, deprecated, renamed: "managedObjectExternalRelationship")
  public static var managedObjectExternalRelationshipError: CocoaError.Code { .managedObjectExternalRelationship }
  /// Former spelling of `managedObjectMerge`.
  @available(*, deprecated, renamed: "managedObjectMerge")
  public static var managedObjectMergeError: CocoaError.Code { .managedObjectMerge }
  /// Former spelling of `managedObjectConstraintMerge`.
  @available(*, deprecated, renamed: "managedObjectConstraintMerge")
  public static var managedObjectConstraintMergeError: CocoaError.Code { .managedObjectConstraintMerge }
  /// Former spelling of `persistentStoreInvalidType`.
  @available(*, deprecated, renamed: "persistentStoreInvalidType")
  public static var persistentStoreInvalidTypeError: CocoaError.Code { .persistentStoreInvalidType }
  /// Former spelling of `persistentStoreTypeMismatch`.
  @available(*, deprecated, renamed: "persistentStoreTypeMismatch")
  public static var persistentStoreTypeMismatchError: CocoaError.Code { .persistentStoreTypeMismatch }
  /// Former spelling of `persistentStoreIncompatibleSchema`.
  @available(*, deprecated, renamed: "persistentStoreIncompatibleSchema")
  public static var persistentStoreIncompatibleSchemaError: CocoaError.Code { .persistentStoreIncompatibleSchema }
  /// Former spelling of `persistentStoreSave`.
  @available(*, deprecated, renamed: "persistentStoreSave")
  public static var persistentStoreSaveError: CocoaError.Code { .persistentStoreSave }
  /// Former spelling of `persistentStoreIncompleteSave`.
  @available(*, deprecated, renamed: "persistentStoreIncompleteSave")
  public static var persistentStoreIncompleteSaveError: CocoaError.Code { .persistentStoreIncompleteSave }
  /// Former spelling of `persistentStoreSaveConflicts`.
  @available(*, deprecated, renamed: "persistentStoreSaveConflicts")
  public static var persistentStoreSaveConflictsError: CocoaError.Code { .persistentStoreSaveConflicts }
  /// Former spelling of `coreData`.
  @available(*, deprecated, renamed: "coreData")
  public static var coreDataError: CocoaError.Code { .coreData }
  /// Former spelling of `persistentStoreOperation`.
  @available(*, deprecated, renamed: "persistentStoreOperation")
  public static var persistentStoreOperationError: CocoaError.Code { .persistentStoreOperation }
  /// Former spelling of `persistentStoreOpen`.
  @available(*, deprecated, renamed: "persistentStoreOpen")
  public static var persistentStoreOpenError: CocoaError.Code { .persistentStoreOpen }
  /// Former spelling of `persistentStoreTimeout`.
  @available(*, deprecated, renamed: "persistentStoreTimeout")
  public static var persistentStoreTimeoutError: CocoaError.Code { .persistentStoreTimeout }
  /// Former spelling of `persistentStoreUnsupportedRequestType`.
  @available(*, deprecated, renamed: "persistentStoreUnsupportedRequestType")
  public static var persistentStoreUnsupportedRequestTypeError: CocoaError.Code {
    .persistentStoreUnsupportedRequestType
  }
  /// Former spelling of `persistentStoreIncompatibleVersionHash`.
  @available(*, deprecated, renamed: "persistentStoreIncompatibleVersionHash")
  public static var persistentStoreIncompatibleVersionHashError: CocoaError.Code {
    .persistentStoreIncompatibleVersionHash
  }
  /// Former spelling of `migration`.
  @available(*, deprecated, renamed: "migration")
  public static var migrationError: CocoaError.Code { .migration }
  /// Former spelling of `migrationCancelled`.
  @available(*, deprecated, renamed: "migrationCancelled")
  public static var migrationCancelledError: CocoaError.Code { .migrationCancelled }
  /// Former spelling of `migrationMissingSourceModel`.
  @available(*, deprecated, renamed: "migrationMissingSourceModel")
  public static var migrationMissingSourceModelError: CocoaError.Code { .migrationMissingSourceModel }
  /// Former spelling of `migrationMissingMappingModel`.
  @available(*, deprecated, renamed: "migrationMissingMappingModel")
  public static var migrationMissingMappingModelError: CocoaError.Code { .migrationMissingMappingModel }
  /// Former spelling of `migrationManagerSourceStore`.
  @available(*, deprecated, renamed: "migrationManagerSourceStore")
  public static var migrationManagerSourceStoreError: CocoaError.Code { .migrationManagerSourceStore }
  /// Former spelling of `migrationManagerDestinationStore`.
  @available(*, deprecated, renamed: "migrationManagerDestinationStore")
  public static var migrationManagerDestinationStoreError: CocoaError.Code { .migrationManagerDestinationStore }
  /// Former spelling of `entityMigrationPolicy`.
  @available(*, deprecated, renamed: "entityMigrationPolicy")
  public static var entityMigrationPolicyError: CocoaError.Code { .entityMigrationPolicy }
  /// Former spelling of `sqlite`.
  @available(*, deprecated, renamed: "sqlite")
  public static var sqliteError: CocoaError.Code { .sqlite }
  /// Former spelling of `inferredMappingModel`.
  @available(*, deprecated, renamed: "inferredMappingModel")
  public static var inferredMappingModelError: CocoaError.Code { .inferredMappingModel }
  /// Former spelling of `externalRecordImport`.
  @available(*, deprecated, renamed: "externalRecordImport")
  public static var externalRecordImportError: CocoaError.Code { .externalRecordImport }
}
