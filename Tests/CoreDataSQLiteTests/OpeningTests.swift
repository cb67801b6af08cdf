import CoreDataSQLite
import Foundation
import Testing

@Suite struct OpeningTests {
  static let oddNames = [
    "a b.sqlite", "100%25.sqlite", "what?mode=memory.sqlite", "hash#1.sqlite", "🍎é.sqlite", "file:x", ":memory:",
    "it's \"quoted\".sqlite", "line\nbreak", "back\\slash",
  ]

  @Test(arguments: oddNames)
  func fileNamesAreTakenAsTheyAre(name: String) throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection(name)
    try connection.execute("CREATE TABLE t(a)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    #expect(connection.path == folder.file(name))
  }

  @Test(arguments: ["file:relative?mode=memory", ":memory:"])
  func relativePathsAreFiles(name: String) throws {
    let name = name + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: name) }
    let connection = try Connection(.file(name))
    try connection.execute("CREATE TABLE t(a)")
    #expect(FileManager.default.fileExists(atPath: FileManager.default.currentDirectoryPath + "/" + name))
  }

  @Test func missingFolderCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none/store.sqlite")
    let error = try #require(throws: SQLiteError.self) { try Connection(.file(path)) }
    #expect(error.code == .cantOpen)
    #expect(error.path == path)
    #expect(error.description.contains(path))
  }

  @Test(arguments: ["", "nul\0name"])
  func impossibleNamesCannotBeOpened(name: String) {
    #expect(thrownCode { _ = try Connection(.file(name)) } == .cantOpen)
  }

  @Test func missingFileIsCreatedOnlyOnDemand() throws {
    let folder = try TemporaryFolder()
    #expect(thrownCode { _ = try folder.connection(options: .init(createIfNeeded: false)) } == .cantOpen)
    #expect(thrownCode { _ = try folder.connection(options: .init(readOnly: true)) } == .cantOpen)
    #expect(!FileManager.default.fileExists(atPath: folder.file()))
    try folder.connection().execute("CREATE TABLE t(a)")
    #expect(FileManager.default.fileExists(atPath: folder.file()))
  }

  @Test func readOnlyConnectionsDoNotWrite() throws {
    let folder = try TemporaryFolder()
    let writer = try folder.connection()
    try writer.execute("CREATE TABLE t(a); INSERT INTO t VALUES (7)")
    let reader = try folder.connection(options: .init(readOnly: true))
    #expect(!writer.isReadOnly)
    #expect(reader.isReadOnly)
    #expect(try reader.scalar("SELECT a FROM t") == 7)
    #expect(thrownCode { try reader.execute("INSERT INTO t VALUES (8)") } == .readOnly)
  }

  @Test func memoryIsPrivateAndSharedMemoryIsShared() throws {
    let name = "a/b?c=d&e %#🍎" + UUID().uuidString
    let first = try Connection(.sharedMemory(name: name))
    try first.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    #expect(try Connection(.sharedMemory(name: name)).scalar("SELECT a FROM t") == 1)
    #expect(thrownCode { _ = try Connection(.sharedMemory(name: name + "2")).scalar("SELECT a FROM t") } == .error)
    for location in [Connection.Location.memory, .temporary] {
      let other = try Connection(location)
      #expect(other.path == nil)
      #expect(thrownCode { _ = try other.scalar("SELECT a FROM t") } == .error)
      try other.execute("CREATE TABLE t(a)")
    }
  }

  @Test func fullMutexConnectionsWork() throws {
    #expect(try Connection(.memory, options: .init(fullMutex: true)).scalar("SELECT 3") == 3)
  }

  @Test func aStatementOutlivesTheClosingOfItsConnection() throws {
    let connection = try Connection(.memory)
    let statement = try connection.prepare("SELECT 1 UNION ALL SELECT 2")
    #expect(try statement.step())
    connection.close()
    connection.close()
    #expect(try statement.step())
    #expect(statement.integer(0) == 2)
    #expect(try !statement.step())
  }

  @Test func aConnectionLivesAsLongAsItsStatements() throws {
    var connection: Connection? = try Connection(.memory)
    weak let observed = connection
    var statement = try connection?.prepare("SELECT 5")
    connection = nil
    #expect(try statement?.step() == true)
    #expect(statement?.integer(0) == 5)
    statement = nil
    #expect(observed == nil)
  }

  @Test func aClosedConnectionTraps() async {
    await #expect(processExitsWith: .failure) {
      let connection = try Connection(.memory)
      connection.close()
      try connection.execute("SELECT 1")
    }
  }

  @Test func movedFilesAreNoticed() throws {
    let folder = try TemporaryFolder()
    let renamed = try folder.connection("renamed")
    let unlinked = try folder.connection("unlinked")
    let replaced = try folder.connection("replaced")
    for connection in [renamed, unlinked, replaced] {
      try connection.execute("CREATE TABLE t(a)")
      #expect(!connection.hasMoved)
    }
    try FileManager.default.moveItem(atPath: folder.file("renamed"), toPath: folder.file("other"))
    try FileManager.default.removeItem(atPath: folder.file("unlinked"))
    try FileManager.default.removeItem(atPath: folder.file("replaced"))
    #expect(FileManager.default.createFile(atPath: folder.file("replaced"), contents: Data()))
    for connection in [renamed, unlinked, replaced] { #expect(connection.hasMoved) }
    #expect(try !Connection(.memory).hasMoved)
  }
}
