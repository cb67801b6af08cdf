import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Tables that CloudKit mirroring keeps beside those of the model, and things of programs nobody knows: they stay as they are,
/// whatever is done with the objects.
@Suite struct BookkeepingOfOthersTests {
  private static let statements = [
    "CREATE TABLE ANSCKDATABASEMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDATABASESCOPENUM INTEGER, ZLASTFETCHDATE TIMESTAMP, ZCURRENTCHANGETOKEN BLOB, ZDATABASENAME VARCHAR )",
    "CREATE TABLE ANSCKRECORDMETADATA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER, ZNEEDSUPLOAD INTEGER, ZRECORDZONE INTEGER, ZCKRECORDNAME VARCHAR, ZENCODEDRECORD BLOB )",
    "CREATE INDEX ANSCKRECORDMETADATA_ZRECORDZONE_INDEX ON ANSCKRECORDMETADATA (ZRECORDZONE)",
    "CREATE TABLE Z_16105REVERSE ( Z_16105A INTEGER, Z_16106B INTEGER, PRIMARY KEY (Z_16105A, Z_16106B) )",
    "INSERT INTO ANSCKDATABASEMETADATA VALUES (1, 16101, 1, 2, 700000000.25, x'0102', 'com.apple.coredata.cloudkit')",
    "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 16105, 3, 1, 1, 0, NULL, 'A-B-C', zeroblob(300)), (2, 16105, 1, 2, 7, 1, 4, NULL, NULL)",
    "INSERT INTO Z_16105REVERSE VALUES (1, 2), (2, 1)",
    "INSERT INTO Z_PRIMARYKEY VALUES (16101, 'NSCKDatabaseMetadata', 0, 1), (16105, 'NSCKRecordMetadata', 0, 2)",
    "CREATE TABLE OTHERS (a, b TEXT COLLATE NOCASE, PRIMARY KEY (a)) WITHOUT ROWID",
    "INSERT INTO OTHERS VALUES (1, 'x'), (2, NULL)",
    "ALTER TABLE ZPERSON ADD COLUMN SOMETHING TEXT",
    "UPDATE ZPERSON SET SOMETHING = 'of ' || ZNAME",
    "CREATE TRIGGER OTHERTRIGGER AFTER INSERT ON ZTAG BEGIN UPDATE OTHERS SET b = b || '+' WHERE a = 1; END",
    "CREATE VIEW OTHERVIEW AS SELECT ZNAME FROM ZPERSON",
  ]
  private static let tables = ["ANSCKDATABASEMETADATA", "ANSCKRECORDMETADATA", "Z_16105REVERSE", "OTHERS"]

  private func prepared() throws -> TestStore {
    let store = try TestStore(.sqlite)
    let context = store.context()
    for index in 0..<3 { _ = context.make("Person", ["name": "\(index)"]) }
    try context.save()
    for store in store.coordinator.persistentStores { try store.persistentStoreCoordinator?.remove(store) }
    let connection = try Connection(.file(try #require(store.url).path))
    for statement in Self.statements { try connection.execute(statement) }
    connection.close()
    return try TestStore(.sqlite, model: store.model, folder: store.folder)
  }

  private func others(_ url: URL) throws -> [String: [String]] {
    let dump = try DatabaseDump.all(url)
    var found = dump.filter { Self.tables.contains($0.key) }
    found["keys"] = dump["Z_PRIMARYKEY"]?.filter { $0.contains("NSCK") }
    found["schema"] = dump["schema"]?.filter { line in
      (Self.tables + ["OTHERTRIGGER", "OTHERVIEW"]).contains { line.contains($0) }
    }
    return found
  }

  @Test func savesLeaveThemIntact() throws {
    let store = try prepared()
    let url = try #require(store.url)
    let before = try others(url)
    #expect(before["ANSCKRECORDMETADATA"]?.count == 2 && before["keys"]?.count == 2)
    let context = store.context()
    let people = try context.all("Person", sortedBy: "name")
    people[0].setValue("changed", forKey: "name")
    context.delete(people[1])
    _ = context.make("Employee", ["name": "new"])
    try context.save()
    let update = NSBatchUpdateRequest(entityName: "Person")
    update.propertiesToUpdate = ["age": 4]
    _ = try context.execute(update)
    #expect(try others(url) == before)
    _ = context.make("Tag", ["label": "fires the trigger"])
    try context.save()
    let rows = try #require(try DatabaseDump.all(url)["ZPERSON"])
    #expect(rows.contains { $0.contains("SOMETHING=text 'of 0'") })
    #expect(try others(url)["OTHERS"]?.contains { $0.contains("'x+'") } == true)
  }

  @Test func migrationsLeaveThemIntact() throws {
    let store = try prepared()
    let url = try #require(store.url)
    let before = try others(url)
    for open in store.coordinator.persistentStores { try store.coordinator.remove(open) }
    // One that alters tables, then one that fills new ones and renumbers.
    for round in 1...2 {
      let model = CasesModel.make { parts in
        parts.extraPersonProperties = [CasesModel.attribute("more", .stringAttributeType)]
        if round == 2 { parts.age.attributeType = .doubleAttributeType }
      }
      if round == 2 {
        let first = NSEntityDescription()
        first.name = "Aardvark"
        first.properties = [CasesModel.attribute("name", .stringAttributeType)]
        model.entities += [first]
      }
      let migrated = try TestStore(
        .sqlite, model: model, folder: store.folder,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
          NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
        ])
      #expect(try migrated.context().all("Person").count == 3)
      for open in migrated.coordinator.persistentStores { try migrated.coordinator.remove(open) }
      let after = try others(url)
      for (name, lines) in before { #expect(after[name] == lines, "round \(round): \(name)") }
      #expect(try DatabaseDump.all(url)["ZPERSON"]?.contains { $0.contains("SOMETHING=text 'of 0'") } == true)
    }
  }
}
