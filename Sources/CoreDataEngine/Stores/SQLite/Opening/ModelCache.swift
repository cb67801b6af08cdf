import CoreDataModelFormat
import CoreDataSQLite

/// The model that a store carries along in `Z_MODELCACHE`, by which it describes itself.
enum ModelCache {
  /// The model; nil when the store has none, or one that cannot be read.
  static func model(from connection: Connection) throws -> NSManagedObjectModel? {
    guard try connection.scalar("SELECT count(*) FROM sqlite_master WHERE name = 'Z_MODELCACHE'") == 1 else {
      return nil
    }
    let statement = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
    guard try statement.step(), let bytes = statement.blob(0), !bytes.isEmpty,
      let document = try? CompiledModelReader().document(fromModelCache: Data(bytes), name: "Z_MODELCACHE")
    else { return nil }
    var builder = ModelBuilder(document)
    return try? builder.build()
  }

  /// Replaces the model, in the transaction of the caller. A model that cannot be archived leaves the cache empty, which
  /// is allowed: it must not tell of another model.
  static func write(_ model: NSManagedObjectModel, to connection: Connection) throws {
    if try connection.scalar("SELECT count(*) FROM sqlite_master WHERE name = 'Z_MODELCACHE'") == 0 {
      try connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    }
    try connection.execute("DELETE FROM Z_MODELCACHE")
    guard let data = try? CompiledModelWriter().data(for: ModelDocument(model)) else { return }
    let statement = try connection.prepare("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)")
    RawDeflate.stored(data).withUnsafeBytes { statement.bind(blob: $0, at: 1) }
    try statement.run()
  }
}
