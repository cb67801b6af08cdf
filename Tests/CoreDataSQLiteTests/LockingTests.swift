import CoreDataSQLite
import Foundation
import Testing

@Suite struct LockingTests {
  @Test func aSecondWriterIsBusyAtOnceWithoutTimeout() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (try folder.connection(), try folder.connection())
    try first.transaction(.immediate) {
      let code = thrownCode { try second.transaction(.immediate) {} }
      #expect(code == .busy)
    }
    try second.transaction(.immediate) {}
  }

  @Test func theBusyTimeoutIsKept() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let first = try folder.connection()
    try first.execute("BEGIN EXCLUSIVE")
    let (code, waited) = try await onThread {
      let second = try Connection(.file(path), options: .init(busyTimeout: 0.25))
      let start = ContinuousClock.now
      let code = thrownCode { try second.execute("CREATE TABLE t(a)") }
      return (code, start.duration(to: .now))
    }
    #expect(code == .busy)
    #expect(waited >= .milliseconds(240))
    try first.execute("ROLLBACK")
  }

  @Test func aWaitingWriterGoesOnWhenTheLockIsFreed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try folder.connection().execute("CREATE TABLE t(a)")
    let holding = DispatchSemaphore(value: 0)
    async let holder: Void = onThread {
      let first = try Connection(.file(path))
      try first.transaction(.immediate) {
        holding.signal()
        Thread.sleep(forTimeInterval: 0.1)
        try first.execute("INSERT INTO t VALUES (1)")
      }
    }
    let count = try await onThread {
      let second = try Connection(.file(path), options: .init(busyTimeout: 30))
      holding.wait()
      try second.transaction(.immediate) { try second.execute("INSERT INTO t VALUES (2)") }
      return try second.scalar("SELECT count(*) FROM t")
    }
    try await holder
    #expect(count == 2)
  }

  @Test func anInterruptEndsARunningStatement() async throws {
    let code = try await onThread {
      let connection = try Connection(.memory)
      let interrupter = connection.interrupter
      // The interrupt is sent once the statement is known to run.
      try connection.register(function: "started", argumentCount: 0, deterministic: true) { _ in
        Thread.detachNewThread { interrupter.interrupt() }
        return .integer(1)
      }
      return thrownCode {
        _ = try connection.scalar(
          "WITH RECURSIVE n(i) AS (SELECT started() UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
      }
    }
    #expect(code == .interrupt)
  }

  @Test func anInterruptEndsAWaitForALock() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let first = try folder.connection()
    try first.execute("BEGIN EXCLUSIVE")
    let code = try await onThread {
      let second = try Connection(.file(path), options: .init(busyTimeout: 600))
      let interrupter = second.interrupter
      let isDone = DispatchSemaphore(value: 0)
      // Until it arrives: one sent before the wait begins is without effect.
      Thread.detachNewThread { while isDone.wait(timeout: .now() + 0.02) == .timedOut { interrupter.interrupt() } }
      defer { isDone.signal() }
      return thrownCode { try second.execute("CREATE TABLE t(a)") }
    }
    #expect(code == .busy || code == .interrupt)
    try first.execute("ROLLBACK")
  }

  @Test func interruptsMayCrossTheClosing() async throws {
    try await onThread {
      for _ in 0..<50 {
        let connection = try Connection(.memory)
        let interrupter = connection.interrupter
        let isStarted = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          isStarted.signal()
          for _ in 0..<1000 { interrupter.interrupt() }
          isDone.signal()
        }
        isStarted.wait()
        connection.close()
        isDone.wait()
      }
    }
    let connection = try Connection(.memory)
    connection.interrupt()
    #expect(try connection.scalar("SELECT 1") == 1)
  }

  @Test func sharedMemoryIsLockedByItsOtherUser() throws {
    let location = Connection.Location.sharedMemory(name: UUID().uuidString)
    let (first, second) = (try Connection(location), try Connection(location))
    try first.execute("CREATE TABLE t(a)")
    try first.transaction(.immediate) {
      try first.execute("INSERT INTO t VALUES (1)")
      let code = thrownCode { _ = try second.scalar("SELECT a FROM t") }
      #expect(code == .locked)
    }
  }
}
