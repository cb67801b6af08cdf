@testable import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Testing

/// Mapping models in code and from files, and the migrations they describe.
@Suite struct MappingModelTests {
  static let older =
    "Person.first String\nPerson.last String\nPerson.age Int32\nPerson.team -> Team.members\nPerson.tags ->> Tag.people\nTeam.name String\nTeam.members ->> Person.team ordered\nTag.label String\nTag.people ->> Person.tags\nOld.x String"
  static let newer =
    "Human.name String\nHuman.age String\nHuman.team -> Team.members\nHuman.tags ->> Tag.people\nTeam.name String\nTeam.members ->> Human.team ordered\nTag.label String\nTag.people ->> Human.tags\nExtra.y String"

  private func fill(_ context: NSManagedObjectContext) {
    let team = context.make("Team", ["name": "red"])
    let tag = context.make("Tag", ["label": "a"])
    var all: [NSManagedObject] = []
    for number in 0..<10 {
      let person = context.make("Person", ["first": "F\(number)", "last": "L\(number)", "age": number])
      person.setValue(Set([tag]), forKey: "tags")
      all.append(person)
    }
    team.setValue(NSOrderedSet(array: all.reversed()), forKey: "members")
    _ = context.make("Old", ["x": "gone"])
  }

  /// The mapping from `older` to `newer`.
  static func mapping() -> NSMappingModel {
    func property(_ name: String, _ format: String) -> NSPropertyMapping {
      let mapping = NSPropertyMapping()
      mapping.name = name
      mapping.valueExpression = NSExpression(format: format)
      return mapping
    }
    func entity(_ name: String, _ source: String?, _ destination: String?) -> NSEntityMapping {
      let mapping = NSEntityMapping()
      mapping.name = name
      mapping.mappingType = .customEntityMappingType
      mapping.sourceEntityName = source
      mapping.destinationEntityName = destination
      return mapping
    }
    let people = entity("PersonToHuman", "Person", "Human")
    people.entityMigrationPolicyClassName = "CoreDataEngineTests.NamePolicy"
    people.attributeMappings = [
      property("name", "FUNCTION($entityPolicy, \"joined::\", $source.first, $source.last)"),
      property("age", "CAST($source.age + 1, 'NSString')"),
    ]
    people.relationshipMappings = [
      property(
        "team",
        "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"TeamToTeam\", $source.team)"
      )
    ]
    let teams = entity("TeamToTeam", "Team", "Team")
    teams.attributeMappings = [property("name", "$source.name")]
    teams.relationshipMappings = [
      property(
        "members",
        "FUNCTION($manager, \"destinationInstancesForSourceRelationshipNamed:sourceInstances:\", \"members\", $source.members)"
      )
    ]
    let tags = entity("TagToTag", "Tag", "Tag")
    tags.attributeMappings = [property("label", "FUNCTION($source, \"valueForKeyPath:\", \"label\")")]
    tags.relationshipMappings = [
      property(
        "people",
        "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"PersonToHuman\", $source.people)"
      )
    ]
    let gone = entity("Old", "Old", nil)
    gone.mappingType = .removeEntityMappingType
    let new = entity("Extra", nil, "Extra")
    new.mappingType = .addEntityMappingType
    let model = NSMappingModel()
    model.entityMappings = [people, teams, tags, gone, new]
    return model
  }

