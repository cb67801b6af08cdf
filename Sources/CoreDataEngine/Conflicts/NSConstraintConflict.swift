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
  /// The stored row, for the engine's own policies.
  let current: RowReference?

  /// Makes a conflict.
  public convenience init(
    constraint contraint: [String], database databaseObject: NSManagedObject?, databaseSnapshot: [AnyHashable: Any]?,
    conflicting conflictingObjects: [NSManagedObject], conflictingSnapshots: [Any]
  ) {
    var snapshot: [String: Any] = [:]
    for (key, value) in databaseSnapshot ?? [:] { if let key = key as? String { snapshot[key] = value } }
    self.init(
      constraint: contraint, database: databaseObject, snapshot: databaseSnapshot == nil ? nil : snapshot,
      conflicting: conflictingObjects, snapshots: conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] },
      current: nil)
  }

  init(
    constraint: [String], database: NSManagedObject?, snapshot: [String: Any]?, conflicting: [NSManagedObject],
    snapshots: [[AnyHashable: Any]], current: RowReference?
  ) {
    self.constraint = constraint
    var values: [String: Any] = [:]
    for name in constraint { values[name] = conflicting.first?.value(forKeyPath: name) ?? NSNull() }
    constraintValues = values
    databaseObject = database
    databaseSnapshot = snapshot
    conflictingObjects = conflicting
    conflictingSnapshots = snapshots
    self.current = current
  }

  open override var description: String {
    "NSConstraintConflict for constraint ( \(constraint.joined(separator: ", ")) ) with values \(constraintValues): database: \(databaseObject.map(\.currentID.description) ?? "(null)"), conflictedObjects: (\(conflictingObjects.map(\.currentID.description).joined(separator: ", ")))"
  }
}
