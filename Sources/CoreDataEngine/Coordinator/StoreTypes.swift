/// Which class opens a store of which type.
enum StoreTypes {
  private static let own: [String: NSPersistentStore.Type] = [
    NSSQLiteStoreType: SQLitePersistentStore.self, NSInMemoryStoreType: InMemoryPersistentStore.self,
    NSXMLStoreType: XMLPersistentStore.self, NSBinaryStoreType: BinaryPersistentStore.self,
  ]

  /// The program's own, which may take the place of the engine's.
  private static let registered = Lock<[String: NSPersistentStore.Type]>([:])

  /// All classes by their types.
  static var all: [String: NSPersistentStore.Type] { own.merging(registered.withLock { $0 }) { $1 } }

  /// nil takes a registration back.
  static func register(_ storeClass: NSPersistentStore.Type?, for type: String) {
    registered.withLock { $0[type] = storeClass }
  }

  static func storeClass(for type: String) throws -> NSPersistentStore.Type {
    if let found = registered.withLock({ $0[type] }) ?? own[type] { return found }
    throw NSError.coreData(
      NSPersistentStoreInvalidTypeError,
      reason: "There is no store type '\(type)'. Known: \(all.keys.sorted().joined(separator: ", ")).")
  }
}
