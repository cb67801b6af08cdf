// Types of persistent stores. Follows Apple's "Store types" of `NSPersistentStoreCoordinator`.

/// A store in an SQLite file.
public let NSSQLiteStoreType: String = "SQLite"

/// A store in an XML file, held in memory as a whole.
public let NSXMLStoreType: String = "XML"

/// A store in a binary file, held in memory as a whole.
public let NSBinaryStoreType: String = "Binary"

/// A store that lives in memory only and is gone with its coordinator.
public let NSInMemoryStoreType: String = "InMemory"
