/// The options of an SQLite store, read from the dictionary a store is added with.
struct SQLiteStoreOptions: Sendable {
  var isReadOnly = false
  /// Seconds to wait for other connections.
  var timeout = 5.0
  /// By lower-case name, in the order of the names.
  var pragmas: [(name: String, value: String)] = []
  var maxReaders = 4
  var ignoresVersionHashes = false
  var analyzes = false
  var vacuums = false
  var tracksHistory = false
  var postsRemoteChanges = false

  /// Pragmas that belong to the file, not to a connection.
  static let filePragmas: Set<String> = ["journal_mode", "page_size", "auto_vacuum"]

  init() {}

  /// Throws 134080 for a pragma whose name cannot be one.
  init(_ dictionary: [AnyHashable: Any]?) throws {
    let dictionary = dictionary ?? [:]
    isReadOnly = SQLiteStoreOptions.flag(dictionary[NSReadOnlyPersistentStoreOption])
    ignoresVersionHashes = SQLiteStoreOptions.flag(dictionary[NSIgnorePersistentStoreVersioningOption])
    analyzes = SQLiteStoreOptions.flag(dictionary[NSSQLiteAnalyzeOption])
    vacuums = SQLiteStoreOptions.flag(dictionary[NSSQLiteManualVacuumOption])
    let tracking = dictionary[NSPersistentHistoryTrackingKey]
    tracksHistory = tracking is NSDictionary || SQLiteStoreOptions.flag(tracking)
    postsRemoteChanges = SQLiteStoreOptions.flag(dictionary[NSPersistentStoreRemoteChangeNotificationPostOptionKey])
    if let seconds = (dictionary[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue {
      timeout = max(0, seconds)
    }
    if let count = (dictionary[NSPersistentStoreConnectionPoolMaxSizeKey] as? NSNumber)?.intValue {
      maxReaders = max(1, count)
    }
    guard let given = dictionary[NSSQLitePragmasOption] as? [AnyHashable: Any] else { return }
    for (key, value) in given {
      let name = String(describing: key).lowercased()
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (97...122).contains($0) }) else {
        throw NSError.coreData(
          NSPersistentStoreOpenError, reason: "'\(key)' in NSSQLitePragmasOption is not the name of a pragma.")
      }
      pragmas.append((name, String(describing: value)))
    }
    pragmas.sort { $0.name < $1.name }
  }

  func pragma(_ name: String) -> String? { pragmas.first { $0.name == name }?.value }

  private static func flag(_ value: Any?) -> Bool { (value as? NSNumber)?.boolValue ?? (value as? Bool) ?? false }
}
