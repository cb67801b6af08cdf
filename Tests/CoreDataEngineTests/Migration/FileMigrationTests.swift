@testable import CoreDataEngine
import Testing

/// What is particular to the migration of XML and binary stores; the rest is tested with all store types together.
@Suite struct FileMigrationTests {
  static let kinds: [StoreKind] = [.xml, .binary]
  static let older = LightweightMigrationTests.people
  static let newer = MigrationSafetyTests.newer

  private func filled(_ kind: StoreKind) throws -> MigrationFixture {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model(Self.older)) { try LightweightMigrationTests.fill($0) }
    return fixture
  }

  private func migration(_ fixture: MigrationFixture, options: [AnyHashable: Any]? = nil) throws -> FileMigration {
    let format = try #require((StoreTypes.storeClass(for: fixture.kind.type) as? FilePersistentStore.Type)?.format)
    let migration = try StoreMigration(
      url: fixture.url, options: options, model: ModelText.model(Self.newer), configuration: nil, format: format)
    return FileMigration(migration: migration, format: format, source: ModelText.model(Self.older))
  }

  @Test(arguments: kinds) func withoutOptionsItIsRefused(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    let before = try fixture.bytes()
    let error = fixture.error(opening: ModelText.model(Self.newer), options: nil)
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(try fixture.bytes() == before)
  }

  @Test(arguments: kinds) func aReadOnlyStoreIsLeftAlone(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    let before = try fixture.bytes()
    var options = MigrationFixture.inferring
    options[NSReadOnlyPersistentStoreOption] = true
    let error = fixture.error(opening: ModelText.model(Self.newer), options: options)
    #expect(error?.code == NSMigrationError)
    #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSFileWriteNoPermissionError)
    #expect(try fixture.bytes() == before)
  }

  @Test(arguments: kinds) func spaceIsCheckedBefore(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    let before = try fixture.bytes()
    var migration = try migration(fixture)
    migration.space.available = { _ in 1_000 }
    let error = #expect(throws: NSError.self) { try migration.run() }
    #expect(error?.code == NSFileWriteOutOfSpaceError)
    #expect(try fixture.bytes() == before)
  }

  /// What another program writes meanwhile is not written over.
  @Test(arguments: kinds) func aFileThatChangesMeanwhileIsKept(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    var migration = try migration(fixture)
    let url = fixture.url
    migration.didRead = { try Data("another's".utf8).write(to: url) }
    let error = #expect(throws: NSError.self) { try migration.run() }
    #expect(error?.code == NSMigrationError)
    #expect(try Data(contentsOf: url) == Data("another's".utf8))
  }

  @Test(arguments: kinds) func valuesThatDoNotFitStopIt(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model("P.n Int64\nP.s String")) { context throws in
      _ = context.make("P", ["n": 1_000_000, "s": "a"])
      _ = context.make("P", ["n": 2, "s": "a"])
    }
    let before = try fixture.bytes()
    #expect(fixture.error(opening: ModelText.model("P.n Int16\nP.s String"))?.code == NSMigrationError)
    let unique = fixture.error(opening: ModelText.model("P.n Int64\nP.s String unique"))
    #expect(unique?.code == NSMigrationConstraintViolationError)
    #expect(unique?.userInfo["duplicateCount"] as? Int == 1)
    #expect(fixture.error(opening: ModelText.model("P.n String"))?.code == NSMigrationMissingMappingModelError)
    #expect(try fixture.bytes() == before)
  }

  @Test(arguments: kinds) func aPreviewTellsAndChangesNothing(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    let before = try fixture.bytes()
    let type = NSPersistentStore.StoreType(rawValue: kind.type)
    let preview = try NSPersistentStoreCoordinator.previewMigration(
      ofStoreAt: fixture.url, type: type, to: try fixture.packaged(ModelText.model(Self.newer)))
    #expect(preview.needsMigration && preview.problems.isEmpty && preview.error == nil)
    #expect(preview.steps.contains { $0.rows == 100 })
    #expect(preview.estimatedSeconds > 0)
    #expect(try fixture.bytes() == before)
    let error = #expect(throws: NSError.self) {
      try NSPersistentStoreCoordinator.previewMigration(
        ofStoreAt: fixture.url, type: .inMemory, to: ModelText.model(Self.newer))
    }
    #expect(error?.code == NSPersistentStoreInvalidTypeError)
  }

  /// The developer's metadata and the identifier stay, and keys of deleted objects are not used again.
  @Test(arguments: kinds) func identityStays(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    let text = "P.s String"
    let (uuid, last) = try fixture.open(ModelText.model(text)) { context throws in
      let coordinator = try #require(context.persistentStoreCoordinator)
      let store = coordinator.persistentStores[0]
      coordinator.setMetadata(["mine": "yes"], for: store)
      let object = context.make("P", ["s": "a"])
      let gone = context.make("P", ["s": "b"])
      try context.save()
      let key = max(object.objectID.key, gone.objectID.key)
      context.delete(gone)
      try context.save()
      return (store.identifier, key)
    }
    try fixture.open(ModelText.model(text + "\nP.t String")) { context throws in
      let store = try #require(context.persistentStoreCoordinator?.persistentStores.first)
      #expect(store.identifier == uuid)
      #expect(store.metadata["mine"] as? String == "yes")
      let new = context.make("P", ["s": "c"])
      try context.save()
      #expect(new.objectID.key >= last)
    }
  }
}
