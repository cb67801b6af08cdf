import CoreDataSQLite
import Foundation
import Testing

@Suite struct PragmaTests {
  @Test func pragmasAreReadAndSet() throws {
    let connection = try Connection(.memory)
    try connection.setPragma("user_version", -5)
    #expect(try connection.pragma("main.user_version") == "-5")
    try connection.setPragma("synchronous", "OFF")
    #expect(try connection.pragma("synchronous") == "0")
    try connection.setPragma("encoding", "UTF-16le")
    #expect(try connection.pragma("encoding") == "UTF-16le")
    #expect(try connection.pragma("no_such_pragma") == nil)
    try connection.setPragma("no_such_pragma", "it's ignored")
  }

  @Test func pragmaNamesAreNoSQL() async {
    await #expect(processExitsWith: .failure) {
      _ = try Connection(.memory).pragma("user_version; DROP TABLE t")
    }
  }

  @Test(arguments: JournalMode.allCases)
  func journalModesAreSet(mode: JournalMode) throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    #expect(try connection.journalMode == .delete)
    #expect(try connection.setJournalMode(mode) == mode)
    #expect(try connection.journalMode == mode)
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    #expect(FileManager.default.fileExists(atPath: folder.file("store.sqlite-wal")) == (mode == .wal))
    let other = try folder.connection()
    #expect(try other.scalar("SELECT a FROM t") == 1)
    #expect(try (other.journalMode == .wal) == (mode == .wal))
  }

  @Test func anImpossibleJournalModeIsNotTaken() throws {
    #expect(try Connection(.memory).setJournalMode(.wal) == .memory)
  }

  @Test func readersAndAWriterWorkSideBySideInWAL() throws {
    let folder = try TemporaryFolder()
    let (writer, reader) = (try folder.connection(), try folder.connection())
    try writer.setJournalMode(.wal)
    try writer.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    try reader.transaction {
      #expect(try reader.scalar("SELECT count(*) FROM t") == 1)
      try writer.execute("INSERT INTO t VALUES (2)")
      #expect(try reader.scalar("SELECT count(*) FROM t") == 1)
      // What this transaction has read is old, so it cannot become a writer.
      let code = try #require(throws: SQLiteError.self) { try reader.execute("INSERT INTO t VALUES (3)") }
      #expect(code.extendedCode == SQLiteCode.busySnapshot.rawValue)
    }
    #expect(try reader.scalar("SELECT count(*) FROM t") == 2)
  }

  @Test func checkpointsEmptyTheLog() throws {
    let folder = try TemporaryFolder()
    let (writer, reader) = (try folder.connection(), try folder.connection())
    #expect(try writer.checkpoint(.passive).logFrames == -1)
    try writer.setJournalMode(.wal)
    try writer.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    let done = try writer.checkpoint(.passive)
    #expect(done.logFrames > 0)
    #expect(done.logFrames == done.checkpointedFrames)
    try writer.execute("INSERT INTO t VALUES (2)")
    try reader.transaction {
      _ = try reader.scalar("SELECT count(*) FROM t")
      let code = thrownCode { try writer.checkpoint(.truncate) }
      #expect(code == .busy)
    }
    for mode in [Checkpoint.Mode.full, .restart, .truncate] { try writer.checkpoint(mode) }
    let size = try FileManager.default.attributesOfItem(atPath: folder.file("store.sqlite-wal"))[.size] as? Int
    #expect(size == 0)
    try writer.transaction(.immediate) {
      try writer.execute("INSERT INTO t VALUES (3)")
      let code = thrownCode { try writer.checkpoint(.full) }
      #expect(code == .locked)
    }
  }

  @Test func uncommittedWorkIsGoneAfterARollbackJournalIsLeftBehind() throws {
    let folder = try TemporaryFolder()
    let connection = try folder.connection()
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(100000))")
    try connection.setPragma("cache_spill", 1)
    try connection.setPragma("cache_size", 1)
    try connection.execute("BEGIN IMMEDIATE; UPDATE t SET a = randomblob(100000)")
    // The file in the middle of a transaction is what a crash leaves; its journal belongs to it.
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(
        atPath: folder.file("store.sqlite" + suffix), toPath: folder.file("crashed" + suffix))
    }
    try connection.execute("ROLLBACK")
    let recovered = try folder.connection("crashed")
    #expect(try recovered.scalar("SELECT a = zeroblob(100000) FROM t") == 1)
    #expect(try recovered.quickCheck() == [])
  }
}
