// Keys of the `userInfo` of Core Data's errors. Follows Apple's "Error keys" of Core Data.

/// The single errors (`[NSError]`) of an error that stands for several.
public let NSDetailedErrorsKey: String = "NSDetailedErrors"

/// The object that failed to validate.
public let NSValidationObjectErrorKey: String = "NSValidationErrorObject"

/// The name of the property that failed to validate.
public let NSValidationKeyErrorKey: String = "NSValidationErrorKey"

/// The validation predicate that was not met.
public let NSValidationPredicateErrorKey: String = "NSValidationErrorPredicate"

/// The value that failed to validate; absent when the value was nil.
public let NSValidationValueErrorKey: String = "NSValidationErrorValue"

/// The persistent stores an error concerns, in an array.
public let NSAffectedStoresErrorKey: String = "NSAffectedStoresErrorKey"

/// The objects an error concerns, in an array.
public let NSAffectedObjectsErrorKey: String = "NSAffectedObjectsErrorKey"

/// The conflicts (`[NSMergeConflict]` or `[NSConstraintConflict]`) that made a save fail.
public let NSPersistentStoreSaveConflictsErrorKey: String = "conflictList"

/// The domain of SQLite's own result codes, and the key of that code in the `userInfo` of a Cocoa error.
public let NSSQLiteErrorDomain: String = "NSSQLiteErrorDomain"
