@testable import CoreDataEngine
import Testing

/// Every way of migrating tells how far it is, and can be cancelled in the middle.
@Suite(.serialized) struct MigrationProgressTests {
  static let older = """
    Person.name String required
    Person.age Int32
    Person.team -> Team.members
    Team.name String
    Team.members ->> Person.team ordered
    """
  static let wider = older.replacing("Person.age Int32", with: "Person.age Double")
  static let mood = older + "\nPerson.mood String =calm"

  static let ways =
    [
      MigrationWay(testDescription: "in place", versions: [older, wider]),
      MigrationWay(testDescription: "mapped", kind: .mapped, versions: [older, wider]),
      MigrationWay(
        testDescription: "staged", kind: .staged, versions: [older, mood, wider + "\nPerson.mood String =calm"]),
      MigrationWay(
        testDescription: "through versions",
        versions: [
          older, older.replacing("Person.age Int32\n", with: "") + "\nTeam.size Int32 =7",
          older.replacing("Int32", with: "Date") + "\nTeam.size Double",
        ]),
      MigrationWay(testDescription: "XML", store: .xml, versions: [older, wider]),
      MigrationWay(testDescription: "binary", store: .binary, versions: [older, wider]),
      MigrationWay(testDescription: "XML mapped", kind: .mapped, store: .xml, versions: [older, wider]),
      MigrationWay(testDescription: "XML staged", kind: .staged, store: .xml, versions: [older, mood]),
    ]
    + [(StoreKind.xml, StoreKind.sqlite), (.sqlite, .binary), (.sqlite, .sqlite)].map {
      MigrationWay(testDescription: "\($0.0) moved to \($0.1)", kind: .moved($0.1), store: $0.0, versions: [older])
    }

  @Test(arguments: ways) func itGrowsToItsTotal(_ way: MigrationWay) throws {
    var wasSeen = false
    // A busy machine may not let the watch look in between.
    for _ in 0..<8 where !wasSeen {
      let trial = try ProgressTrial(way)
      let watch = ProgressWatch(cancellingAt: nil)
      try trial.attempt(watch)
      #expect(abs(watch.progress.fractionCompleted - 1) < 0.000_1)
      #expect(watch.seen == watch.seen.sorted())
      #expect(watch.seen.allSatisfy { $0 <= 1.000_1 })
      #expect(try trial.result() == trial.before)
      wasSeen = watch.seen.contains { $0 > 0 && $0 < 1 }
    }
    #expect(wasSeen)
  }

  @Test(arguments: ways) func aCancellationLeavesTheStore(_ way: MigrationWay) throws {
    var cancelled = 0
    for fraction in [0.01, 0.5, 0.01, 0.01, 0.01, 0.01] where cancelled == 0 || fraction > 0.1 {
      let trial = try ProgressTrial(way)
      do {
        try trial.attempt(ProgressWatch(cancellingAt: fraction))
        // Too late: then it is complete.
        #expect(try trial.result() == trial.before)
      } catch let error as NSError {
        #expect([NSMigrationCancelledError, NSUserCancelledError].contains(error.code), "\(error)")
        cancelled += 1
        #expect(try trial.portrait() == trial.before)
        // A migration through several versions keeps those that are complete.
        let isOld = try trial.version() == 0
        #expect(isOld || way.versions.count > 2)
        #expect(try trial.leftovers().isEmpty)
        try trial.attempt(ProgressWatch(cancellingAt: nil))
        #expect(try trial.result() == trial.before)
      }
    }
    #expect(cancelled > 0)
  }

  /// The last moment at which an XML or binary store can be left as it is.
  @Test(arguments: [StoreKind.xml, .binary]) func aFileIsNotWrittenOnceCancelled(_ kind: StoreKind) throws {
    let fixture = try MigrationFixture(kind)
    try fixture.open(ModelText.model(Self.older)) { context throws in _ = context.make("Team", ["name": "t"]) }
    let before = try fixture.bytes()
    let format = try #require((StoreTypes.storeClass(for: kind.type) as? FilePersistentStore.Type)?.format)
    var migration = FileMigration(
      migration: try StoreMigration(
        url: fixture.url, options: nil, model: ModelText.model(Self.wider), configuration: nil, format: format),
      format: format, source: ModelText.model(Self.older))
    let progress = Progress(totalUnitCount: 1)
    migration.didRead = {
      #expect(progress.fractionCompleted > 0.5 && progress.fractionCompleted < 1)
      progress.cancel()
    }
    let error = #expect(throws: NSError.self) { try progress.part { try migration.run() } }
    #expect(error?.code == NSMigrationCancelledError)
    #expect(try fixture.bytes() == before)
  }

  /// Within one mapping, not only between two.
  @Test func aMappingIsCancelledInTheMiddle() throws {
    let trial = try ProgressTrial(
      MigrationWay(testDescription: "mapped", kind: .mapped, versions: [Self.older, Self.wider]))
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: trial.models[0], destinationModel: trial.models[1])
    for entity in mapping.entityMappings ?? [] {
      entity.entityMigrationPolicyClassName = "CoreDataEngineTests.CountingCancellationPolicy"
    }
    let progress = Progress(totalUnitCount: 1)
    CountingCancellationPolicy.state.withLock { $0 = (progress, 0) }
    defer { CountingCancellationPolicy.state.withLock { $0 = (nil, 0) } }
    let error = #expect(throws: NSError.self) {
      try progress.part {
        try MappedMigration.migrate(
          trial.store, type: NSSQLiteStoreType, options: nil, source: trial.models[0], destination: trial.models[1],
          mapping: mapping)
      }
    }
    #expect(error?.code == NSMigrationCancelledError)
    #expect(CountingCancellationPolicy.state.withLock { $0.count } == 5)
    #expect(try trial.portrait() == trial.before)
    #expect(try trial.leftovers().isEmpty)
  }
}

/// Cancels a progress with the fifth object.
final class CountingCancellationPolicy: NSEntityMigrationPolicy {
  static let state = Lock<(progress: Progress?, count: Int)>((nil, 0))

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let progress = Self.state.withLock { state in
      state.count += 1
      return state.count == 5 ? state.progress : nil
    }
    progress?.cancel()
  }
}
