@testable import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Testing

/// Migrations through several versions.
@Suite struct StagedMigrationTests {
  static let v1 = "Person.full String"
  static let v2 = "Person.full String\nPerson.age Int32"
  static let v3 = "Person.full String\nPerson.age Int32\nPerson.first String\nPerson.last String"
  static let v4 = "Person.age Int32\nPerson.first String\nPerson.last String"

  private func reference(_ text: String) -> NSManagedObjectModelReference {
    let model = ModelText.model(text)
    return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  private func checksum(_ text: String) -> String { ModelText.model(text).versionChecksum }

  private func filled(_ kind: StoreKind = .sqlite) throws -> MigrationFixture {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model(Self.v1)) { context throws in
      for number in 0..<5 { _ = context.make("Person", ["full": "F\(number) L\(number)"]) }
    }
    return fixture
  }

  /// v1 to v2 inferred, v2 to v3 with code that splits the names, v3 to v4 inferred.
  private func manager(
    will: @escaping () throws -> Void = {}, did: @escaping (NSManagedObjectContext) throws -> Void
  ) -> NSStagedMigrationManager {
    let custom = NSCustomMigrationStage(migratingFrom: reference(Self.v2), to: reference(Self.v3))
    custom.label = "split names"
    custom.willMigrateHandler = { manager, _ in
      let container = try #require(manager.container)
      #expect(container.managedObjectModel.versionChecksum == self.checksum(Self.v2))
      #expect(try container.viewContext.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 5)
      try will()
    }
    custom.didMigrateHandler = { manager, stage in
      #expect(stage.label == "split names")
      let container = try #require(manager.container)
      let context = container.newBackgroundContext()
      try context.performAndWait {
        try did(context)
        try context.save()
      }
    }
    return NSStagedMigrationManager([
      NSLightweightMigrationStage([checksum(Self.v1)]), custom, NSLightweightMigrationStage([checksum(Self.v4)]),
    ])
  }

  private func split(_ context: NSManagedObjectContext) throws {
    for person in try context.all("Person") {
      let parts = (person.text("full") ?? "").split(separator: " ").map(String.init)
      person.setValue(parts.first, forKey: "first")
      person.setValue(parts.last, forKey: "last")
    }
  }

  private func options(_ manager: NSStagedMigrationManager) -> [AnyHashable: Any] {
    var options = MigrationFixture.inferring
    options[NSPersistentStoreStagedMigrationManagerOptionKey] = manager
    return options
  }

  private func check(_ context: NSManagedObjectContext) throws {
    let people = try context.all("Person", sortedBy: "first")
    #expect(people.map { $0.text("first") } == (0..<5).map { "F\($0)" })
    #expect(people.map { $0.text("last") } == (0..<5).map { "L\($0)" })
  }

