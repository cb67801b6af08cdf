/// Which class opens a store of which type.
enum StoreTypes {
  private static let registered = Lock<[String: NSPersistentStore.Type]>([:])

  static func register(_ storeClass: NSPersistentStore.Type?, for type: String) {
    registered.withLock { $0[type] = storeClass }
  }

  static func storeClass(for type: String) throws -> NSPersistentStore.Type {
    switch type {
    case NSSQLiteStoreType: return SQLitePersistentStore.self
    case NSInMemoryStoreType: return InMemoryPersistentStore.self
    default:
      if let found = registered.withLock({ $0[type] }) { return found }
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        reason:
          "There is no store type '\(type)'. Known: \(([NSSQLiteStoreType, NSInMemoryStoreType] + registered.withLock { Array($0.keys) }).joined(separator: ", "))."
      )
    }
  }
}
