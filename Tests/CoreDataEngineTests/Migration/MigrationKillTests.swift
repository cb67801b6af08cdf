@testable import CoreDataEngine
import CoreDataModelFormat
import CoreDataSQLite
import Testing

/// C25: migrations that are killed, or meet a full disk.
@Suite(.enabled(if: ProbeProcess.isAvailable, "the program MigrationProbe is not beside the tests"), .serialized)
struct MigrationKillTests {
  /// What is migrated, and how.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var way = "inferred"
    var type = NSSQLiteStoreType
    let versions: [String]
  }

  static let older = """
    Person.name String
    Person.age Int32
    Person.photo Data external
    Person.team -> Team.members
    Person.tags ->> Tag.people
    Team.name String
    Team.members ->> Person.team ordered
    Tag.name String
    Tag.people ->> Person.tags
    """
  static let wider = older.replacing("Person.age Int32", with: "Person.age Double")
  static let column = older + "\nPerson.mood String =calm"
  static let relinked =
    older.replacing("Person.team ->", with: "Person.team ->>").replacing("photo Data external", with: "photo Data")
    + "\nAnnotation.name String"
  static let stages = [
    older, column, column + "\nPerson.nick String", column + "\nPerson.nick String\nTeam.size Int16",
  ]
  /// The second step undoes what cannot be inferred in one.
  static let chain = [older, older.replacing("Person.age Int32\n", with: ""), older.replacing("Int32", with: "Date")]

  static let kinds =
    [
      Kind(testDescription: "in place", versions: [older, column]),
      Kind(testDescription: "new table", versions: [older, wider]),
      Kind(testDescription: "links, numbers and files", versions: [older, relinked]),
      Kind(testDescription: "object by object", way: "mapped", versions: [older, wider]),
      Kind(testDescription: "in stages", way: "staged", versions: stages),
      Kind(testDescription: "through versions", versions: chain),
      Kind(testDescription: "moved", way: "moved", versions: [older]),
      Kind(testDescription: "replaced", way: "replaced", versions: [older, column]),
    ]
    + [NSXMLStoreType, NSBinaryStoreType].flatMap { type in
      [
        Kind(testDescription: "\(type) inferred", type: type, versions: [older, relinked]),
        Kind(testDescription: "\(type) object by object", way: "mapped", type: type, versions: [older, wider]),
        Kind(testDescription: "\(type) in stages", way: "staged", type: type, versions: stages),
        Kind(testDescription: "\(type) moved", way: "moved", type: type, versions: [older]),
      ]
    }

  /// Without the variables a few of each, and of XML and binary stores only what takes other ways than the rest.
  static let usual = kinds.filter { kind in
    kind.type == NSSQLiteStoreType || ["XML inferred", "Binary object by object"].contains(kind.testDescription)
  }

  private static func count(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// At moments spread over the time that it takes, and at its writes. `COREDATA_KILLS` says how many, of all kinds.
  @Test(arguments: count("COREDATA_KILLS") == nil ? usual : kinds)
  func theStoreIsWhollyOldOrWhollyNew(_ kind: Kind) async throws {
    try await RealThread.run { try trial("kill", kind, Self.count("COREDATA_KILLS") ?? 8) }
  }

  /// At writes spread over all there are. `COREDATA_FULL_DISKS` says how many, of all kinds.
  @Test(arguments: count("COREDATA_FULL_DISKS") == nil ? usual : kinds)
  func aFullDiskAtAnyWriteLeavesTheStore(_ kind: Kind) async throws {
    try await RealThread.run { try trial("full", kind, Self.count("COREDATA_FULL_DISKS") ?? 5) }
  }

  private func trial(_ verb: String, _ kind: Kind, _ count: Int) throws {
    let folder = try TemporaryFolder()
    try StagedMigrationTests.package(in: folder, kind.versions.enumerated().map { ("M \($0 + 1)", $1) })
    let result = try ProbeProcess.run([verb, kind.way, kind.type, folder.url.path, "\(count)"])
    #expect(result.status == 0, "\(kind.testDescription): \(result.output)")
    print("\(kind.testDescription): \(result.output)")
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

  /// Runs the program to its end; gives what it says.
  static func run(_ words: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = executable
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines))
  }

  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
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
