/// A store in an SQLite file. Follows Apple's `NSSQLiteStoreType`.
final class SQLitePersistentStore: NSPersistentStore {
  override var type: String { NSSQLiteStoreType }
}
