@testable import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Testing

/// C25: migrations that are killed.
@Suite(.enabled(if: ProbeProcess.isAvailable, "the program MigrationProbe is not beside the tests"))
struct MigrationKillTests {
  static let people = 50_000
  static let older = "Person.name String\nPerson.age Int32\nPerson.team -> Team.members\nTeam.members ->> Person.team"

  /// In place, and with new tables; each more than once, at moments spread over the time that it takes.
  @Test(arguments: [
    older + "\nPerson.mood String =calm", older.replacing("Person.age Int32", with: "Person.age Double"),
    older.replacing("Person.team ->", with: "Person.team ->>") + "\nAnnotation.text String",
  ])
  func theStoreIsWhollyOldOrWhollyNew(_ newer: String) async throws {
    try await RealThread.run { try killRepeatedly(newer) }
  }

  private func killRepeatedly(_ newer: String) throws {
    let fixture = try MigrationFixture()
    let template = try fill(fixture)
    let model = fixture.folder.url.appendingPathComponent("newer.mom")
    try CompiledModelWriter().data(for: ModelDocument(ModelText.model(newer))).write(to: model)
    let start = ContinuousClock.now
    try template.write(to: fixture.url)
    #expect(try ProbeProcess("migrate", fixture.url, model).wait() == 0)
    let duration = start.duration(to: .now) / .milliseconds(1)
    let moments = Int(ProcessInfo.processInfo.environment["COREDATA_KILLS"] ?? "") ?? 6
    var old = 0
    for moment in 0..<moments {
      try StoreFiles(fixture.url).remove()
      try template.write(to: fixture.url)
      let process = try ProbeProcess("migrate", fixture.url, model)
      usleep(UInt32(duration * 1_000 * (Double(moment) + Double.random(in: 0..<1)) / Double(moments)))
      process.stop()
      if try check(fixture, newer) { old += 1 }
      try fixture.open(ModelText.model(newer)) { context throws in
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == Self.people)
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
      #expect(Set(left).isSubset(of: ["store.sqlite", "newer.mom"]), "\(left)")
    }
    print("killed \(moments) times over \(Int(duration)) ms: \(old) old, \(moments - old) new")
  }

  /// Whether the store is the old one; it must be that or the new one.
  private func check(_ fixture: MigrationFixture, _ newer: String) throws -> Bool {
    let hashes = try SQLiteStore.metadata(at: fixture.url)[NSStoreModelVersionHashesKey] as? [String: Data]
    let isOld = hashes == ModelText.model(Self.older).entityVersionHashesByName
    #expect(isOld || hashes == ModelText.model(newer).entityVersionHashesByName)
    let connection = try fixture.connection()
    defer { connection.close() }
    #expect(try connection.quickCheck().isEmpty)
    #expect(try connection.scalar("SELECT count(*) FROM ZPERSON") == Int64(Self.people))
    #expect(try connection.scalar("SELECT sum(ZAGE) FROM ZPERSON") == Int64(Self.people) * Int64(Self.people + 1) / 2)
    #expect(try connection.scalar("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Z_MIGRATION%'") == 0)
    return isOld
  }

  private func fill(_ fixture: MigrationFixture) throws -> Data {
    try fixture.open(ModelText.model(Self.older)) { context throws in _ = context.make("Team") }
    let connection = try fixture.connection()
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.people))
      INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE, ZTEAM) SELECT i, 1, 1, 'person ' || i, i, 1 FROM n;
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(Self.people) WHERE Z_NAME = 'Person';
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
      let holder = try ProbeProcess("hold", fixture.url, older)
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

  init(_ verb: String, _ store: URL, _ model: URL) throws {
    process.executableURL = ProbeProcess.executable
    process.arguments = [verb, store.path, model.path]
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
