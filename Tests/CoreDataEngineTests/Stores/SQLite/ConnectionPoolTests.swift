import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

@Suite struct ConnectionPoolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pool(readers: Int) throws -> ConnectionPool {
    let path = folder.url.appendingPathComponent("pool.sqlite").path
    let writer = try Connection(.file(path))
    try writer.setJournalMode(.wal)
    try writer.execute("CREATE TABLE IF NOT EXISTS t (a INTEGER)")
    return ConnectionPool(writer: writer, maxReaders: readers) { try Connection(.file(path)) }
  }

  /// Runs `body` on threads of its own and waits for all of them, off the pool of tasks.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for index in 0..<count {
        group.enter()
        Thread.detachNewThread {
          body(index)
          group.leave()
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  @Test func readersWorkBesideAWriter() async throws {
    let pool = try pool(readers: 2)
    let isWriting = DispatchSemaphore(value: 0)
    let hasRead = DispatchSemaphore(value: 0)
    let seen = Lock<[Int64]>([])
    await onThreads(2) { index in
      if index == 0 {
        try? pool.write { connection in
          try connection.transaction(.immediate) {
            try connection.execute("INSERT INTO t VALUES (1)")
            isWriting.signal()
            hasRead.wait()
          }
        }
      } else {
        isWriting.wait()
        let count = try? pool.read { try $0.scalar("SELECT count(*) FROM t") }
        seen.withLock { $0.append(count ?? -1) }
        hasRead.signal()
      }
    }
    #expect(seen.withLock { $0 } == [0])
    #expect(try pool.read { try $0.scalar("SELECT count(*) FROM t") } == 1)
  }

  @Test func readingInsideAWriteSeesWhatWasWritten() throws {
    let pool = try pool(readers: 2)
    let count = try pool.write { connection in
      try connection.transaction(.immediate) {
        try connection.execute("INSERT INTO t VALUES (1)")
        return try pool.read { try $0.scalar("SELECT count(*) FROM t") }
      }
    }
    #expect(count == 1)
  }

  @Test(arguments: [0, 1, 3]) func noConnectionIsUsedByTwoThreads(_ readers: Int) async throws {
    let pool = try pool(readers: readers)
    let inUse = Lock<[ObjectIdentifier: Int]>([:])
    let clashes = Lock(0)
    let most = Lock(0)
    @Sendable func use(_ connection: Connection) throws {
      let id = ObjectIdentifier(connection)
      inUse.withLock { book in
        book[id, default: 0] += 1
        if book[id] != 1 { clashes.withLock { $0 += 1 } }
        most.withLock { $0 = max($0, book.count) }
      }
      _ = try connection.scalar("SELECT count(*) FROM t")
      inUse.withLock { $0[id] = nil }
    }
    await onThreads(8) { index in
      for turn in 0..<50 {
        if (index + turn) % 4 == 0 { try? pool.write(use) } else { try? pool.read(use) }
      }
    }
    #expect(clashes.withLock { $0 } == 0)
    #expect(most.withLock { $0 } <= readers + 1)
  }

  /// A commit is seen by the next read, whoever has made it, although the transaction before it is still open.
  @Test func heldSnapshotsShowTheNewestCommit() throws {
    let pool = try pool(readers: 2)
    let other = try Connection(.file(folder.url.appendingPathComponent("pool.sqlite").path))
    func count() throws -> Int64? {
      try pool.read(holdingSnapshot: true) { connection in
        #expect(connection.holdsSnapshot)
        return try connection.scalar("SELECT count(*) FROM t")
      }
    }
    for turn in 0..<20 as Range<Int64> {
      #expect(try count() == 2 * turn)
      #expect(try count() == 2 * turn)
      try other.execute("INSERT INTO t VALUES (1)")
      #expect(try count() == 2 * turn + 1)
      try pool.write { try $0.execute("INSERT INTO t VALUES (2)") }
      #expect(try pool.read { try $0.scalar("SELECT count(*) FROM t") } == 2 * turn + 2)
    }
  }

  /// A log whose readers are all gone can be folded into the database and emptied.
  @Test func heldSnapshotsEndBeforeAWriteAndAfterAWhile() throws {
    let pool = try pool(readers: 2)
    let other = try Connection(.file(folder.url.appendingPathComponent("pool.sqlite").path))
    func read() throws { _ = try pool.read(holdingSnapshot: true) { try $0.scalar("SELECT count(*) FROM t") } }
    try read()
    try pool.write { connection in
      try connection.execute("INSERT INTO t VALUES (1)")
      #expect(try connection.checkpoint(.truncate).logFrames == 0)
    }
    try pool.write { try $0.execute("INSERT INTO t VALUES (1)") }
    try read()
    other.busyTimeout = 30
    #expect(try other.scalar("SELECT count(*) FROM t") == 2)
    #expect(try other.checkpoint(.truncate).logFrames == 0)
  }

  @Test func closedPoolThrows() async throws {
    let pool = try pool(readers: 1)
    _ = try pool.read { try $0.scalar("SELECT 1") }
    pool.close { _ in }
    pool.close { _ in }
    #expect(throws: NSError.self) { try pool.read { try $0.scalar("SELECT 1") } }
    #expect(throws: NSError.self) { try pool.write { try $0.execute("SELECT 1") } }
  }

  @Test func twoWritersOfOneStoreLoseNothing() async throws {
    nonisolated(unsafe) let store = try TestStore(.sqlite)
    await onThreads(4) { index in
      let context = store.context()
      for turn in 0..<20 {
        context.performAndWait {
          _ = context.make("Person", ["name": "\(index)-\(turn)"])
          try? context.save()
        }
      }
    }
    let context = store.context()
    #expect(Set(try context.all("Person").compactMap { $0.text("name") }).count == 80)
  }
}
