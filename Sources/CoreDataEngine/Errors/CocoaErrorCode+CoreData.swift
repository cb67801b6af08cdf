import Foundation

/// The codes of Core Data as values of `CocoaError.Code`. Follows Apple's `CocoaError.Code`.
extension CocoaError.Code {
  /// A property's value fails a validation rule that has no code of its own.
  public static var managedObjectValidation: CocoaError.Code {
    CocoaError.Code(rawValue: NSManagedObjectValidationError)
  }
  /// Several problems were found at once; the single errors are under `NSDetailedErrorsKey`.
  public static var validationMultipleErrors: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationMultipleErrorsError)
  }
  /// A property that is not optional has no value.
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationMissingMandatoryPropertyError)
  }
  /// A to-many relationship has fewer destinations than its minimum count.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationRelationshipLacksMinimumCountError)
  }
  /// A relationship has more destinations than its maximum count.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationRelationshipExceedsMaximumCountError)
  }
  /// An object cannot be deleted while a relationship with the deny rule has destinations.
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationRelationshipDeniedDeleteError)
  }
  /// A number is larger than the property allows.
  public static var validationNumberTooLarge: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationNumberTooLargeError)
  }
  /// A number is smaller than the property allows.
  public static var validationNumberTooSmall: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationNumberTooSmallError)
  }
  /// A date is later than the property allows.
  public static var validationDateTooLate: CocoaError.Code { CocoaError.Code(rawValue: NSValidationDateTooLateError) }
  /// A date is earlier than the property allows.
  public static var validationDateTooSoon: CocoaError.Code { CocoaError.Code(rawValue: NSValidationDateTooSoonError) }
  /// A value is not a valid date.
  public static var validationInvalidDate: CocoaError.Code { CocoaError.Code(rawValue: NSValidationInvalidDateError) }
  /// A string is longer than the property allows.
  public static var validationStringTooLong: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationStringTooLongError)
  }
  /// A string is shorter than the property allows.
  public static var validationStringTooShort: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationStringTooShortError)
  }
  /// A string does not match the pattern the property demands.
  public static var validationStringPatternMatching: CocoaError.Code {
    CocoaError.Code(rawValue: NSValidationStringPatternMatchingError)
  }
  /// The lock of a managed object context could not be taken.
  public static var managedObjectContextLocking: CocoaError.Code {
    CocoaError.Code(rawValue: NSManagedObjectContextLockingError)
  }
  /// The lock of a persistent store coordinator could not be taken.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreCoordinatorLockingError)
  }
  /// An object that was asked for, or is referred to, is not in its store.
  public static var managedObjectReferentialIntegrity: CocoaError.Code {
    CocoaError.Code(rawValue: NSManagedObjectReferentialIntegrityError)
  }
  /// An object to be saved refers to an object of another store.
  public static var managedObjectExternalRelationship: CocoaError.Code {
    CocoaError.Code(rawValue: NSManagedObjectExternalRelationshipError)
  }
  /// The objects of a save were changed in the store meanwhile, and the merge policy does not settle the conflict.
  public static var managedObjectMerge: CocoaError.Code { CocoaError.Code(rawValue: NSManagedObjectMergeError) }
  /// A save violates unique constraints, and the merge policy does not settle the conflict.
  public static var managedObjectConstraintMerge: CocoaError.Code {
    CocoaError.Code(rawValue: NSManagedObjectConstraintMergeError)
  }
  /// The type, format or version of a persistent store is unknown.
  public static var persistentStoreInvalidType: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreInvalidTypeError)
  }
  /// The type asked for is not the type the store's metadata names.
  public static var persistentStoreTypeMismatch: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreTypeMismatchError)
  }
  /// A persistent store refused an operation because its schema does not fit the model.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreIncompatibleSchemaError)
  }
  /// A persistent store could not be saved.
  public static var persistentStoreSave: CocoaError.Code { CocoaError.Code(rawValue: NSPersistentStoreSaveError) }
  /// Only some of the stores of a coordinator could be saved.
  public static var persistentStoreIncompleteSave: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreIncompleteSaveError)
  }
  /// Saving met conflicts that were not merged; they are under `NSPersistentStoreSaveConflictsErrorKey`.
  public static var persistentStoreSaveConflicts: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreSaveConflictsError)
  }
  /// A failure of Core Data that has no code of its own.
  public static var coreData: CocoaError.Code { CocoaError.Code(rawValue: NSCoreDataError) }
  /// An operation of a persistent store failed.
  public static var persistentStoreOperation: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreOperationError)
  }
  /// A persistent store could not be opened.
  public static var persistentStoreOpen: CocoaError.Code { CocoaError.Code(rawValue: NSPersistentStoreOpenError) }
  /// A persistent store did not answer in the time its timeout option allows.
  public static var persistentStoreTimeout: CocoaError.Code { CocoaError.Code(rawValue: NSPersistentStoreTimeoutError) }
  /// A persistent store does not support this type of request.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreUnsupportedRequestTypeError)
  }
  /// The model's version hashes are not those the store was saved with.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code {
    CocoaError.Code(rawValue: NSPersistentStoreIncompatibleVersionHashError)
  }
  /// A migration failed.
  public static var migration: CocoaError.Code { CocoaError.Code(rawValue: NSMigrationError) }
  /// A migration was cancelled.
  public static var migrationCancelled: CocoaError.Code { CocoaError.Code(rawValue: NSMigrationCancelledError) }
  /// The model a store was saved with could not be found for its migration.
  public static var migrationMissingSourceModel: CocoaError.Code {
    CocoaError.Code(rawValue: NSMigrationMissingSourceModelError)
  }
  /// No mapping model between the source and the destination model was found or could be inferred.
  public static var migrationMissingMappingModel: CocoaError.Code {
    CocoaError.Code(rawValue: NSMigrationMissingMappingModelError)
  }
  /// A migration could not use its source store.
  public static var migrationManagerSourceStore: CocoaError.Code {
    CocoaError.Code(rawValue: NSMigrationManagerSourceStoreError)
  }
  /// A migration could not use its destination store.
  public static var migrationManagerDestinationStore: CocoaError.Code {
    CocoaError.Code(rawValue: NSMigrationManagerDestinationStoreError)
  }
  /// An entity migration policy failed.
  public static var entityMigrationPolicy: CocoaError.Code { CocoaError.Code(rawValue: NSEntityMigrationPolicyError) }
  /// SQLite reported an error; its code is under `NSSQLiteErrorDomain`.
  public static var sqlite: CocoaError.Code { CocoaError.Code(rawValue: NSSQLiteError) }
  /// A mapping model could not be inferred.
  public static var inferredMappingModel: CocoaError.Code { CocoaError.Code(rawValue: NSInferredMappingModelError) }
  /// An external record could not be imported.
  public static var externalRecordImport: CocoaError.Code { CocoaError.Code(rawValue: NSExternalRecordImportError) }
}
