/// Store types of a program's own. Follows Apple's `NSPersistentStoreCoordinator`.
extension NSPersistentStoreCoordinator {
  /// The classes of all store types: each value holds the address of the class.
  public class var registeredStoreTypes: [String: NSValue] {
    StoreTypes.all.mapValues { storeClass in
      // Foundation on Linux puts numbers into values, but no pointers.
      var address = UInt(bitPattern: ObjectIdentifier(storeClass))
      return NSValue(bytes: &address, objCType: "Q")
    }
  }

  /// Lets stores of a type be opened by a class, which must be a subclass of `NSPersistentStore`; nil takes it back. Holds
  /// for the whole process, since a store type is a name alone.
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
    guard let storeClass else { return StoreTypes.register(nil, for: storeType) }
    guard let storeClass = storeClass as? NSPersistentStore.Type else {
      fatalError("\(storeClass) is no subclass of NSPersistentStore, so it cannot open stores of type \(storeType).")
    }
    StoreTypes.register(storeClass, for: storeType)
  }

  /// Lets stores of a type be opened by a class, in the Swift spelling.
  public class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) {
    registerStoreClass(storeClass, forStoreType: type.rawValue)
  }

  /// The model that the store at a URL was made with, as Core Data keeps it in an SQLite store. Follows Apple's
  /// `cachedModelForPersistentStore(at:options:)`.
  ///
  /// The file is not changed. Throws 260 when there is none, 134060 when the store holds no model, 259 for one that cannot
  /// be read.
  public class func cachedModelForPersistentStore(
    at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectModel {
    try StoredModel(url: url).model()
  }
}
