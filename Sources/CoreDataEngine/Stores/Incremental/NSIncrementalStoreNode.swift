/// The values of one object of an incremental store. Follows Apple's `NSIncrementalStoreNode`.
open class NSIncrementalStoreNode: NSObject {
  /// The ID of the object.
  public let objectID: NSManagedObjectID
  private var values: [String: Any]
  private var currentVersion: UInt64

  /// Makes a node. Values are by property name: those of attributes, and the IDs of the destinations of to-one
  /// relationships. One that is left out, or `NSNull`, is nil; a to-one relationship that is left out is asked for.
  public init(objectID: NSManagedObjectID, withValues values: [String: Any], version: UInt64) {
    self.objectID = objectID
    self.values = values
    currentVersion = version
    super.init()
  }

  /// Replaces values and version.
  open func update(withValues values: [String: Any], version: UInt64) {
    self.values = values
    currentVersion = version
  }

  /// The version, by which conflicts are found.
  open var version: UInt64 { currentVersion }

  /// The value of a property: nil when it was left out, `NSNull` when it is known to be nil.
  open func value(for prop: NSPropertyDescription) -> Any? { values[prop.name] }
}