  private func check(_ context: NSManagedObjectContext) throws {
    let people = try context.all("Human", sortedBy: "name")
    #expect(people.map { $0.text("name") } == (0..<10).map { "F\($0) L\($0)" })
    #expect(people.map { $0.text("age") } == (1...10).map { "\($0)" })
    #expect(people.allSatisfy { $0.object("team")?.text("name") == "red" && $0.objects("tags").count == 1 })
    let members = try context.all("Team").first?.value(forKey: "members") as? NSOrderedSet
    #expect(
      members?.array.compactMap { ($0 as? NSManagedObject)?.text("name") }
        == (0..<10).reversed().map { "F\($0) L\($0)" })
  }

  @Test func aManagerFillsANewStore() throws {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(Self.older)) { context throws in
      fill(context)
      guard let store = context.persistentStoreCoordinator?.persistentStores.first else { return }
      context.persistentStoreCoordinator?.setMetadata(["mine": "yes"], for: store)
    }
    let target = try MigrationFixture()
    let before = try fixture.bytes()
    let manager = NSMigrationManager(
      sourceModel: ModelText.model(Self.older), destinationModel: ModelText.model(Self.newer))
    try manager.migrateStore(
      from: fixture.url, type: .sqlite, mapping: Self.mapping(), to: target.url, type: .sqlite)
    #expect(manager.migrationProgress == 0)
    #expect(try fixture.bytes()["store.sqlite"] == before["store.sqlite"])
    try target.open(ModelText.model(Self.newer)) { context throws in
      try check(context)
      #expect(context.persistentStoreCoordinator?.persistentStores.first?.metadata["mine"] as? String == "yes")
    }
  }

  @Test(arguments: StoreKind.lasting) func aMappedMigrationReplacesTheStore(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model(Self.older)) { context throws in fill(context) }
    func uuid() throws -> String? {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: kind.type, at: fixture.url)[NSStoreUUIDKey]
        as? String
    }
    let before = try uuid()
    try MappedMigration.migrate(
      fixture.url, type: kind.type, options: nil, source: ModelText.model(Self.older),
      destination: ModelText.model(Self.newer), mapping: Self.mapping())
    try fixture.open(ModelText.model(Self.newer), options: nil) { context throws in try check(context) }
    #expect(try uuid() == before)
    #expect(try fixture.bytes().keys.sorted() == [fixture.url.lastPathComponent])
  }

  @Test(arguments: StoreKind.lasting) func aFailedMappedMigrationLeavesTheStore(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model(Self.older)) { context throws in fill(context) }
    let before = try fixture.bytes()
    let mapping = Self.mapping()
    mapping.entityMappingsByName["PersonToHuman"]?.attributeMappings?[1].valueExpression = NSExpression(
      format: "$source.age")
    let error = #expect(throws: NSError.self) {
      try MappedMigration.migrate(
        fixture.url, type: kind.type, options: nil, source: ModelText.model(Self.older),
        destination: ModelText.model(Self.newer), mapping: mapping)
    }
    #expect(error?.code == NSMigrationError)
    let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(cause?.code == NSEntityMigrationPolicyError)
    #expect(cause?.userInfo["property"] as? String == "age")
    #expect(try fixture.bytes() == before)
  }

  @Test func othersWhoHaveTheStoreOpenStopIt() throws {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(Self.older)) { context throws in fill(context) }
    let other = try fixture.connection()
    _ = try other.scalar("SELECT count(*) FROM ZPERSON")
    let error = #expect(throws: NSError.self) {
      try MappedMigration.migrate(
        fixture.url, type: NSSQLiteStoreType, options: [NSPersistentStoreTimeoutOption: 0.2],
        source: ModelText.model(Self.older), destination: ModelText.model(Self.newer), mapping: Self.mapping())
    }
    #expect(error?.code == NSPersistentStoreTimeoutError)
    other.close()
    try fixture.open(ModelText.model(Self.older)) { context throws in #expect(try context.all("Person").count == 10) }
    #expect(try fixture.bytes().keys.sorted() == ["store.sqlite"])
  }

  @Test func spaceIsCheckedBefore() throws {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(Self.older)) { context throws in fill(context) }
    let before = try fixture.bytes()
    var migration = MappedMigration(
      url: fixture.url, options: nil, source: ModelText.model(Self.older), destination: ModelText.model(Self.newer),
      mapping: Self.mapping())
    migration.space.available = { _ in 1_000 }
    let error = #expect(throws: NSError.self) { try migration.run() }
    #expect(error?.code == NSFileWriteOutOfSpaceError)
    #expect(try fixture.bytes() == before)
  }

  /// Nothing is left behind, whatever the type of the new store.
  @Test(arguments: StoreKind.lasting) func aMigrationIsCancelled(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(Self.older)) { context throws in fill(context) }
    let target = try MigrationFixture(kind)
    let mapping = Self.mapping()
    mapping.entityMappingsByName["TeamToTeam"]?.entityMigrationPolicyClassName = "CoreDataEngineTests.CancellingPolicy"
    let manager = NSMigrationManager(
      sourceModel: ModelText.model(Self.older), destinationModel: ModelText.model(Self.newer))
    let error = #expect(throws: NSError.self) {
      try manager.migrateStore(
        from: fixture.url, type: .sqlite, mapping: mapping, to: target.url,
        type: NSPersistentStore.StoreType(rawValue: kind.type))
    }
    #expect(error?.code == 4711)
    #expect(try target.bytes().isEmpty)
  }

  @Test func inferredMappingsAreObjects() throws {
    let newer = ModelText.model(
      "Person.name String was:first\nPerson.age Int32\nPerson.team -> Team.members\nTeam.name String\nTeam.members ->> Person.team\nNew.x String"
    )
    let older = ModelText.model(
      "Person.first String\nPerson.age Int32\nPerson.team -> Team.members\nTeam.name String\nTeam.members ->> Person.team\nOld.x String"
    )
    let model = try NSMappingModel.inferredMappingModel(forSourceModel: older, destinationModel: newer)
    #expect(
      model.entityMappings.map(\.name).sorted()
        == [
          "IEM_Add_New", "IEM_Copy_Team", "IEM_Remove_Old", "IEM_Transform_Person",
        ].sorted() || model.entityMappings.map(\.name).contains("IEM_Transform_Team"))
    let person = try #require(model.entityMappingsByName["IEM_Transform_Person"])
    #expect(person.attributeMappings?.compactMap(\.name) == ["age", "name"])
    #expect(person.attributeMappings?.last?.valueExpression == NSExpression(format: "$source.first"))
    // Carried out object by object it gives what the migration in place gives.
    let fixture = try MigrationFixture()
    try fixture.open(older) { context throws in
      let team = context.make("Team", ["name": "t"])
      context.make("Person", ["first": "a", "age": 1]).setValue(team, forKey: "team")
    }
    let target = try MigrationFixture()
    try NSMigrationManager(sourceModel: older, destinationModel: newer).migrateStore(
      from: fixture.url, type: .sqlite, mapping: model, to: target.url, type: .sqlite)
    for store in [target, fixture] {
      try store.open(newer) { context throws in
        let person = try #require(try context.all("Person").first)
        #expect(person.text("name") == "a" && person.number("age") == 1 && person.object("team")?.text("name") == "t")
      }
    }
    #expect(throws: NSError.self) {
      try NSMappingModel.inferredMappingModel(
        forSourceModel: older, destinationModel: ModelText.model("Person.age String"))
    }
  }

  @Test func anUnknownPolicyIsNamed() throws {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model(Self.older)) { context throws in fill(context) }
    let target = try MigrationFixture()
    let mapping = Self.mapping()
    mapping.entityMappingsByName["TeamToTeam"]?.entityMigrationPolicyClassName = "No.Such"
    let manager = NSMigrationManager(
      sourceModel: ModelText.model(Self.older), destinationModel: ModelText.model(Self.newer))
    let error = #expect(throws: NSError.self) {
      try manager.migrateStore(from: fixture.url, type: .sqlite, mapping: mapping, to: target.url, type: .sqlite)
    }
    #expect(error?.code == NSEntityMigrationPolicyError)
    #expect(error?.userInfo["entityMigrationPolicyClassName"] as? String == "No.Such")
  }

  @Test(.enabled(if: FixtureModels.areAvailable, "the fixtures (../shared/fixtures) are not here"))
  func publishedMappingModelsAreRead() throws {
    let root = FixtureModels.models.deletingLastPathComponent()
    let walk = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    let files = walk.compactMap { $0 as? URL }.filter { ["cdm", "xcmappingmodel"].contains($0.pathExtension) }
    #expect(files.count == 14)
    for url in files {
      let model = try #require(NSMappingModel(contentsOf: url), "\(url.lastPathComponent)")
      #expect(!model.entityMappings.isEmpty)
      #expect(model.entityMappings.allSatisfy { !$0.name.isEmpty })
    }
    let compiled = try #require(files.first { $0.pathExtension == "cdm" })
    let package = root.appendingPathComponent("models/alemar11+CoreDataPlus/SampleModel.xcdatamodeld")
    let versions = try #require(FileManager.default.enumerator(at: package, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "xcdatamodel" }
    let two = try #require(versions.first { $0.lastPathComponent == "SampleModel2.xcdatamodel" })
    let three = try #require(versions.first { $0.lastPathComponent == "SampleModel3.xcdatamodel" })
    let (older, newer) = (try NSManagedObjectModel(validating: two), try NSManagedObjectModel(validating: three))
    for url in [compiled] + files.filter({ $0.lastPathComponent == "V2toV3.xcmappingmodel" }) {
      #expect(MappingSearch(source: older, destination: newer).fits(try MappingFile.contents(of: url)))
      #expect(!MappingSearch(source: newer, destination: older).fits(try MappingFile.contents(of: url)))
    }
    let car = try #require(NSMappingModel(contentsOf: compiled)?.entityMappingsByName["CarToCar"])
    #expect(car.entityMigrationPolicyClassName == "REPLACE_AT_RUNTIME.V2to3MakerPolicy")
    #expect(car.sourceEntityVersionHash == older.entitiesByName["Car"]?.versionHash)
    #expect(
      car.relationshipMappings?.first { $0.name == "owner" }?.valueExpression
        == NSExpression(
          format:
            "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"PersonToPerson\", $source.owner)"
        ))
  }

  /// A published mapping model carried out between its published versions.
  @Test(
    .enabled(if: FixtureModels.areAvailable, "the fixtures (../shared/fixtures) are not here"),
    arguments: ["compiled/alemar11+CoreDataPlus/V2toV3.cdm", "mapping/alemar11+CoreDataPlus/V2toV3.xcmappingmodel"])
  func aPublishedMappingModelIsCarriedOut(_ path: String) throws {
    let package = FixtureModels.models.appendingPathComponent("alemar11+CoreDataPlus/SampleModel.xcdatamodeld")
    func model(_ name: String) throws -> NSManagedObjectModel {
      try NSManagedObjectModel(validating: package.appendingPathComponent("\(name).xcdatamodel"))
    }
    let (older, newer) = (try model("SampleModel2"), try model("SampleModel3"))
    let fixture = try MigrationFixture()
    try fixture.open(older) { context throws in
      let date = Date(timeIntervalSinceReferenceDate: 5)
      for number in 0..<4 {
        let person = context.make("Person", ["firstName": "F\(number)", "lastName": "L", "updatedAt": date])
        let car = context.make(number % 2 == 0 ? "Car" : "LuxuryCar", ["maker": "M", "numberPlate": "N\(number)"])
        car.setValue(person, forKey: "owner")
      }
    }
    let target = try MigrationFixture()
    let mapping = try #require(
      NSMappingModel(contentsOf: FixtureModels.models.deletingLastPathComponent().appendingPathComponent(path)))
    // The policies are the author's own.
    for entity in mapping.entityMappings { entity.entityMigrationPolicyClassName = nil }
    try NSMigrationManager(sourceModel: older, destinationModel: newer).migrateStore(
      from: fixture.url, type: .sqlite, mapping: mapping, to: target.url, type: .sqlite)
    try target.open(newer) { context throws in
      let cars = try context.all("Car", sortedBy: "numberPlate")
      #expect(cars.map { $0.text("numberPlate") } == ["N0", "N1", "N2", "N3"])
      #expect(cars.map { $0.entity.name } == ["Car", "LuxuryCar", "Car", "LuxuryCar"])
      #expect(cars.map { $0.object("owner")?.text("firstName") } == ["F0", "F1", "F2", "F3"])
    }
  }
}

/// Joins two names, as a function of expressions.
final class NamePolicy: NSEntityMigrationPolicy {
  override func value(ofFunction name: String, arguments: [Any?], manager: NSMigrationManager) throws -> Any? {
    guard name == "joined::" else {
      return try super.value(ofFunction: name, arguments: arguments, manager: manager)
    }
    return arguments.compactMap { $0 as? String }.joined(separator: " ")
  }
}

/// Cancels the migration it takes part in.
final class CancellingPolicy: NSEntityMigrationPolicy {
  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    manager.cancelMigrationWithError(NSError(domain: "test", code: 4711))
  }
}
