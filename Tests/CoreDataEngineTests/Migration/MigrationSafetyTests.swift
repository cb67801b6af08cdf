@testable import CoreDataEngine
import CoreDataSQLite
import Testing

/// What stops a migration half way, and what belongs to others.
@Suite struct MigrationSafetyTests {
  static let older = LightweightMigrationTests.people
  /// Renumbers entities, rebuilds tables, adds and renames.
  static let newer =
    LightweightMigrationTests.people.replacing("Person.age Int16", with: "Person.age Double")
    .replacing("Person.nick String", with: "Person.alias String was:nick")
    + "\nAnnotation.text String\nAnnotation.person -> Person.notes\nPerson.notes ->> Annotation.person"

  private func filled() throws -> MigrationFixture {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(Self.older)) { try LightweightMigrationTests.fill($0) }
    return fixture
  }

  private func migration(
    of fixture: MigrationFixture, to text: String = newer, options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) throws -> (InPlaceMigration, NSManagedObjectModel) {
    let (older, newer) = (ModelText.model(Self.older), ModelText.model(text))
    let compiled = try newer.compile()
    return (
      InPlaceMigration(
        url: fixture.url, options: options, sourceModel: older, destination: compiled, layouts: compiled.layouts,
        storedHashes: older.entityVersionHashesByName), newer
    )
  }

  @Test func aFullDiskAtAnyWriteLosesNothing() throws {
    let fixture = try filled()
    let connection = try fixture.connection()
    try connection.execute("UPDATE ZPERSON SET ZNICK = printf('%02000d', Z_PK)")
    let pages = Int(try connection.scalar("PRAGMA page_count") ?? 0)
    connection.close()
    let before = try fixture.open(ModelText.model(Self.older)) { try LightweightMigrationTests.picture($0) }
    var failures = 0
    for limit in pages..<(pages + 200) {
      var options = SQLiteStoreOptions()
      options.pragmas = [("max_page_count", "\(limit)")]
      let (migration, model) = try migration(of: fixture, options: options)
      do {
        try migration.run()
        withExtendedLifetime(model) {}
        break
      } catch let error as NSError {
        failures += 1
        #expect(error.code == NSMigrationError)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSFileWriteOutOfSpaceError)
        let after = try fixture.open(ModelText.model(Self.older)) { try LightweightMigrationTests.picture($0) }
        #expect(after == before)
      }
    }
    #expect(failures > 20)
    try fixture.open(ModelText.model(Self.newer)) { context throws in #expect(try context.all("Person").count == 100) }
  }

  @Test func spaceIsCheckedBefore() throws {
    let fixture = try filled()
    let before = try fixture.schema()
    var (migration, model) = try migration(of: fixture)
    migration.space.available = { _ in 1_000 }
    let error = #expect(throws: NSError.self) { try migration.run() }
    #expect(error?.code == NSFileWriteOutOfSpaceError)
    #expect((error?.userInfo["needed"] as? NSNumber)?.intValue ?? 0 > 1_000_000)
    #expect(try fixture.schema() == before)
    withExtendedLifetime(model) {}
  }

  @Test(arguments: [false, true]) func othersWhoHaveTheStoreOpenStopIt(inTransaction: Bool) throws {
    let fixture = try filled()
    let other = try fixture.connection()
    _ = try other.scalar("SELECT count(*) FROM ZPERSON")
    if inTransaction { try other.execute("BEGIN IMMEDIATE") }
    var options = MigrationFixture.inferring
    options[NSPersistentStoreTimeoutOption] = 0.2
    let error = fixture.error(opening: ModelText.model(Self.newer), options: options)
    #expect(error?.code == NSPersistentStoreTimeoutError)
    other.close()
    try fixture.open(ModelText.model(Self.newer)) { context throws in #expect(try context.all("Person").count == 100) }
  }

  @Test func aReadOnlyStoreIsLeftAlone() throws {
    let fixture = try filled()
    let before = try fixture.bytes()
    var options = MigrationFixture.inferring
    options[NSReadOnlyPersistentStoreOption] = true
    let error = try #require(fixture.error(opening: ModelText.model(Self.newer), options: options))
    #expect(error.code == NSMigrationError)
    #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSFileWriteNoPermissionError)
    #expect(try fixture.bytes() == before)
  }

  @Test func itCanBeCancelled() throws {
    let fixture = try filled()
    let before = try fixture.schema()
    let parent = Progress(totalUnitCount: 1)
    parent.becomeCurrent(withPendingUnitCount: 1)
    parent.cancel()
    let error = fixture.error(opening: ModelText.model(Self.newer))
    parent.resignCurrent()
    #expect(error?.code == NSMigrationCancelledError)
    #expect(try fixture.schema() == before)
  }

  @Test func progressIsReported() throws {
    let fixture = try filled()
    let parent = Progress(totalUnitCount: 1)
    parent.becomeCurrent(withPendingUnitCount: 1)
    let (migration, model) = try migration(of: fixture)
    try migration.run()
    parent.resignCurrent()
    #expect(parent.fractionCompleted == 1)
    withExtendedLifetime(model) {}
  }

  @Test func whatBelongsToOthersSurvives() throws {
    let fixture = try filled()
    let connection = try fixture.connection()
    try connection.execute(
      """
      CREATE TABLE MINE (a); INSERT INTO MINE VALUES (1), (2);
      ALTER TABLE ZPERSON ADD COLUMN EXTRA TEXT; UPDATE ZPERSON SET EXTRA = ZNAME;
      CREATE INDEX my_index ON ZPERSON (ZNAME, EXTRA);
      CREATE TRIGGER my_trigger AFTER INSERT ON ZTAG BEGIN INSERT INTO MINE VALUES (new.Z_PK); END;
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
      INSERT INTO ACHANGE SELECT Z_PK, 16001, 1, 1, Z_ENT, Z_PK, 1, x'01' FROM ZPERSON;
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 100);
      """)
    connection.close()
    let coordinatorModel = ModelText.model(Self.older)
    try fixture.open(coordinatorModel) { context throws in
      guard let store = context.persistentStoreCoordinator?.persistentStores.first else { return }
      context.persistentStoreCoordinator?.setMetadata(["mine": "yes"], for: store)
      _ = context.make("Tag", ["label": "more"])
    }
    try fixture.open(ModelText.model(Self.newer)) { context throws in
      let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
      #expect(store.metadata["mine"] as? String == "yes")
    }
    let after = try fixture.connection()
    defer { after.close() }
    #expect(try after.scalar("SELECT count(*) FROM MINE") == 3)
    #expect(try after.scalar("SELECT count(*) FROM ZPERSON WHERE EXTRA = ZNAME") == 100)
    #expect(try after.scalar("SELECT count(*) FROM sqlite_master WHERE name IN ('my_index', 'my_trigger')") == 2)
    #expect(
      try after.scalar("SELECT count(*) FROM ACHANGE c JOIN ZPERSON p ON p.Z_PK = c.ZENTITYPK AND p.Z_ENT = c.ZENTITY")
        == 100)
    #expect(try after.scalar("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'CHANGE'") == 100)
    #expect(try after.quickCheck().isEmpty)
  }

  /// How they follow the numbers of entities is not public.
  @Test func tablesOfCloudKitAreLeftAsTheyAre() throws {
    let fixture = try filled()
    let connection = try fixture.connection()
    try connection.execute(
      """
      CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER);
      INSERT INTO ANSCKRECORDMETADATA SELECT Z_PK, 16008, 1, Z_ENT, Z_PK FROM ZPERSON;
      """)
    let sum = try connection.scalar("SELECT sum(Z_PK * ZENTITYID) FROM ANSCKRECORDMETADATA")
    let numbers = try connection.scalar("SELECT sum(Z_ENT) FROM ZPERSON")
    connection.close()
    try fixture.open(ModelText.model(Self.newer)) { _ in }
    let after = try fixture.connection()
    defer { after.close() }
    #expect(try after.scalar("SELECT sum(Z_ENT) FROM ZPERSON") != numbers)
    #expect(try after.scalar("SELECT sum(Z_PK * ZENTITYID) FROM ANSCKRECORDMETADATA") == sum)
  }

  @Test func aPreviewTellsAndChangesNothing() throws {
    let fixture = try filled()
    let before = try fixture.bytes()
    let preview = try NSPersistentStoreCoordinator.previewMigration(
      ofStoreAt: fixture.url, to: ModelText.model(Self.newer))
    #expect(preview.needsMigration && preview.problems.isEmpty && preview.error == nil)
    #expect(preview.steps.contains { $0.rows == 100 })
    #expect(preview.estimatedSeconds > 0)
    let refused = try NSPersistentStoreCoordinator.previewMigration(
      ofStoreAt: fixture.url,
      to: ModelText.model(Self.older.replacing("Person.age Int16", with: "Person.age String")))
    #expect(refused.problems.map(\.property) == ["age"])
    let failing = try NSPersistentStoreCoordinator.previewMigration(
      ofStoreAt: fixture.url, to: ModelText.model(Self.older + "\nTag.note String required"))
    #expect(failing.error?.code == NSMigrationError)
    let same = try NSPersistentStoreCoordinator.previewMigration(
      ofStoreAt: fixture.url, to: ModelText.model(Self.older))
    #expect(!same.needsMigration)
    #expect(try fixture.bytes() == before)
  }

  @Test func anAddedColumnTouchesNoRow() throws {
    let fixture = try filled()
    let (migration, model) = try migration(of: fixture, to: Self.older + "\nPerson.mood String")
    let report = try migration.run()
    #expect(report.steps.filter { $0.title.hasPrefix("Update") || $0.title.hasPrefix("Copy") }.isEmpty)
    withExtendedLifetime(model) {}
  }
}
