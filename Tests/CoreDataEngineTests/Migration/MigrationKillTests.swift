@testable import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Testing

/// C25: migrations that are killed.
@Suite(.enabled(if: ProbeProcess.isAvailable, "the program MigrationProbe is not beside the tests"))
struct MigrationKillTests {
  /// What is migrated, and how.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let newer: String
    var verb = "migrate"
    var people = 50_000
  }

  static let kinds = [
    Kind(testDescription: "in place", newer: older + "\nPerson.mood String =calm"),
    Kind(testDescription: "new table", newer: older.replacing("Person.age Int32", with: "Person.age Double")),
    Kind(
      testDescription: "links and numbers",
      newer: older.replacing("Person.team ->", with: "Person.team ->>") + "\nAnnotation.text String"),
    Kind(
      testDescription: "object by object", newer: older.replacing("Person.age Int32", with: "Person.age Double"),
      verb: "map", people: 2_000),
  ]

  static let older = "Person.name String\nPerson.age Int32\nPerson.team -> Team.members\nTeam.members ->> Person.team"

  /// In place, and with new tables; each more than once, at moments spread over the time that it takes.
  @Test(arguments: kinds) func theStoreIsWhollyOldOrWhollyNew(_ kind: Kind) async throws {
    try await RealThread.run { try killRepeatedly(kind) }
  }

  private func killRepeatedly(_ kind: Kind) throws {
    let newer = kind.newer
    let fixture = try MigrationFixture()
    let template = try fill(fixture, kind.people)
    let old = fixture.folder.url.appendingPathComponent("older.mom")
    try CompiledModelWriter().data(for: ModelDocument(ModelText.model(Self.older))).write(to: old)
    let extra = kind.verb == "map" ? [old] : []
    let model = fixture.folder.url.appendingPathComponent("newer.mom")
    try CompiledModelWriter().data(for: ModelDocument(ModelText.model(newer))).write(to: model)
    let start = ContinuousClock.now
    try template.write(to: fixture.url)
    #expect(try ProbeProcess(kind.verb, fixture.url, [model] + extra).wait() == 0)
    let duration = start.duration(to: .now) / .milliseconds(1)
    let moments = Int(ProcessInfo.processInfo.environment["COREDATA_KILLS"] ?? "") ?? 6
    var unchanged = 0
    for moment in 0..<moments {
      try StoreFiles(fixture.url).remove()
      try template.write(to: fixture.url)
      let process = try ProbeProcess(kind.verb, fixture.url, [model] + extra)
      usleep(UInt32(duration * 1_000 * (Double(moment) + Double.random(in: 0..<1)) / Double(moments)))
      process.stop()
      if try check(fixture, kind) {
        unchanged += 1
        // The next attempt finds what the killed one has left, and finishes.
        #expect(try ProbeProcess(kind.verb, fixture.url, [model] + extra).wait() == 0)
      }
      try fixture.open(ModelText.model(newer)) { context throws in
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == kind.people)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
      #expect(Set(left).isSubset(of: ["store.sqlite", "newer.mom", "older.mom"]), "\(left)")
    }
    print(
      "killed \(moments) times over \(Int(duration)) ms, \(kind.testDescription): \(unchanged) old, \(moments - unchanged) new"
    )
  }

  /// Whether the store is the old one; it must be that or the new one.
  private func check(_ fixture: MigrationFixture, _ kind: Kind) throws -> Bool {
    let hashes = try SQLiteStore.metadata(at: fixture.url)[NSStoreModelVersionHashesKey] as? [String: Data]
    let isOld = hashes == ModelText.model(Self.older).entityVersionHashesByName
    #expect(isOld || hashes == ModelText.model(kind.newer).entityVersionHashesByName)
    let connection = try fixture.connection()
    defer { connection.close() }
    #expect(try connection.quickCheck().isEmpty)
    #expect(try connection.scalar("SELECT count(*) FROM ZPERSON") == Int64(kind.people))
    #expect(
      try connection.scalar("SELECT sum(ZAGE) FROM ZPERSON") == Int64(kind.people) * Int64(kind.people + 1) / 2)
    #expect(try connection.scalar("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Z_MIGRATION%'") == 0)
    return isOld
  }

  private func fill(_ fixture: MigrationFixture, _ people: Int) throws -> Data {
    try fixture.open(ModelText.model(Self.older)) { context throws in _ = context.make("Team") }
    let connection = try fixture.connection()
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(people))
      INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE, ZTEAM) SELECT i, 1, 1, 'person ' || i, i, 1 FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(people) WHERE Z_NAME = 'Person';
      """)
    try connection.checkpoint(.truncate)
    connection.close()
    let data = try Data(contentsOf: fixture.url)
    try StoreFiles(fixture.url).remove()
    return data
  }

  @Test func anotherProcessHasTheStoreOpen() async throws {
    try await RealThread.run {
      let fixture = try MigrationFixture()
      try fixture.open(ModelText.model(Self.older)) { context throws in _ = context.make("Team") }
      let older = fixture.folder.url.appendingPathComponent("older.mom")
      try CompiledModelWriter().data(for: ModelDocument(ModelText.model(Self.older))).write(to: older)
      let holder = try ProbeProcess("hold", fixture.url, [older])
      try holder.waitForLine()
      let newer = ModelText.model(Self.older + "\nPerson.mood String")
      var options = MigrationFixture.inferring
      options[NSPersistentStoreTimeoutOption] = 0.3
      #expect(fixture.error(opening: newer, options: options)?.code == NSPersistentStoreTimeoutError)
      holder.stop()
      try fixture.open(ModelText.model(Self.older + "\nPerson.mood String")) { context throws in
        #expect(try context.all("Team").count == 1)
      }
    }
  }
}

/// The program that a test lets migrate, and kills.
final class ProbeProcess {
  private let process = Process()
  private let output = Pipe()

  static var executable: URL {
    Bundle.main.bundleURL.appendingPathComponent("MigrationProbe")
  }

  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: executable.path) }

  init(_ verb: String, _ store: URL, _ models: [URL]) throws {
    process.executableURL = ProbeProcess.executable
    process.arguments = [verb, store.path] + models.map(\.path)
    process.standardOutput = output
    try process.run()
  }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Until the program says that it has the store.
  func waitForLine() throws { _ = try output.fileHandleForReading.read(upToCount: 1) }
}

/// Runs what blocks on a thread of its own, so that no task waits.
enum RealThread {
  static func run(_ body: @escaping () throws -> Void) async throws {
    nonisolated(unsafe) let body = body
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }
}
