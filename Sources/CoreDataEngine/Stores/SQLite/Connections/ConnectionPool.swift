import CoreDataSQLite

/// The connections of a store: one that writes, and several that read beside it where the journal allows that. Otherwise
/// one connection does everything.
///
/// Readers may hold a transaction open between reads, see `Connection.holdSnapshot()`. It never shows what is not the
/// newest commit. But while it is open a checkpoint cannot begin the log anew, so it ends before the pool writes, and
/// `holdingTime` after it began at the latest.
///
/// Threads wait for each other here, so each connection is used by one thread at a time. What a thread reads inside
/// its own write goes through the writer, and sees what has been written.
///
/// @unchecked Sendable: all variables are used under `condition`; a connection belongs to the thread that took it.
final class ConnectionPool: @unchecked Sendable {
  private let condition = NSCondition()
  private let writer: Connection
  private var writingThread: UInt?
  private var depth = 0
  private let makeReader: (() throws -> Connection)?
  private let maxReaders: Int
  private var idleReaders: [Connection] = []
  private var readerCount = 0
  /// Threads that wait on `condition`.
  private var waiting = 0
  /// Whether the end of the held transactions is set.
  private var endsHolding = false
  private var isClosed = false

  private static let holdingTime = DispatchTimeInterval.milliseconds(50)

  /// A pool around an open connection. `makeReader` opens one more; nil when there can be only one connection.
  init(writer: Connection, maxReaders: Int, makeReader: (() throws -> Connection)?) {
    self.writer = writer
    self.maxReaders = maxReaders
    self.makeReader = maxReaders > 0 ? makeReader : nil
  }

  /// Calls `body` with a connection to read from. With `holdingSnapshot` the transaction stays open for the next read.
  func read<Result>(holdingSnapshot: Bool = false, _ body: (Connection) throws -> Result) throws -> Result {
    guard let makeReader else { return try write(body) }
    condition.lock()
    if writingThread == ConnectionPool.currentThread {
      condition.unlock()
      return try body(writer)
    }
    let reader: Connection
    do {
      reader = try takeReader(makeReader)
    } catch {
      condition.unlock()
      throw error
    }
    condition.unlock()
    defer { giveBack(reader) }
    if holdingSnapshot { try reader.holdSnapshot() } else { reader.releaseSnapshot() }
    return try body(reader)
  }

  /// Under the lock.
  private func takeReader(_ make: () throws -> Connection) throws -> Connection {
    while true {
      if isClosed { throw ConnectionPool.closedError }
      if let idle = idleReaders.popLast() { return idle }
      if readerCount < maxReaders { break }
      wait()
    }
    let reader = try make()
    readerCount += 1
    return reader
  }

  /// A connection beside those of the pool, for its caller alone; nil where there can be only one.
  func makeOwnReader() throws -> Connection? {
    condition.lock()
    defer { condition.unlock() }
    if isClosed { throw ConnectionPool.closedError }
    return try makeReader?()
  }

  private func giveBack(_ reader: Connection) {
    condition.lock()
    if isClosed {
      readerCount -= 1
      reader.close()
    } else {
      idleReaders.append(reader)
      if reader.holdsSnapshot, !endsHolding { endHoldingLater() }
    }
    // Threads that wait for a reader, the writer and the end of all readers share the condition.
    if waiting > 0 { condition.broadcast() }
    condition.unlock()
  }

  /// Under the lock.
  private func wait() {
    waiting += 1
    condition.wait()
    waiting -= 1
  }

  private func endHoldingLater() {
    endsHolding = true
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + ConnectionPool.holdingTime) { [weak self] in
      guard let self else { return }
      condition.lock()
      defer { condition.unlock() }
      endsHolding = false
      releaseSnapshots()
    }
  }

  /// Under the lock. A reader that is in use sets the end anew when it comes back.
  private func releaseSnapshots() { for reader in idleReaders { reader.releaseSnapshot() } }

  /// Calls `body` with the connection that writes, once no other thread has it.
  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let thread = ConnectionPool.currentThread
    condition.lock()
    while let owner = writingThread, owner != thread, !isClosed { wait() }
    guard !isClosed else {
      condition.unlock()
      throw ConnectionPool.closedError
    }
    writingThread = thread
    depth += 1
    releaseSnapshots()
    condition.unlock()
    defer {
      condition.lock()
      depth -= 1
      if depth == 0 {
        writingThread = nil
        if waiting > 0 { condition.broadcast() }
      }
      condition.unlock()
    }
    return try body(writer)
  }

  /// Waits for the threads at work, then closes all connections. `last` is called with the writer before that.
  func close(_ last: (Connection) -> Void) {
    condition.lock()
    defer { condition.unlock() }
    guard !isClosed else { return }
    while writingThread != nil && writingThread != ConnectionPool.currentThread { wait() }
    isClosed = true
    for reader in idleReaders { reader.close() }
    readerCount -= idleReaders.count
    idleReaders = []
    while readerCount > 0 { wait() }
    last(writer)
    writer.close()
    condition.broadcast()
  }

  private static var closedError: NSError {
    NSError.coreData(NSPersistentStoreOperationError, reason: "The store has been closed.")
  }

  private static var currentThread: UInt { UInt(pthread_self()) }
}
