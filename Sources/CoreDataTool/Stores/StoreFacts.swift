import CoreDataEngine
import CoreDataSQLite
import Foundation

/// What a store tells without a model.
struct StoreFacts {
  let members: [(key: String, value: JSONValue)]
  let lines: [(String, String)]
  let entitiesWithoutModel: [(name: String, table: String, count: Int)]

  init(_ reader: StoreReader) throws {
    let connection = try reader.connection()
    defer { connection.close() }
    let metadata = reader.metadata
    let uuid = metadata[NSStoreUUIDKey] as? String ?? ""
    let identifiers = (metadata[NSStoreModelVersionIdentifiersKey] as? [Any] ?? []).map { "\($0)" }.sorted()
    let checksum = metadata["NSStoreModelVersionChecksumKey"] as? String
    let framework = (metadata["NSPersistenceFrameworkVersion"] as? NSNumber)?.intValue
    // A connection that takes the file as unchanging does not tell.
    let journal = try reader.usesWriteAheadLog ? "wal" : connection.text("PRAGMA journal_mode") ?? ""
    let pageSize = Int(try connection.scalar("PRAGMA page_size") ?? 0)
    let history = try StoreFacts.history(connection)
    let own = metadata.keys.filter { !$0.hasPrefix("NS") && !$0.hasPrefix("_NS") }.sorted()
    members = [
      ("uuid", .string(uuid)), ("versionIdentifiers", .strings(identifiers)), ("checksum", .optional(checksum)),
      ("frameworkVersion", framework.map(JSONValue.integer) ?? .null), ("journal", .string(journal)),
      ("pageSize", .integer(pageSize)),
      ("files", .object(reader.fileSizes.map { ($0.suffix.isEmpty ? "database" : $0.suffix, .integer($0.bytes)) })),
      ("history", history.map { .object([("transactions", .integer($0.0)), ("changes", .integer($0.1))]) } ?? .null),
      ("metadata", .strings(own)),
    ]
    let files = reader.fileSizes.map { "\($0.suffix.isEmpty ? "database" : $0.suffix) \($0.bytes) bytes" }
    var lines = [
      ("uuid", uuid), ("versions", identifiers.filter { !$0.isEmpty }.joined(separator: ", ")),
      ("framework", framework.map(String.init) ?? "not told"), ("files", files.joined(separator: ", ")),
      ("journal", "\(journal), pages of \(pageSize) bytes"),
      ("history", history.map { "\($0.0) transactions, \($0.1) changes" } ?? "none"),
    ]
    if !own.isEmpty { lines.append(("metadata", own.joined(separator: ", "))) }
    self.lines = lines.filter { !$0.1.isEmpty }
    entitiesWithoutModel = try StoreFacts.entities(connection)
  }

  private static func hasTable(_ name: String, _ connection: Connection) throws -> Bool {
    let statement = try connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
    statement.bind(name, at: 1)
    defer { statement.reset() }
    return try statement.step()
  }

  private static func history(_ connection: Connection) throws -> (Int, Int)? {
    guard try hasTable("ATRANSACTION", connection), try hasTable("ACHANGE", connection) else { return nil }
    return (
      Int(try connection.scalar("SELECT count(*) FROM ATRANSACTION") ?? 0),
      Int(try connection.scalar("SELECT count(*) FROM ACHANGE") ?? 0)
    )
  }

  /// Each entity of `Z_PRIMARYKEY` with the rows of its root's table that carry its number.
  private static func entities(_ connection: Connection) throws -> [(name: String, table: String, count: Int)] {
    var names: [Int64: (name: String, parent: Int64)] = [:]
    let keys = try connection.prepare("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
    while try keys.step() { names[keys.integer(0)] = (keys.string(1) ?? "", keys.integer(2)) }
    return try names.sorted { $0.key < $1.key }.compactMap { number, entity in
      var root = entity
      var depth = 0
      while let parent = names[root.parent], depth < names.count {
        root = parent
        depth += 1
      }
      let table = "Z" + root.name.uppercased()
      guard try hasTable(table, connection) else { return nil }
      let count = try connection.scalar("SELECT count(*) FROM \"\(table)\" WHERE Z_ENT = \(number)") ?? 0
      return (entity.name, table, Int(count))
    }
  }
}
