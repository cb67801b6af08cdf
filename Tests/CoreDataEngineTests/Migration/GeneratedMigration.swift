@testable import CoreDataEngine
import CoreDataSQLite
import Testing

/// A store of one model that was filled with made-up rows, is opened with another and compared with what it was.
struct GeneratedMigration {
  let older: NSManagedObjectModel
  let newer: NSManagedObjectModel
  let rows: Int

  /// The comparison with what the migrated store holds; `tamper` is SQL that changes it before. Throws what opening
  /// throws.
  func run(tamper: String = "") throws -> MigratedComparison {
    let compiled = (older: try older.compile(), newer: try newer.compile())
    let fixture = try MigrationFixture()
    let before = fixture.folder.url.appendingPathComponent("before.sqlite")
    let schema = try SQLSchema(model: compiled.older)
    try SQLiteStore(url: fixture.url, options: SQLiteStoreOptions(), model: compiled.older).close()
    let filling = try fixture.connection()
    try StoreConnection(location: .file(fixture.url.path), options: SQLiteStoreOptions()).configure(filling)
    try filling.transaction { try GeneratedRows(schema: schema, count: rows).insert(into: filling) }
    try filling.checkpoint(.truncate)
    filling.close()
    try FileManager.default.copyItem(at: fixture.url, to: before)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: newer)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: fixture.url, options: MigrationFixture.inferring)
    #expect(store.metadata[NSStoreModelVersionHashesKey] as? [String: Data] == newer.entityVersionHashesByName)
    try coordinator.remove(store)
    let connection = try fixture.connection()
    defer { connection.close() }
    try connection.execute("ATTACH '\(before.path)' AS old; \(tamper)")
    var comparison = MigratedComparison(
      older: schema, newer: try SQLSchema(model: compiled.newer),
      matching: ModelMatching(source: older.entities, destination: newer.entities), connection: connection)
    try comparison.run()
    return comparison
  }
}
