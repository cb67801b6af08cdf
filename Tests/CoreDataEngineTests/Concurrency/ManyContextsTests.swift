import CoreDataEngine
import Foundation
import Testing

/// Contexts of many threads over one store: no update is lost, nobody waits for ever, the totals are exact.
///
/// Each context saves a hundred times by default; `COREDATA_CONTEXT_SAVES` says another number, 1000 for instance. In a file
/// that is written as a whole it is a tenth of that.
@Suite struct ManyContextsTests {
  private static let contexts = 32
  private static let saves = Int(ProcessInfo.processInfo.environment["COREDATA_CONTEXT_SAVES"] ?? "") ?? 100

  /// Runs `body` once in each of `count` threads; throws when they are not done in time.
  static func onThreads(_ count: Int, limit: TimeInterval, _ body: @escaping @Sendable (Int) throws -> Void)
    async throws
  {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        let outcomes = Outcomes()
        for number in 0..<count {
          Thread.detachNewThread { outcomes.add(Result { try body(number) }) }
        }
        continuation.resume(with: Result { try outcomes.wait(for: count, limit: limit) })
      }
    }
  }

  /// Every context changes a counter of its own with each save, and a shared one with every eighth: there the version of the
  /// row decides, and who comes second reads anew.
  @Test(arguments: StoreKind.allCases) func noUpdateIsLost(kind: StoreKind) async throws {
    let store = try TestStore(kind)
    let (ids, shared) = try counters(store)
    let coordinator = store.coordinator
    // A file of XML or of the binary format is written as a whole by each save.
    let saves = [.xml, .binary].contains(kind) ? max(1, Self.saves / 10) : Self.saves
    try await Self.onThreads(Self.contexts, limit: 60 + Double(saves)) { number in
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      for round in 0..<saves {
        try context.performAndWait {
          let own = try context.existingObject(with: ids[number])
          own.setValue((own.number("age") ?? 0) + 1, forKey: "age")
          try context.save()
          if round % 8 == 0 { try ManyContextsTests.increment(shared, context) }
        }
      }
    }
    let context = store.context()
    let totals = try context.performAndWait {
      try (ids + [shared]).map { try context.existingObject(with: $0).number("age") }
    }
    #expect(totals == Array(repeating: saves, count: Self.contexts) + [Self.contexts * ((saves + 7) / 8)])
  }

  private func counters(_ store: TestStore) throws -> ([NSManagedObjectID], NSManagedObjectID) {
    let context = store.context()
    return try context.performAndWait {
      let people = (0...Self.contexts).map { context.make("Person", ["name": "\($0)", "age": 0]) }
      try context.save()
      let ids = people.map(\.objectID)
      return (Array(ids.dropLast()), ids[Self.contexts])
    }
  }

  private static func increment(_ id: NSManagedObjectID, _ context: NSManagedObjectContext) throws {
    while true {
      let object = try context.existingObject(with: id)
      context.refresh(object, mergeChanges: false)
      object.setValue((object.number("age") ?? 0) + 1, forKey: "age")
      do {
        return try context.save()
      } catch let error as CocoaError where error.errorCode == NSManagedObjectMergeError {
        context.rollback()
      }
    }
  }

  /// C39. How many of them run at once is for Dispatch to say.
  @Test func twoHundredBackgroundTasks() async throws {
    let folder = try TemporaryFolder()
    let container = NSPersistentContainer(name: "Tasks", managedObjectModel: CasesModel.make())
    let description = NSPersistentStoreDescription(url: folder.url.appendingPathComponent("store.sqlite"))
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { #expect($1 == nil) }
    let log = TaskLog()
    try await Self.onThreads(20, limit: 120) { number in
      let done = DispatchSemaphore(value: 0)
      for task in 0..<10 {
        container.performBackgroundTask { context in
          for index in 0..<50 { _ = context.make("Person", ["name": "\(number) \(task) \(index)"]) }
          log.end(Result { try context.save() })
          done.signal()
        }
      }
      for _ in 0..<10 { done.wait() }
    }
    let context = container.newBackgroundContext()
    let found = try context.performAndWait {
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }
    #expect(found == 10_000)
    #expect(log.finished == 200)
    #expect(log.failures == [])
  }

  /// C38: blocks in blocks of the same context, of a child and its parent, and of two contexts that wait for each other's.
  @Test func nestedBlocksDoNotHang() async throws {
    let store = try TestStore(.memory)
    let context = store.context()
    let coordinator = store.coordinator
    try await Self.onThreads(2, limit: 10) { number in
      let depth = context.performAndWait { context.performAndWait { context.performAndWait { 3 } } }
      #expect(depth == 3)
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      child.performAndWait { context.performAndWait { child.performAndWait { _ = child.make("Person") } } }
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = coordinator
      other.performAndWait { context.performAndWait { _ = context.hasChanges } }
    }
  }
}

/// How the threads of a test have ended.
///
/// @unchecked Sendable: everything is used under `condition`.
private final class Outcomes: @unchecked Sendable {
  private let condition = NSCondition()
  private var results: [Result<Void, any Error>] = []

  func add(_ result: Result<Void, any Error>) {
    condition.lock()
    results.append(result)
    condition.signal()
    condition.unlock()
  }

  /// Throws the first error, or one that says how many threads are not done in time.
  func wait(for count: Int, limit: TimeInterval) throws {
    let end = Date(timeIntervalSinceNow: limit)
    condition.lock()
    defer { condition.unlock() }
    while results.count < count {
      if !condition.wait(until: end) {
        throw CocoaError(
          .userCancelled, userInfo: [NSLocalizedDescriptionKey: "\(count - results.count) of \(count) threads hang."])
      }
    }
    for result in results { try result.get() }
  }
}

/// What happened in background tasks.
///
/// @unchecked Sendable: everything is used under `lock`.
private final class TaskLog: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var finished = 0
  private(set) var failures: [String] = []

  func end(_ result: Result<Void, any Error>) {
    lock.withLock {
      finished += 1
      if case .failure(let error) = result { failures.append("\(error)") }
    }
  }
}
