import Foundation

/// What a stack opens: the part of a configuration that concerns the store.
public struct StoreBlueprint: Sendable {
  /// The store's name.
  public let name: String
  /// Its type.
  public let type: NSPersistentStore.StoreType
  /// Its file; nil for one in memory.
  public let url: URL?
  /// The model's configuration whose entities it holds; nil for all.
  public let modelConfiguration: String?
  /// Whether nothing may be written.
  public let isReadOnly: Bool
  /// How long to wait for other processes, in seconds; nil for the engine's default.
  public let timeout: TimeInterval?
  /// Pragmas for an SQLite store.
  public let pragmas: [String: String]
  /// Whether history is recorded.
  public let tracksHistory: Bool
  /// The data protection class; nil for the system's default.
  public let fileProtection: String?
  /// Whether a store of another model version is migrated.
  public let migrates: Bool

  /// The options with which the coordinator adds the store.
  ///
  /// - Parameter maximumConnections: how many connections may read at once; nil for the engine's default.
  public func options(maximumConnections: Int? = nil) -> [String: NSObject] {
    var options: [String: NSObject] = [
      NSReadOnlyPersistentStoreOption: NSNumber(value: isReadOnly),
      NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: migrates),
      NSInferMappingModelAutomaticallyOption: NSNumber(value: migrates),
    ]
    if let timeout { options[NSPersistentStoreTimeoutOption] = NSNumber(value: timeout) }
    if tracksHistory { options[NSPersistentHistoryTrackingKey] = NSNumber(value: true) }
    guard type == .sqlite else { return options }
    if let maximumConnections {
      options[NSPersistentStoreConnectionPoolMaxSizeKey] = NSNumber(value: maximumConnections)
    }
    if !pragmas.isEmpty {
      options[NSSQLitePragmasOption] = NSDictionary(
        objects: Array(pragmas.values), forKeys: pragmas.keys.map { $0 as NSString })
    }
    if let fileProtection { options[NSPersistentStoreFileProtectionKey] = NSString(string: fileProtection) }
    return options
  }
}
