// Codes of the errors of Core Data, all in `NSCocoaErrorDomain`. Follows Apple's "Error codes" of Core Data.

// MARK: Validation

/// A property's value fails a validation rule that has no code of its own.
public let NSManagedObjectValidationError: Int = 1550

/// One or more unique constraints are violated by the objects being validated.
public let NSManagedObjectConstraintValidationError: Int = 1551

/// Several problems were found at once; the single errors are under `NSDetailedErrorsKey`.
public let NSValidationMultipleErrorsError: Int = 1560

/// A property that is not optional has no value.
public let NSValidationMissingMandatoryPropertyError: Int = 1570

/// A to-many relationship has fewer destinations than its minimum count.
public let NSValidationRelationshipLacksMinimumCountError: Int = 1580

/// A relationship has more destinations than its maximum count.
public let NSValidationRelationshipExceedsMaximumCountError: Int = 1590

/// An object cannot be deleted while a relationship with the deny rule has destinations.
public let NSValidationRelationshipDeniedDeleteError: Int = 1600

/// A number is larger than the property allows.
public let NSValidationNumberTooLargeError: Int = 1610

/// A number is smaller than the property allows.
public let NSValidationNumberTooSmallError: Int = 1620

/// A date is later than the property allows.
public let NSValidationDateTooLateError: Int = 1630

/// A date is earlier than the property allows.
public let NSValidationDateTooSoonError: Int = 1640

/// A value is not a valid date.
public let NSValidationInvalidDateError: Int = 1650

/// A string is longer than the property allows.
public let NSValidationStringTooLongError: Int = 1660

/// A string is shorter than the property allows.
public let NSValidationStringTooShortError: Int = 1670

/// A string does not match the pattern the property demands.
public let NSValidationStringPatternMatchingError: Int = 1680

/// A value is not a valid URI.
public let NSValidationInvalidURIError: Int = 1690

// MARK: Locking

/// The lock of a managed object context could not be taken.
public let NSManagedObjectContextLockingError: Int = 132000

/// The lock of a persistent store coordinator could not be taken.
public let NSPersistentStoreCoordinatorLockingError: Int = 132010

// MARK: Objects and merging

/// An object that was asked for, or is referred to, is not in its store.
public let NSManagedObjectReferentialIntegrityError: Int = 133000

/// An object to be saved refers to an object of another store.
public let NSManagedObjectExternalRelationshipError: Int = 133010

/// The objects of a save were changed in the store meanwhile, and the merge policy does not settle the conflict.
public let NSManagedObjectMergeError: Int = 133020

/// A save violates unique constraints, and the merge policy does not settle the conflict.
public let NSManagedObjectConstraintMergeError: Int = 133021

// MARK: Stores

/// The type, format or version of a persistent store is unknown.
public let NSPersistentStoreInvalidTypeError: Int = 134000

/// The type asked for is not the type the store's metadata names.
public let NSPersistentStoreTypeMismatchError: Int = 134010

/// A persistent store refused an operation because its schema does not fit the model.
public let NSPersistentStoreIncompatibleSchemaError: Int = 134020

/// A persistent store could not be saved.
public let NSPersistentStoreSaveError: Int = 134030

/// Only some of the stores of a coordinator could be saved.
public let NSPersistentStoreIncompleteSaveError: Int = 134040

/// Saving met conflicts that were not merged; they are under `NSPersistentStoreSaveConflictsErrorKey`.
public let NSPersistentStoreSaveConflictsError: Int = 134050

/// A failure of Core Data that has no code of its own.
public let NSCoreDataError: Int = 134060

/// An operation of a persistent store failed.
public let NSPersistentStoreOperationError: Int = 134070

/// A persistent store could not be opened.
public let NSPersistentStoreOpenError: Int = 134080

/// A persistent store did not answer in the time its timeout option allows.
public let NSPersistentStoreTimeoutError: Int = 134090

/// A persistent store does not support this type of request.
public let NSPersistentStoreUnsupportedRequestTypeError: Int = 134091

/// The model's version hashes are not those the store was saved with.
public let NSPersistentStoreIncompatibleVersionHashError: Int = 134100

// MARK: Migration, SQLite and import

/// A migration failed.
public let NSMigrationError: Int = 134110

/// A migration would violate unique constraints of the destination model.
public let NSMigrationConstraintViolationError: Int = 134111

/// A migration was cancelled.
public let NSMigrationCancelledError: Int = 134120

/// The model a store was saved with could not be found for its migration.
public let NSMigrationMissingSourceModelError: Int = 134130

/// No mapping model between the source and the destination model was found or could be inferred.
public let NSMigrationMissingMappingModelError: Int = 134140

/// A migration could not use its source store.
public let NSMigrationManagerSourceStoreError: Int = 134150

/// A migration could not use its destination store.
public let NSMigrationManagerDestinationStoreError: Int = 134160

/// An entity migration policy failed.
public let NSEntityMigrationPolicyError: Int = 134170

/// SQLite reported an error; its code is under `NSSQLiteErrorDomain`.
public let NSSQLiteError: Int = 134180

/// A mapping model could not be inferred.
public let NSInferredMappingModelError: Int = 134190

/// An external record could not be imported.
public let NSExternalRecordImportError: Int = 134200

// MARK: History

/// The history a token refers to is no longer in the store.
public let NSPersistentHistoryTokenExpiredError: Int = 134301

// MARK: Staged migration

/// A model reference names a model that was not found.
public let NSManagedObjectModelReferenceNotFoundError: Int = 134504

/// A staged migration was made for another version of the framework.
public let NSStagedMigrationFrameworkVersionMismatchError: Int = 134505

/// A staged migration would lead back to an earlier stage.
public let NSStagedMigrationBackwardMigrationError: Int = 134506
