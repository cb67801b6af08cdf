import CoreDataSQLite
import Testing

@Suite struct BackupTests {
  private struct Abandoned: Error {}
  private let folder: TemporaryFolder
  private let source: Connection

  init() throws {
    folder = try TemporaryFolder()
    source = try folder.connection()
    try source.execute("CREATE TABLE t(a)")
    for _ in 0..<20 { try source.execute("INSERT INTO t VALUES (zeroblob(10000))") }
  }

  @Test(arguments: [nil, 1, 7, 10_000])
  func everythingIsCopied(pagesPerStep: Int?) throws {
    let destination = try folder.connection("copy")
    try destination.execute("CREATE TABLE old(a)")
    try source.backup(to: destination, pagesPerStep: pagesPerStep)
    #expect(try destination.scalar("SELECT count(*) FROM t") == 20)
    #expect(try destination.quickCheck() == [])
    #expect(throws: SQLiteError.self) { try destination.scalar("SELECT count(*) FROM old") }
  }

  @Test func progressCountsDown() throws {
    let destination = try Connection(.memory)
    var remaining: [Int] = []
    try source.backup(to: destination, pagesPerStep: 10) { progress in
      remaining.append(progress.remainingPages)
      #expect(progress.totalPages > 50)
    }
    #expect(remaining.count > 4)
    #expect(remaining == remaining.sorted(by: >))
  }

  @Test(arguments: [JournalMode.delete, .wal])
  func writesDuringTheBackupAreInTheCopy(mode: JournalMode) throws {
    try source.setJournalMode(mode)
    let other = try folder.connection()
    let destination = try folder.connection("copy")
    var step = 0
    try source.backup(to: destination, pagesPerStep: 10) { _ in
      step += 1
      if step == 2 { try source.execute("INSERT INTO t VALUES (1)") }
      if step == 3 { try other.execute("INSERT INTO t VALUES (2)") }
    }
    #expect(step > 5)
    #expect(try destination.scalar("SELECT count(*) FROM t") == 22)
    #expect(try destination.scalar("SELECT sum(a) FROM t WHERE typeof(a) = 'integer'") == 3)
    #expect(try destination.quickCheck() == [])
  }

  @Test func anAbandonedBackupLeavesTheDestination() throws {
    let destination = try folder.connection("copy")
    try destination.execute("CREATE TABLE old(a); INSERT INTO old VALUES (1)")
    #expect(throws: Abandoned.self) {
      try source.backup(to: destination, pagesPerStep: 5) { progress in
        if progress.remainingPages < 30 { throw Abandoned() }
      }
    }
    #expect(try destination.scalar("SELECT a FROM old") == 1)
    #expect(try destination.quickCheck() == [])
  }

  @Test func aReadOnlyOrLockedDestinationIsAnError() throws {
    try folder.connection("copy").execute("CREATE TABLE old(a)")
    let readOnly = try folder.connection("copy", options: .init(readOnly: true))
    #expect(thrownCode { try source.backup(to: readOnly) } == .readOnly)
    let (holder, destination) = (try folder.connection("copy"), try folder.connection("copy"))
    try holder.transaction(.exclusive) {
      let code = thrownCode { try source.backup(to: destination) }
      #expect(code == .busy)
    }
    try source.backup(to: destination)
  }

  @Test func aConnectionIsNoBackupOfItself() {
    #expect(throws: SQLiteError.self) { try source.backup(to: source) }
  }
}
