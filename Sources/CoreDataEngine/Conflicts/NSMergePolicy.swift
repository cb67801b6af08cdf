/// What a merge policy does, with Apple's raw values.
public enum NSMergePolicyType: UInt, Sendable {
  /// The save fails.
  case errorMergePolicyType = 0
  /// Property by property; where both sides changed one, the stored value stays.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// Property by property; where both sides changed one, the object's value is saved.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// The object's values are saved, all of them.
  case overwriteMergePolicyType = 3
  /// The object's changes are dropped.
  case rollbackMergePolicyType = 4
}

/// Decides what happens when a row has changed since it was read, or values that must be unique are not.
///
/// Subclass it and override a `resolve` function for rules of your own. Follows Apple's `NSMergePolicy`.
///
/// @unchecked Sendable: immutable.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  /// What the policy does.
  public let mergeType: NSMergePolicyType

  /// Makes a policy of the given type.
  public init(merge ty: NSMergePolicyType) { mergeType = ty }

  /// The save fails with 133020 or 133021; the default of every context.
  public static let error = NSMergePolicy(merge: .errorMergePolicyType)
  /// The context's changes of conflicting objects are dropped.
  public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
  /// The context's objects are written over the stored rows.
  public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
  /// Property by property, the context's changes win.
  public static let mergeByPropertyObjectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
  /// Property by property, the stored changes win.
  public static let mergeByPropertyStoreTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)

  /// Resolves all conflicts of a save; throws to make it fail. Calls one of the other two.
  open func resolve(mergeConflicts list: [Any]) throws {
    let locking = list.compactMap { $0 as? NSMergeConflict }
    if !locking.isEmpty { try resolve(optimisticLockingConflicts: locking) }
    let constraints = list.compactMap { $0 as? NSConstraintConflict }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  /// Resolves conflicts with rows that have changed; throws 133020 for the error policy.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    if mergeType == .errorMergePolicyType {
      throw NSError.coreData(
        NSManagedObjectMergeError,
        reason:
          "\(list.count == 1 ? "A row has" : "\(list.count) rows have") changed since the context read them: \(list.prefix(3).map { $0.sourceObject.currentID.description }.joined(separator: ", ")). Refresh the objects, or set a merge policy.",
        userInfo: [NSPersistentStoreSaveConflictsErrorKey: list])
    }
    for conflict in list { try ConflictResolution.resolve(conflict, by: mergeType) }
  }

  /// Resolves conflicts of values that must be unique; throws 133021 for the error policy.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    if mergeType == .errorMergePolicyType {
      throw NSError.coreData(
        NSManagedObjectConstraintMergeError,
        reason: list.prefix(3).map(\.description).joined(separator: "; "),
        userInfo: [NSPersistentStoreSaveConflictsErrorKey: list])
    }
    ConstraintResolution.resolve(list, by: mergeType)
  }
}
