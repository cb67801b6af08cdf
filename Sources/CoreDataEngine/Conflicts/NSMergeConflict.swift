/// A row that has changed since a context read it. Follows Apple's `NSMergeConflict`.
///
/// Snapshots have the values of attributes, and the IDs of to-one relationships; `NSNull` for nil.
open class NSMergeConflict: NSObject {
  /// The context's object.
  public let sourceObject: NSManagedObject
  /// The values that the object was read with; nil when it has not been read.
  public let objectSnapshot: [String: Any]?
  /// The values of the row cache; nil when it has none, as of a row that was deleted.
  public let cachedSnapshot: [String: Any]?
  /// The values of the store now; nil when the conflict is with the row cache, and when the row has been deleted.
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
    objectSnapshot = RowSnapshot.values(of: srcObject)
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    current = nil
  }

  /// - Parameter cached: the newest row in the cache.
  init(_ object: NSManagedObject, cached: RowReference?, current: RowReference?) {
    sourceObject = object
    let read = object.row.map { RowSnapshot.values(of: $0, as: object) }
    objectSnapshot = read
    // Whose row nobody holds, the cache has forgotten: then it counts as having what the object has.
    cachedSnapshot =
      cached.map { RowSnapshot.values(of: $0.row, as: object) } ?? (current == nil ? nil : read)
    let isCached = cached != nil && cached?.row.version == current?.row.version
    persistedSnapshot = isCached ? nil : current.map { RowSnapshot.values(of: $0.row, as: object) }
    newVersionNumber = current.map { Int($0.row.version) } ?? 0
    oldVersionNumber = object.row.map { Int($0.version) } ?? 0
    self.current = current
  }

  open override var description: String {
    "NSMergeConflict for \(sourceObject) with objectID '\(sourceObject.currentID)' with oldVersion = \(oldVersionNumber) and newVersion = \(newVersionNumber == 0 ? "<deleted>" : String(newVersionNumber))"
  }
}
