/// The English description of each code of Core Data.
package enum CoreDataErrorText {
  /// Stands for the name of the property in the text of a validation error.
  private static let placeholder = "%{PROPERTY}@"

  /// The description of `code`, with `property` filled in; without a property the text speaks of "The value".
  /// Codes outside Core Data's own have the text of `NSCoreDataError`.
  package static func description(of code: Int, property: String? = nil) -> String {
    let text = texts[code] ?? texts[NSCoreDataError, default: ""]
    return text.replacing(placeholder, with: property ?? (text.hasPrefix(placeholder) ? "The value" : "the value"))
  }

  // Where Apple's text is publicly known it is used, so that messages read alike on both sides.
  private static let texts: [Int: String] = [
    NSManagedObjectValidationError: "%{PROPERTY}@ is not valid.",
    NSManagedObjectConstraintValidationError: "One or more constraints were violated.",
    NSValidationMultipleErrorsError: "Multiple validation errors occurred.",
    NSValidationMissingMandatoryPropertyError: "%{PROPERTY}@ is a required value.",
    NSValidationRelationshipLacksMinimumCountError: "Too few items in %{PROPERTY}@.",
    NSValidationRelationshipExceedsMaximumCountError: "Too many items in %{PROPERTY}@.",
    NSValidationRelationshipDeniedDeleteError: "The object cannot be deleted while there are items in %{PROPERTY}@.",
    NSValidationNumberTooLargeError: "%{PROPERTY}@ is too large.",
    NSValidationNumberTooSmallError: "%{PROPERTY}@ is too small.",
    NSValidationDateTooLateError: "%{PROPERTY}@ is too late.",
    NSValidationDateTooSoonError: "%{PROPERTY}@ is too soon.",
    NSValidationInvalidDateError: "%{PROPERTY}@ is not a valid date.",
    NSValidationStringTooLongError: "%{PROPERTY}@ is too long.",
    NSValidationStringTooShortError: "%{PROPERTY}@ is too short.",
    NSValidationStringPatternMatchingError: "%{PROPERTY}@ does not match the required pattern.",
    NSValidationInvalidURIError: "%{PROPERTY}@ is not a valid URI.",
    NSManagedObjectContextLockingError: "The managed object context could not be locked.",
    NSPersistentStoreCoordinatorLockingError: "The persistent store coordinator could not be locked.",
    NSManagedObjectReferentialIntegrityError: "Attempt to access an object not found in store.",
    NSManagedObjectExternalRelationshipError: "Cannot save objects with references outside of their own stores.",
    NSManagedObjectMergeError: "Could not merge changes.",
    NSManagedObjectConstraintMergeError: "Could not merge changes: a unique constraint was violated.",
    NSPersistentStoreInvalidTypeError: "Failed to save. Unknown store type, format, or version.",
    NSPersistentStoreTypeMismatchError: "The store type is inconsistent with the data format.",
    NSPersistentStoreIncompatibleSchemaError:
      "The schema of the persistent store does not fit the managed object model.",
    NSPersistentStoreSaveError: "An error occurred while saving.",
    NSPersistentStoreIncompleteSaveError: "Save operation could not be completed.",
    NSPersistentStoreSaveConflictsError: "Conflicts occurred while saving.",
    NSCoreDataError: "A Core Data error occurred.",
    NSPersistentStoreOperationError: "An error occurred in the persistent store.",
    NSPersistentStoreOpenError: "An error occurred while opening the persistent store.",
    NSPersistentStoreTimeoutError: "The persistent store did not answer in time.",
    NSPersistentStoreUnsupportedRequestTypeError: "The persistent store does not support this type of request.",
    NSPersistentStoreIncompatibleVersionHashError: """
    The managed object model version used to open the persistent store is incompatible with the one that was used \
    to create the persistent store.
    """,
    NSMigrationError: "An error occurred during persistent store migration.",
    NSMigrationConstraintViolationError: "Persistent store migration failed, a unique constraint was violated.",
    NSMigrationCancelledError: "Persistent store migration was cancelled.",
    NSMigrationMissingSourceModelError: "Persistent store migration failed, missing source managed object model.",
    NSMigrationMissingMappingModelError: "Persistent store migration failed, missing mapping model.",
    NSMigrationManagerSourceStoreError: "Persistent store migration failed because of the source store.",
    NSMigrationManagerDestinationStoreError: "Persistent store migration failed because of the destination store.",
    NSEntityMigrationPolicyError: "Persistent store migration failed in an entity migration policy.",
    NSSQLiteError: "An SQLite error occurred.",
    NSInferredMappingModelError: "A mapping model could not be inferred.",
    NSExternalRecordImportError: "An external record could not be imported.",
    NSPersistentHistoryTokenExpiredError: "The persistent history of this token is no longer in the store.",
    NSManagedObjectModelReferenceNotFoundError: "The model a reference names could not be found.",
    NSStagedMigrationFrameworkVersionMismatchError: "The staged migration was made for another framework version.",
    NSStagedMigrationBackwardMigrationError: "The staged migration would lead back to an earlier stage.",
  ]
}
