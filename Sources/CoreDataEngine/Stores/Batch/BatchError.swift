/// The errors of batch requests.
enum BatchError {
  static func unknownKey(_ key: String, _ layout: EntityLayout, _ request: String) -> NSError {
    let what =
      layout.property(named: key)?.isRelationship == true
      ? "is a relationship, which a \(request) cannot set"
      : "is no attribute that a \(request) can set"
    return .coreData(
      NSManagedObjectValidationError, reason: "'\(key)' of '\(layout.name)' \(what).",
      userInfo: [NSValidationKeyErrorKey: key])
  }

  static func invalid(_ code: Int, _ property: PropertyLayout, _ value: Any?, reason: String? = nil) -> NSError {
    var info: [String: Any] = [
      NSValidationKeyErrorKey: property.name,
      NSLocalizedDescriptionKey: CoreDataErrorText.description(of: code, property: property.name),
    ]
    info[NSValidationValueErrorKey] = value
    return .coreData(
      code, reason: reason ?? "The value of '\(property.owner.name).\(property.name)' cannot be stored.", userInfo: info
    )
  }

  static func duplicate(_ layout: EntityLayout, _ constraint: [String], _ values: [String: Any]) -> NSError {
    let text = constraint.map { "\($0) = \(values[$0] ?? "nil")" }.joined(separator: ", ")
    let conflict = NSConstraintConflict(
      constraint: constraint, database: nil, databaseSnapshot: values, conflicting: [], conflictingSnapshots: [])
    return .coreData(
      NSManagedObjectConstraintMergeError,
      reason: "A row of '\(layout.name)' with \(text) is in the store already, and nothing was written.",
      userInfo: [NSPersistentStoreSaveConflictsErrorKey: [conflict]])
  }

  /// A deletion would leave a relationship empty that must not be: Apple's text.
  static func mandatory(_ inverse: PropertyLayout, _ kind: String) -> NSError {
    .coreData(
      NSPersistentStoreSaveConflictsError,
      reason:
        "Constraint trigger violation: Batch delete failed due to \(kind) nullify inverse on \(inverse.owner.name)/\(inverse.name)",
      userInfo: [
        "NSExceptionOmitCallstacks": 1, "_NSCoreDataOptimisticLockingFailureConflictsKey": [Any](),
        NSPersistentStoreSaveConflictsErrorKey: [Any](),
      ])
  }

  static func denied(_ property: PropertyLayout) -> NSError {
    .coreData(
      NSValidationRelationshipDeniedDeleteError,
      reason: "The delete rule of '\(property.owner.name).\(property.name)' forbids the batch delete.",
      userInfo: [
        NSValidationKeyErrorKey: property.name,
        NSLocalizedDescriptionKey: CoreDataErrorText.description(
          of: NSValidationRelationshipDeniedDeleteError, property: property.name),
      ])
  }
}
