import CoreDataModelFormat
import CoreDataSQLite

/// The model that a store carries along in `Z_MODELCACHE`, by which it describes itself.
enum ModelCache {
  /// The model; nil when the store has none, or one that cannot be read.
  static func model(from connection: Connection) throws -> NSManagedObjectModel? {
    guard let content = try content(of: connection),
      let document = try? CompiledModelReader().document(fromModelCache: content, name: "Z_MODELCACHE")
    else { return nil }
    var builder = ModelBuilder(document)
    return try? builder.build()
  }

  /// The archived model as it is stored; nil when the store has none.
  static func content(of connection: Connection) throws -> Data? {
    guard try exists(in: connection) else { return nil }
    let statement = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL LIMIT 1")
    guard try statement.step(), let bytes = statement.blob(0), !bytes.isEmpty else { return nil }
    return Data(bytes)
  }

  private static func exists(in connection: Connection) throws -> Bool {
    try connection.scalar("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'") == 1
  }

  /// Replaces the model, in the transaction of the caller. A model that cannot be archived leaves the cache empty, which
  /// is allowed: it must not tell of another model.
  static func write(_ model: NSManagedObjectModel, to connection: Connection) throws {
    if try !exists(in: connection) {
      try connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    }
    try connection.execute("DELETE FROM Z_MODELCACHE")
    guard let data = try? CompiledModelWriter().data(for: ModelDocument(model)) else { return }
    let statement = try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
    RawDeflate.stored(data).withUnsafeBytes { statement.bind(blob: $0, at: 1) }
    try statement.run()
  }
}
