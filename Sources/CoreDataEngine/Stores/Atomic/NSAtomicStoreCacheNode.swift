/// One object of an atomic store: its ID and its values. Follows Apple's `NSAtomicStoreCacheNode`.
open class NSAtomicStoreCacheNode: NSObject {
  /// The ID of the object.
  public let objectID: NSManagedObjectID

  /// The values by property name; nil until one is set. A to-one relationship is the destination's node, a to-many one a
  /// set of nodes, or an array of them when it is ordered.
  open var propertyCache: NSMutableDictionary?

  /// Makes a node without values.
  public init(objectID moid: NSManagedObjectID) {
    objectID = moid
    super.init()
  }

  /// The value of a property; nil for none. Traps for a key that is no property of the entity.
  open func value(forKey key: String) -> Any? {
    requireProperty(key)
    let value = propertyCache?[key]
    return value is NSNull ? nil : value
  }

  /// Sets the value of a property; nil removes it. Traps for a key that is no property of the entity.
  open func setValue(_ value: Any?, forKey key: String) {
    requireProperty(key)
    let cache = propertyCache ?? NSMutableDictionary()
    if let value { cache[key] = value } else { cache.removeObject(forKey: key) }
    propertyCache = cache
  }

  private func requireProperty(_ key: String) {
    guard objectID.layout.property(named: key) != nil else {
      fatalError("the entity \(objectID.layout.name) is not key value coding-compliant for the key \"\(key)\".")
    }
  }
}
