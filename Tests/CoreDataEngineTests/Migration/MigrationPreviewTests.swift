@testable import CoreDataEngine
import CoreDataModelFormat
import Testing

/// A preview goes the ways that opening goes.
@Suite struct MigrationPreviewTests {
  static let chain = FilledByHandTests.chain

  private func filled(_ way: MigrationWay) throws -> (folder: TemporaryFolder, [NSManagedObjectModel], URL) {
    let folder = try TemporaryFolder()
    let models = try way.models(in: folder)
    let url = folder.url.appendingPathComponent("store")
    try MigrationWay.open(url, way.store, models[0], options: nil) { context throws in
      for number in 0..<20 { _ = context.make("Person", ["name": "p\(number)", "age": number]) }
      _ = context.make("Team", ["name": "t"])
    }
    return (folder, models, url)
  }

  private func preview(
    _ url: URL, _ kind: StoreKind, _ model: NSManagedObjectModel, options: [AnyHashable: Any]? = nil
  ) throws -> MigrationPreview {
    let before = try Data(contentsOf: url)
    let preview = try NSPersistentStoreCoordinator.previewMigration(
      ofStoreAt: url, type: NSPersistentStore.StoreType(rawValue: kind.type), to: model, options: options)
    #expect(try Data(contentsOf: url) == before)
    return preview
  }

  @Test(arguments: StoreKind.lasting) func theVersionsInBetween(_ kind: StoreKind) throws {
    let way = MigrationWay(testDescription: "", store: kind, versions: Self.chain)
    let (folder, models, url) = try filled(way)
    let preview = try preview(url, kind, models[2])
    #expect(preview.needsMigration && preview.problems.isEmpty && preview.error == nil)
    let versions = preview.steps.map(\.version)
    #expect(Set(versions) == ["M 2", "M 3"] && versions == versions.sorted())
    #expect(preview.steps.allSatisfy { $0.way == .inferred })
    // The middle version is there in between only.
    try way.migrate(url, models)
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: StoreKind.lasting) func theStages(_ kind: StoreKind) throws {
    let way = MigrationWay(testDescription: "", kind: .staged, store: kind, versions: FilledByHandTests.stages)
    let (folder, models, url) = try filled(way)
    let places = Lock<[String]>([])
    let manager = MigrationWay.stages(models) { context in
      let url = context.persistentStoreCoordinator?.persistentStores.first?.url
      places.withLock { $0.append(url?.path ?? "nowhere") }
    }
    let preview = try preview(
      url, kind, models[3], options: [NSPersistentStoreStagedMigrationManagerOptionKey: manager])
    #expect(preview.error == nil && preview.problems.isEmpty)
    #expect(Set(preview.steps.map(\.version)) == ["M 2", "M 3", "M 4"])
    // The code has run once, on the copy.
    #expect(places.withLock { $0.count == 1 && $0[0] != url.path })
    withExtendedLifetime(folder) {}
  }

  /// A mapping model that is found comes before what could be inferred.
  @Test(arguments: StoreKind.lasting) func aMappingModel(_ kind: StoreKind) throws {
    // Names that no other test has, since the file lies where all look for mapping models.
    let texts = [
      "Person.name String\nPerson.age Int32\nTeam.name String",
      "Person.name String\nPerson.age Int32\nTeam.name String\nPerson.mark\(kind.rawValue) String",
    ]
    let way = MigrationWay(testDescription: "", store: kind, versions: texts)
    let (folder, models, url) = try filled(way)
    let file = Bundle.main.bundleURL.appendingPathComponent("Preview-\(kind.rawValue).xcmappingmodel")
    try? FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Self.mapping(kind).utf8).write(to: file.appendingPathComponent("xcmapping.xml"))
    let preview = try preview(url, kind, models[1])
    #expect(preview.error == nil && preview.problems.isEmpty)
    #expect(preview.steps.map(\.title) == ["Map Person to Person", "Map Team to Team"])
    #expect(preview.steps.allSatisfy { $0.way == .mappingModel && $0.version == "M 2" })
    #expect(preview.steps.map(\.rows) == [20, 1])
    try way.migrate(url, models)
    let marks = try MigrationWay.open(url, kind, models[1], options: nil) { context throws in
      try context.all("Person").map { $0.text("mark\(kind.rawValue)") }
    }
    // Only the mapping model says so.
    #expect(Set(marks) == Set((0..<20).map { "p\($0)" }))
    withExtendedLifetime(folder) {}
  }

  private static func mapping(_ kind: StoreKind) -> String {
    func entity(_ name: String, _ id: Int, _ properties: String) -> String {
      """
      <object type="XDDEVENTITYMAPPING" id="z\(id)"><attribute name="sourcename" type="string">\(name)</attribute>
      <attribute name="destinationname" type="string">\(name)</attribute>
      <attribute name="mappingnumber" type="int16">\(id)</attribute>
      <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="\(properties)"></relationship></object>
      """
    }
    return """
      <?xml version="1.0"?><database><object type="XDDEVMAPPINGMODEL" id="z9"></object>
      \(entity("Person", 1, "z3 z4"))\(entity("Team", 2, "z3"))
      <object type="XDDEVATTRIBUTEMAPPING" id="z3"><attribute name="name" type="string">name</attribute></object>
      <object type="XDDEVATTRIBUTEMAPPING" id="z4"><attribute name="name" type="string">mark\(kind.rawValue)</attribute>
      <attribute name="sourcekeypath" type="string">$source.name</attribute></object></database>
      """
  }

  @Test func whatCannotBeDoneIsToldAsOpeningTellsIt() throws {
    let way = MigrationWay(testDescription: "", versions: [Self.chain[0], Self.chain[2]])
    let (folder, models, url) = try filled(way)
    let preview = try preview(url, .sqlite, models[1])
    #expect(preview.problems.map(\.property) == ["age"] && preview.steps.isEmpty && preview.error == nil)
    let column = ModelText.model(MigrationKillTests.column)
    let uninferred = try self.preview(url, .sqlite, column, options: [NSInferMappingModelAutomaticallyOption: false])
    #expect(uninferred.error?.code == NSMigrationMissingMappingModelError && uninferred.problems.isEmpty)
    let readOnly = try self.preview(
      url, .sqlite, column,
      options: [NSInferMappingModelAutomaticallyOption: true, NSReadOnlyPersistentStoreOption: true])
    #expect(readOnly.error?.code == NSMigrationError)
    withExtendedLifetime(folder) {}
  }

  @Test func itCanBeCancelled() throws {
    let way = MigrationWay(testDescription: "", versions: [MigrationKillTests.older, MigrationKillTests.wider])
    let (folder, models, url) = try filled(way)
    let progress = Progress(totalUnitCount: 1)
    _ = try progress.part { try preview(url, .sqlite, models[1]) }
    #expect(abs(progress.fractionCompleted - 1) < 0.000_1)
    let cancelled = Progress(totalUnitCount: 2)
    cancelled.becomeCurrent(withPendingUnitCount: 1)
    cancelled.cancel()
    let error = #expect(throws: NSError.self) { try preview(url, .sqlite, models[1]) }
    cancelled.resignCurrent()
    #expect([NSMigrationCancelledError, NSUserCancelledError].contains(error?.code ?? 0))
    withExtendedLifetime(folder) {}
  }
}
