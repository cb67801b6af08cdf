import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// The schema that is worked out from a model equals that of the store Core Data made with it.
@Suite(.needsFixtureStores) struct SchemaFixtureTests {
  /// Stores that were migrated in place: their tables have grown, and old indexes stay.
  private static let migrated: Set<String> = ["SampleModel_V2.sqlite"]
  /// Releases before iOS 11 spelled indexes and constraints in another way.
  private static let firstModernFramework = 847

  @Test(arguments: FixtureStores.names) func schemaEqualsTheStores(_ name: String) throws {
    let folder = try TemporaryFolder()
    let url = try FixtureStores.copy(name, to: folder)
    let metadata = try SQLiteStore.metadata(at: url)
    guard let source = try FixtureStores.model(of: metadata) else { return }
    let compiled = source.compiled
    let connection = try Connection(.file(url.path))
    let stored = try StoredSchema(reading: connection)
    let fresh = try SQLSchema(model: compiled)
    let opened = try SQLSchema(model: compiled, stored: stored)

    for case let entity? in opened.entities where !SchemaFixtureTests.migrated.contains(url.lastPathComponent) {
      #expect(fresh.entity(entity.layout).number == entity.number, "\(entity.layout.name)")
    }
    let statements = Set(try texts(connection, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    for table in fresh.tables where stored.has(table.identifier) {
      let columns = Set(table.columns.map(\.identifier.name) + ["Z_PK", "Z_ENT", "Z_OPT"])
      #expect(columns == Set(stored.tables[table.identifier.name] ?? []), "\(table.identifier)")
    }
    for join in opened.joinTables {
      #expect(stored.tables[join.identifier.name] == ([join.first, join.second] + join.orders).map(\.name))
    }
    let framework = (metadata["NSPersistenceFrameworkVersion"] as? NSNumber)?.intValue ?? 0
    guard framework >= SchemaFixtureTests.firstModernFramework,
      !SchemaFixtureTests.migrated.contains(url.lastPathComponent)
    else { return }
    for statement in try fresh.definition() { #expect(statements.contains(statement), "\(statement)") }
  }

  /// Not one store is passed over in silence because no model was found for any.
  @Test func mostStoresHaveAModel() throws {
    let found = try FixtureStores.names.filter { name in
      let folder = try TemporaryFolder()
      return try FixtureStores.model(of: try SQLiteStore.metadata(at: try FixtureStores.copy(name, to: folder))) != nil
    }
    #expect(found.count >= 10, "\(found)")
  }

  /// Every row of every store can be read, and the store is the same afterwards but for its log.
  @Test(arguments: FixtureStores.names) func allRowsCanBeRead(_ name: String) throws {
    let folder = try TemporaryFolder()
    let url = try FixtureStores.copy(name, to: folder)
    guard let source = try FixtureStores.model(of: try SQLiteStore.metadata(at: url)) else { return }
    let store = try SQLiteStore(url: url, options: SQLiteStoreOptions(), model: source.compiled)
    for layout in source.compiled.layouts where layout.superlayout == nil {
      let count = try store.read { try $0.scalar("SELECT count(*) FROM \(store.schema.entity(layout).table)") }
      let pages = try store.rows(RowQuery(layout))
      #expect(pages.reduce(0) { $0 + $1.count } == Int(count ?? -1), "\(layout.name)")
    }
    try store.close()
  }

  private func texts(_ connection: Connection, _ sql: String) throws -> [String] {
    let statement = try connection.prepare(sql)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.string(0) ?? "") }
    return texts
  }
}