  private func metadata(_ fixture: MigrationFixture) throws -> [String: Any] {
    try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: fixture.kind.type, at: fixture.url)
  }

  @Test(arguments: StoreKind.lasting) func allStages(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    let manager = manager { try split($0) }
    try fixture.open(ModelText.model(Self.v4), options: options(manager)) { context throws in try check(context) }
    #expect(manager.container == nil)
    #expect(try metadata(fixture)[StagedMigration.pendingKey] == nil)
  }

  @Test(arguments: StoreKind.lasting) func aStoreInTheMiddleTakesTheRest(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    try fixture.open(ModelText.model(Self.v2)) { _ in }
    try fixture.open(ModelText.model(Self.v4), options: options(manager { try split($0) })) { context throws in
      try check(context)
    }
  }

  @Test(arguments: StoreKind.lasting) func codeThatFailedRunsAgain(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    struct Failure: Error {}
    let failing = fixture.error(opening: ModelText.model(Self.v4), options: options(manager { _ in throw Failure() }))
    #expect(failing != nil)
    // The schema is that of the version in the middle, and the names are not split yet.
    #expect(
      try metadata(fixture)[NSStoreModelVersionHashesKey] as? [String: Data]
        == ModelText.model(Self.v3).entityVersionHashesByName)
    try fixture.open(ModelText.model(Self.v4), options: options(manager { try split($0) })) { context throws in
      try check(context)
    }
  }

  @Test(arguments: StoreKind.lasting) func codeBeforeAStageCanStopIt(_ kind: StoreKind) throws {
    let fixture = try filled(kind)
    struct Failure: Error {}
    let manager = manager(will: { throw Failure() }, did: { try split($0) })
    #expect(fixture.error(opening: ModelText.model(Self.v4), options: options(manager)) != nil)
    try fixture.open(ModelText.model(Self.v2), options: nil) { context throws in
      #expect(try context.all("Person", "full == 'F3 L3'").count == 1)
    }
  }

  private func configured(_ text: String, other: String = "Note.text String") -> NSManagedObjectModel {
    let model = ModelText.model("\(text)\n\(other)")
    model.setEntities(model.entities.filter { $0.name == "Person" }, forConfigurationName: "People")
    return model
  }

  private func reference(_ model: NSManagedObjectModel) -> NSManagedObjectModelReference {
    NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
  }

  private func openPeople(
    _ fixture: MigrationFixture, _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = nil,
    _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try fixture.packaged(model))
    let store = try coordinator.addPersistentStore(
      ofType: fixture.kind.type, configurationName: "People", at: fixture.url, options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try body(context)
    try context.save()
    try coordinator.remove(store)
  }

  private func filledPeople(_ kind: StoreKind) throws -> MigrationFixture {
    let fixture = try MigrationFixture(kind)
    try openPeople(fixture, configured(Self.v1)) { context throws in
      for number in 0..<5 { _ = context.make("Person", ["full": "F\(number) L\(number)"]) }
    }
    return fixture
  }

  /// A store of one configuration has the hashes of some entities of a version only.
  @Test(arguments: StoreKind.lasting) func aConfigurationOfAVersionIsKnown(_ kind: StoreKind) throws {
    let fixture = try filledPeople(kind)
    var runs = 0
    let custom = NSCustomMigrationStage(
      migratingFrom: reference(configured(Self.v2)), to: reference(configured(Self.v3)))
    custom.didMigrateHandler = { manager, _ in
      runs += 1
      let context = try #require(manager.container).newBackgroundContext()
      try context.performAndWait {
        try split(context)
        try context.save()
      }
    }
    let manager = NSStagedMigrationManager([
      NSLightweightMigrationStage([configured(Self.v1).versionChecksum]), custom,
      NSLightweightMigrationStage([configured(Self.v4).versionChecksum]),
    ])
    // The second time the store is up to date.
    for _ in 0..<2 {
      try openPeople(fixture, configured(Self.v4), options(manager)) { context throws in try check(context) }
    }
    #expect(runs == 1)
    #expect(try metadata(fixture)[StagedMigration.pendingKey] == nil)
  }

  /// D100: a stage that changes other configurations only is not this store's.
  @Test(arguments: StoreKind.lasting) func theLastOfEqualVersionsCounts(_ kind: StoreKind) throws {
    let fixture = try filledPeople(kind)
    let later = configured(Self.v1, other: "Note.text String\nNote.more String")
    let custom = NSCustomMigrationStage(migratingFrom: reference(configured(Self.v1)), to: reference(later))
    var runs = 0
    custom.willMigrateHandler = { _, _ in runs += 1 }
    let newest = configured(Self.v2, other: "Note.text String\nNote.more String")
    let manager = NSStagedMigrationManager([custom, NSLightweightMigrationStage([newest.versionChecksum])])
    try openPeople(fixture, newest, options(manager)) { context throws in
      #expect(try context.all("Person", "age == nil").count == 5)
    }
    #expect(runs == 0)
  }

  @Test func theOrderIsChecked() throws {
    let fixture = try filled()
    let backward = NSStagedMigrationManager([
      NSLightweightMigrationStage([checksum(Self.v1), checksum(Self.v2)]),
      NSCustomMigrationStage(migratingFrom: reference(Self.v3), to: reference(Self.v1)),
    ])
    #expect(
      fixture.error(opening: ModelText.model(Self.v4), options: options(backward))?.code
        == NSStagedMigrationBackwardMigrationError)
    let unknown = NSStagedMigrationManager([
      NSCustomMigrationStage(migratingFrom: reference(Self.v2), to: reference(Self.v3))
    ])
    let error = fixture.error(opening: ModelText.model(Self.v4), options: options(unknown))
    #expect(error?.code == NSManagedObjectModelReferenceNotFoundError)
    #expect(error?.localizedDescription == "Cannot use staged migration with an unknown model version.")
    try fixture.open(ModelText.model(Self.v1), options: nil) { context throws in
      #expect(try context.all("Person").count == 5)
    }
  }

  @Test func referencesFindTheirVersions() throws {
    let folder = try TemporaryFolder()
    let package = try Self.package(in: folder, [("M 1", Self.v1), ("M 2", Self.v2), ("M 3", Self.v3)])
    for text in [Self.v1, Self.v2, Self.v3] {
      let reference = NSManagedObjectModelReference(fileURL: package, versionChecksum: checksum(text))
      #expect(reference.resolvedModel.versionChecksum == checksum(text))
    }
    let wrong = NSManagedObjectModelReference(fileURL: package, versionChecksum: "no")
    let error = #expect(throws: NSError.self) { try wrong.resolve() }
    #expect(error?.code == NSManagedObjectModelReferenceNotFoundError)
  }

  /// The source model comes from the package, since the store has no model of its own.
  @Test func versionsBesideTheModelAreFound() throws {
    let folder = try TemporaryFolder()
    let package = try Self.package(in: folder, [("M 1", Self.v1), ("M 2", Self.v2)])
    let fixture = try filled()
    let connection = try fixture.connection()
    try connection.execute("DELETE FROM Z_MODELCACHE")
    connection.close()
    let newest = try #require(NSManagedObjectModel(contentsOf: package))
    try fixture.open(newest) { context throws in #expect(try context.all("Person", "age == nil").count == 5) }
  }

  /// What cannot be inferred at once is done through the versions in between.
  @Test func versionsInBetweenAreGoneThrough() throws {
    let folder = try TemporaryFolder()
    let package = try Self.package(
      in: folder,
      [
        ("M 1", "P.a String\nP.n Int16"), ("M 2", "P.n Int16"), ("M 3", "P.a Date\nP.n Int32"),
        ("M 10", "P.a Date\nP.m Int32 was:n"),
      ])
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model("P.a String\nP.n Int16")) { context throws in
      _ = context.make("P", ["a": "x", "n": 3])
    }
    let newest = try #require(NSManagedObjectModel(contentsOf: package))
    try fixture.open(newest) { context throws in
      #expect(try context.all("P").first?.number("m") == 3)
      #expect(try context.all("P").first?.value(forKey: "a") == nil)
    }
  }

  /// A `.momd` of versions, the last being the current one.
  @discardableResult
  static func package(in folder: TemporaryFolder, _ versions: [(String, String)]) throws -> URL {
    let package = folder.url.appendingPathComponent("M.momd")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    for (name, text) in versions {
      try CompiledModelWriter().data(for: ModelDocument(ModelText.model(text)))
        .write(to: package.appendingPathComponent("\(name).mom"))
    }
    let info: [String: Any] = ["NSManagedObjectModel_CurrentVersionName": versions.last?.0 ?? ""]
    try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0)
      .write(to: package.appendingPathComponent("VersionInfo.plist"))
    return package
  }
}
