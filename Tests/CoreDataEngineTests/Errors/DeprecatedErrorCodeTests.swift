import CoreDataEngine
import Testing

/// Older sources spell the codes with a trailing "Error".
struct DeprecatedErrorCodeTests {
  @Test func everySpellingHasItsNumber() {
    // Read through a protocol: a test that uses deprecated names directly would warn.
    let spellings: any FormerSpellings.Type = Former.self
    let former = spellings.codes
    #expect(former.count == 42)
    for (code, viaError, number) in former {
      #expect(code.rawValue == number)
      #expect(viaError == code)
    }
  }
}

private protocol FormerSpellings {
  static var codes: [(CocoaError.Code, CocoaError.Code, Int)] { get }
}

private enum Former: FormerSpellings {
  @available(*, deprecated)
  static var codes: [(CocoaError.Code, CocoaError.Code, Int)] {
    [
      (.managedObjectValidationError, CocoaError.managedObjectValidationError, 1550),
      (.validationMultipleErrorsError, CocoaError.validationMultipleErrorsError, 1560),
      (.validationMissingMandatoryPropertyError, CocoaError.validationMissingMandatoryPropertyError, 1570),
      (.validationRelationshipLacksMinimumCountError, CocoaError.validationRelationshipLacksMinimumCountError, 1580),
      (
        .validationRelationshipExceedsMaximumCountError, CocoaError.validationRelationshipExceedsMaximumCountError, 1590
      ),
      (.validationRelationshipDeniedDeleteError, CocoaError.validationRelationshipDeniedDeleteError, 1600),
      (.validationNumberTooLargeError, CocoaError.validationNumberTooLargeError, 1610),
      (.validationNumberTooSmallError, CocoaError.validationNumberTooSmallError, 1620),
      (.validationDateTooLateError, CocoaError.validationDateTooLateError, 1630),
      (.validationDateTooSoonError, CocoaError.validationDateTooSoonError, 1640),
      (.validationInvalidDateError, CocoaError.validationInvalidDateError, 1650),
      (.validationStringTooLongError, CocoaError.validationStringTooLongError, 1660),
      (.validationStringTooShortError, CocoaError.validationStringTooShortError, 1670),
      (.validationStringPatternMatchingError, CocoaError.validationStringPatternMatchingError, 1680),
      (.managedObjectContextLockingError, CocoaError.managedObjectContextLockingError, 132000),
      (.persistentStoreCoordinatorLockingError, CocoaError.persistentStoreCoordinatorLockingError, 132010),
      (.managedObjectReferentialIntegrityError, CocoaError.managedObjectReferentialIntegrityError, 133000),
      (.managedObjectExternalRelationshipError, CocoaError.managedObjectExternalRelationshipError, 133010),
      (.managedObjectMergeError, CocoaError.managedObjectMergeError, 133020),
      (.managedObjectConstraintMergeError, CocoaError.managedObjectConstraintMergeError, 133021),
      (.persistentStoreInvalidTypeError, CocoaError.persistentStoreInvalidTypeError, 134000),
      (.persistentStoreTypeMismatchError, CocoaError.persistentStoreTypeMismatchError, 134010),
      (.persistentStoreIncompatibleSchemaError, CocoaError.persistentStoreIncompatibleSchemaError, 134020),
      (.persistentStoreSaveError, CocoaError.persistentStoreSaveError, 134030),
      (.persistentStoreIncompleteSaveError, CocoaError.persistentStoreIncompleteSaveError, 134040),
      (.persistentStoreSaveConflictsError, CocoaError.persistentStoreSaveConflictsError, 134050),
      (.coreDataError, CocoaError.coreDataError, 134060),
      (.persistentStoreOperationError, CocoaError.persistentStoreOperationError, 134070),
      (.persistentStoreOpenError, CocoaError.persistentStoreOpenError, 134080),
      (.persistentStoreTimeoutError, CocoaError.persistentStoreTimeoutError, 134090),
      (.persistentStoreUnsupportedRequestTypeError, CocoaError.persistentStoreUnsupportedRequestTypeError, 134091),
      (.persistentStoreIncompatibleVersionHashError, CocoaError.persistentStoreIncompatibleVersionHashError, 134100),
      (.migrationError, CocoaError.migrationError, 134110),
      (.migrationCancelledError, CocoaError.migrationCancelledError, 134120),
      (.migrationMissingSourceModelError, CocoaError.migrationMissingSourceModelError, 134130),
      (.migrationMissingMappingModelError, CocoaError.migrationMissingMappingModelError, 134140),
      (.migrationManagerSourceStoreError, CocoaError.migrationManagerSourceStoreError, 134150),
      (.migrationManagerDestinationStoreError, CocoaError.migrationManagerDestinationStoreError, 134160),
      (.entityMigrationPolicyError, CocoaError.entityMigrationPolicyError, 134170),
      (.sqliteError, CocoaError.sqliteError, 134180),
      (.inferredMappingModelError, CocoaError.inferredMappingModelError, 134190),
      (.externalRecordImportError, CocoaError.externalRecordImportError, 134200),
    ]
  }
}
