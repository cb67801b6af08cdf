/// A row that has changed since a context read it. Follows Apple's `NSMergeConflict`.
open class NSMergeConflict: NSObject {
  /// The context's object.
  public let sourceObject: NSManagedObject
  /// The values that the object was read with.
  public let objectSnapshot: [String: Any]?
  /// The values of the row cache now.
  public let cachedSnapshot: [String: Any]?
  /// The values of the store now; nil when the conflict is with the row cache.
  public let persistedSnapshot: [String: Any]?
  /// The version of the row now; 0 when it has been deleted.
  public let newVersionNumber: Int
  /// The version that the object was read with.
  public let oldVersionNumber: Int
  /// The row now, for the engine's own policies.
  let current: RowReference?

  /// Makes a conflict.
  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    objectSnapshot = srcObject.committedProperties(nil)
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    current = nil
  }

  init(_ object: NSManagedObject, current: RowReference?) {
    sourceObject = object
    objectSnapshot = object.committedProperties(nil)
    cachedSnapshot = nil
    persistedSnapshot = current.map { RowSnapshot.values(of: $0.row, in: object.layout) }
    newVersionNumber = current.map { Int($0.row.version) } ?? 0
    oldVersionNumber = object.row.map { Int($0.version) } ?? 0
    self.current = current
  }

  open override var description: String {
    "NSMergeConflict for \(sourceObject) with objectID '\(sourceObject.currentID)' with oldVersion = \(oldVersionNumber) and newVersion = \(newVersionNumber == 0 ? "<deleted>" : String(newVersionNumber))"
  }
}
