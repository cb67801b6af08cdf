/// Objects whose values must be unique and are not. Follows Apple's `NSConstraintConflict`.
open class NSConstraintConflict: NSObject {
  /// The names of the properties that must be unique together.
  public let constraint: [String]
  /// The values that are shared.
  public let constraintValues: [String: Any]
  /// The stored object with these values; nil when all are in the save.
  public let databaseObject: NSManagedObject?
  /// Its stored values.
  public let databaseSnapshot: [String: Any]?
  /// The context's objects with these values.
  public let conflictingObjects: [NSManagedObject]
  /// The values that these objects were read with; empty for new ones.
  public let conflictingSnapshots: [[AnyHashable: Any]]

  /// Makes a conflict. What the constraint names is taken from the first object, or else from the database's snapshot.
  public init(
    constraint contraint: [String], database databaseObject: NSManagedObject?, databaseSnapshot: [AnyHashable: Any]?,
    conflicting conflictingObjects: [NSManagedObject], conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    var values: [String: Any] = [:]
    for name in contraint {
      values[name] =
        conflictingObjects.first.map { $0.value(forKeyPath: name) ?? NSNull() } ?? databaseSnapshot?[name] ?? NSNull()
    }
    constraintValues = values
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot.map { snapshot in
      Dictionary(snapshot.compactMap { key, value in (key as? String).map { ($0, value) } }) { first, _ in first }
    }
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
  }

  open override var description: String {
    "NSConstraintConflict for constraint ( \(constraint.joined(separator: ", ")) ) with values \(constraintValues): database: \(databaseObject.map(\.currentID.description) ?? "(null)"), conflictedObjects: (\(conflictingObjects.map(\.currentID.description).joined(separator: ", ")))"
  }
}
