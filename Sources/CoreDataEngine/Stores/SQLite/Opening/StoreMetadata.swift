import CoreDataModelFormat
import CoreDataSQLite

/// The metadata of a store: the row of `Z_METADATA`.
struct StoreMetadata {
  /// The identifier of the store.
  var uuid: String
  /// What `Z_PLIST` holds: Core Data's keys and the user's own.
  var values: [String: Any]

  /// The metadata of a new store.
  init(model: CompiledModel, layouts: [EntityLayout]) {
    uuid = UUID().uuidString
    values = ["NSStoreType": "SQLite", "_NSAutoVacuumLevel": "2"]
    describe(model, layouts)
  }

  /// Takes a dictionary as the API shows it.
  init(_ dictionary: [String: Any]) {
    uuid = dictionary[NSStoreUUIDKey] as? String ?? UUID().uuidString
    values = dictionary
    values[NSStoreUUIDKey] = nil
    values[NSStoreTypeKey] = "SQLite"
  }

  /// Takes the metadata of a store of any type.
  init(given dictionary: [String: Any]) {
    uuid = dictionary[NSStoreUUIDKey] as? String ?? ""
    values = dictionary
    values[NSStoreUUIDKey] = nil
  }

  /// Writes down which model the store has.
  mutating func describe(_ model: CompiledModel, _ layouts: [EntityLayout]) {
    let hashes = Dictionary(
      layouts.map { ($0.name, $0.entity.versionHash) }, uniquingKeysWith: { first, _ in first })
    values[NSStoreModelVersionHashesKey] = hashes
    values["NSStoreModelVersionHashesVersion"] = 3
    values["NSStoreModelVersionHashesDigest"] = VersionHash.digest(of: hashes)
    values["NSPersistenceFrameworkVersion"] = followedFrameworkVersion
    guard let source = layouts.first?.entity.model else { return }
    values[NSPersistentStoreModelVersionChecksumKey] = source.versionChecksum
    values[NSStoreModelVersionIdentifiersKey] = source.versionIdentifiers.map { "\($0)" }.sorted()
  }

  /// As the API shows it: with the store's UUID and type.
  var dictionary: [String: Any] {
    var dictionary = values
    dictionary[NSStoreUUIDKey] = uuid
    dictionary[NSStoreTypeKey] = values[NSStoreTypeKey] ?? "SQLite"
    return dictionary
  }

  var versionHashes: [String: Data] { values[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:] }

  // MARK: Reading and writing

  /// Reads the row; nil when there is none.
  init?(reading connection: Connection) throws {
    let statement = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1")
    guard try statement.step() else { return nil }
    uuid = statement.string(0) ?? ""
    guard let bytes = statement.blob(1) else {
      values = [:]
      return
    }
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    values = list as? [String: Any] ?? [:]
  }

  /// Writes the row, in the transaction of the caller. Throws 134030 for values that are no property list.
  func write(to connection: Connection) throws {
    let data: Data
    do {
      data = try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
    } catch {
      throw NSError.coreData(
        NSPersistentStoreSaveError, reason: "The metadata holds a value that is no property-list value.",
        underlying: error)
    }
    let statement = try connection.prepare(
      "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)")
    statement.bind(uuid, at: 1)
    data.withUnsafeBytes { statement.bind(blob: $0, at: 2) }
    try statement.run()
  }
}
