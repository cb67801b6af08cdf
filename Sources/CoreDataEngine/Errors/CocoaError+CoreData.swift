import Foundation

/// The codes of Core Data, reachable from `CocoaError` itself. Follows Apple's `CocoaError`.
extension CocoaError {
  /// A property's value fails a validation rule that has no code of its own.
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
  /// Several problems were found at once; the single errors are under `NSDetailedErrorsKey`.
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
  /// A property that is not optional has no value.
  public static var validationMissingMandatoryProperty: CocoaError.Code { .validationMissingMandatoryProperty }
  /// A to-many relationship has fewer destinations than its minimum count.
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  /// A relationship has more destinations than its maximum count.
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  /// An object cannot be deleted while a relationship with the deny rule has destinations.
  public static var validationRelationshipDeniedDelete: CocoaError.Code { .validationRelationshipDeniedDelete }
  /// A number is larger than the property allows.
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
  /// A number is smaller than the property allows.
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
  /// A date is later than the property allows.
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
  /// A date is earlier than the property allows.
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
  /// A value is not a valid date.
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
  /// A string is longer than the property allows.
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
  /// A string is shorter than the property allows.
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
  /// A string does not match the pattern the property demands.
  public static var validationStringPatternMatching: CocoaError.Code { .validationStringPatternMatching }
  /// The lock of a managed object context could not be taken.
  public static var managedObjectContextLocking: CocoaError.Code { .managedObjectContextLocking }
  /// The lock of a persistent store coordinator could not be taken.
  public static var persistentStoreCoordinatorLocking: CocoaError.Code { .persistentStoreCoordinatorLocking }
  /// An object that was asked for, or is referred to, is not in its store.
  public static var managedObjectReferentialIntegrity: CocoaError.Code { .managedObjectReferentialIntegrity }
  /// An object to be saved refers to an object of another store.
  public static var managedObjectExternalRelationship: CocoaError.Code { .managedObjectExternalRelationship }
  /// The objects of a save were changed in the store meanwhile, and the merge policy does not settle the conflict.
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
  /// A save violates unique constraints, and the merge policy does not settle the conflict.
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }
  /// The type, format or version of a persistent store is unknown.
  public static var persistentStoreInvalidType: CocoaError.Code { .persistentStoreInvalidType }
  /// The type asked for is not the type the store's metadata names.
  public static var persistentStoreTypeMismatch: CocoaError.Code { .persistentStoreTypeMismatch }
  /// A persistent store refused an operation because its schema does not fit the model.
  public static var persistentStoreIncompatibleSchema: CocoaError.Code { .persistentStoreIncompatibleSchema }
  /// A persistent store could not be saved.
  public static var persistentStoreSave: CocoaError.Code { .persistentStoreSave }
  /// Only some of the stores of a coordinator could be saved.
  public static var persistentStoreIncompleteSave: CocoaError.Code { .persistentStoreIncompleteSave }
  /// Saving met conflicts that were not merged; they are under `NSPersistentStoreSaveConflictsErrorKey`.
  public static var persistentStoreSaveConflicts: CocoaError.Code { .persistentStoreSaveConflicts }
  /// A failure of Core Data that has no code of its own.
  public static var coreData: CocoaError.Code { .coreData }
  /// An operation of a persistent store failed.
  public static var persistentStoreOperation: CocoaError.Code { .persistentStoreOperation }
  /// A persistent store could not be opened.
  public static var persistentStoreOpen: CocoaError.Code { .persistentStoreOpen }
  /// A persistent store did not answer in the time its timeout option allows.
  public static var persistentStoreTimeout: CocoaError.Code { .persistentStoreTimeout }
  /// A persistent store does not support this type of request.
  public static var persistentStoreUnsupportedRequestType: CocoaError.Code { .persistentStoreUnsupportedRequestType }
  /// The model's version hashes are not those the store was saved with.
  public static var persistentStoreIncompatibleVersionHash: CocoaError.Code { .persistentStoreIncompatibleVersionHash }
  /// A migration failed.
  public static var migration: CocoaError.Code { .migration }
  /// A migration was cancelled.
  public static var migrationCancelled: CocoaError.Code { .migrationCancelled }
  /// The model a store was saved with could not be found for its migration.
  public static var migrationMissingSourceModel: CocoaError.Code { .migrationMissingSourceModel }
  /// No mapping model between the source and the destination model was found or could be inferred.
  public static var migrationMissingMappingModel: CocoaError.Code { .migrationMissingMappingModel }
  /// A migration could not use its source store.
  public static var migrationManagerSourceStore: CocoaError.Code { .migrationManagerSourceStore }
  /// A migration could not use its destination store.
  public static var migrationManagerDestinationStore: CocoaError.Code { .migrationManagerDestinationStore }
  /// An entity migration policy failed.
  public static var entityMigrationPolicy: CocoaError.Code { .entityMigrationPolicy }
  /// SQLite reported an error; its code is under `NSSQLiteErrorDomain`.
  public static var sqlite: CocoaError.Code { .sqlite }
  /// A mapping model could not be inferred.
  public static var inferredMappingModel: CocoaError.Code { .inferredMappingModel }
  /// An external record could not be imported.
  public static var externalRecordImport: CocoaError.Code { .externalRecordImport }
}
