import CoreDataCompatTestSupport
import Testing

@Suite struct LifeCycleTests {
  private func stack(_ name: StackName) throws -> IsolatedStack {
    try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
  }

  /// C09.
  @Test(arguments: StackName.allCases) @MainActor
  func dropWhileContextsAreAtWork(_ name: StackName) async throws {
    let stack = try stack(name)
    var configuration = stack.configuration
    configuration.backgroundExecution = .asynchronous
    let manager = Manager(configuration: configuration)
    let held = Population.make("Person", ["name": "held"], manager.managedObjectContext)
    try manager.save()
    let old = manager.newBackgroundContext()
    let tasks = (0..<10).map { number in
      Task {
        for round in 0..<20 {
          do {
            try await manager.performBackgroundTask { context in
              Population.insert(3, into: context, prefix: "\(number) \(round)")
              try context.save()
            }
          } catch StackError.closing {
            return
          }
        }
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    try await manager.drop()
    #expect(held.managedObjectContext == nil)
    let error = #expect(throws: CocoaError.self) {
      try old.performAndWait {
        Population.make("Person", ["name": "too late"], old)
        try old.save()
      }
    }
    #expect(error != nil)
    for task in tasks { try await task.value }
    #expect(try FolderSnapshot(stack.folder).files.isEmpty || manager.checkStore() == .sound)
    Population.insert(2, into: manager.managedObjectContext)
    #expect(try manager.save())
  }

  /// Readers in threads of their own see all or nothing while the store is dropped.
  @Test(arguments: StackName.allCases)
  func dropWithReaders(_ name: StackName) async throws {
    let stack = try stack(name)
    let manager = stack.manager
    try await manager.performBackgroundTask { context in
      Population.insert(50, into: context)
      try context.save()
    }
    let contexts = (0..<4).map { _ in manager.newBackgroundContext() }
    for context in contexts {
      let count = try await context.perform { try Population.count("Person", context) }
      #expect(count == 50)
    }
    async let counts = withThrowingTaskGroup(of: [Int].self) { group in
      for context in contexts {
        group.addTask {
          try await onThread {
            (0..<50).compactMap { _ in try? context.performAndWait { try Population.count("Person", context) } }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    try await manager.drop()
    #expect(Set(try await counts).isSubset(of: [0, 50]))
    #expect(try FolderSnapshot(stack.folder).files.isEmpty)
  }

  @Test(arguments: StackName.allCases)
  func dropWhileAnotherProcessWrites(_ name: StackName) async throws {
    let stack = try stack(name)
    try stack.manager.load()
    let holder = try await onThread {
      let holder = try ProbeProcess(["lock", name.rawValue, stack.storeURL.path])
      #expect(holder.line() == "ready")
      return Held(process: holder)
    }
    let error = await #expect(throws: StackError.self) { try await stack.manager.drop() }
    guard case .dropFailed(let inner)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect((inner as NSError).code == NSPersistentStoreTimeoutError)
    #expect(FileManager.default.fileExists(atPath: stack.storeURL.path))
    try await onThread { holder.process.release() }
    try await stack.manager.drop()
    #expect(try FolderSnapshot(stack.folder).files.isEmpty)
  }

  /// A process that reads keeps what it sees; when it closes, it leaves the files of the store that is there by then alone.
  @Test(arguments: StackName.allCases) @MainActor
  func dropWhileAnotherProcessReads(_ name: StackName) async throws {
    let stack = try stack(name)
    Population.insert(3, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    let holder = try await onThread {
      let holder = try ProbeProcess(["read", name.rawValue, stack.storeURL.path])
      #expect(holder.line() == "ready")
      return Held(process: holder)
    }
    try await stack.manager.drop()
    #expect(try FolderSnapshot(stack.folder).files.isEmpty)
    Population.insert(4, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    let before = try FolderSnapshot(stack.folder)
    #expect(before.files["Test.sqlite-wal"]?.isEmpty == false)
    try await onThread { holder.process.release() }
    #expect(try FolderSnapshot(stack.folder).files["Test.sqlite-wal"] == before.files["Test.sqlite-wal"])
    #expect(try Population.count("Person", stack.anotherManager().managedObjectContext) == 4)
  }

  /// The same in one process.
  @Test(arguments: StackName.allCases) @MainActor
  func managerOfADroppedStoreLeavesTheNextOneAlone(_ name: StackName) async throws {
    let stack = try stack(name)
    let second = stack.anotherManager(provider: name.other.provider)
    Population.insert(3, into: second.managedObjectContext)
    try second.save()
    try await stack.manager.drop()
    Population.insert(4, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    let log = stack.storeURL.path + "-wal"
    let before = try #require(FileManager.default.contents(atPath: log))
    #expect(!before.isEmpty)
    Population.insert(1, into: second.managedObjectContext)
    #expect(throws: CocoaError.self) { try second.save() }
    try await second.unload()
    #expect(FileManager.default.contents(atPath: log) == before)
    #expect(try Population.count("Person", second.managedObjectContext) == 4)
  }

  /// Nothing is left of a thousand lives: no file, thread, connection or object. In a process of its own, where nobody else
  /// opens and allocates.
  @Test(arguments: StackName.allCases)
  func thousandLives(_ name: StackName) async throws {
    let stack = try stack(name)
    let said = try await onThread { try ProbeProcess(["live", name.rawValue, stack.storeURL.path, "1000"]).lines() }
    let held = said.map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(held.count == 2 && held.allSatisfy { $0.count == 5 }, "\(said)")
    let (early, late) = (held[0], held[1])
    #expect(late[0] <= early[0], "descriptors: \(said)")
    #expect(late[1] <= early[1] + 8, "threads of the pool: \(said)")
    // Dispatch keeps up to a thousand blocks of 64 bytes for each thread.
    #expect(late[2] - early[2] < late[1] * 64_000, "bytes: \(said)")
    // The objects of the last life may be on their way out.
    #expect(late[3] <= 5 && late[4] > 2_000, "objects: \(said)")
  }

  /// C80: several managers at once do not see each other's objects.
  @Test(arguments: StoreKind.allCases) @MainActor
  func managersAreSeparate(_ kind: StoreKind) throws {
    let model = PracticeModel.make()
    let stacks = try (0..<4).map { _ in try IsolatedStack(model: .instance(model), kind: kind) }
    for (number, stack) in stacks.enumerated() {
      Population.insert(number + 1, into: stack.manager.managedObjectContext)
      try stack.manager.save()
    }
    for (number, stack) in stacks.enumerated() {
      #expect(try Population.count("Person", stack.manager.managedObjectContext) == number + 1)
      if !kind.lasts { #expect(try FolderSnapshot(stack.folder).files.isEmpty) }
    }
  }

  /// Two managers on one file, and one in another process.
  @Test(arguments: StackName.allCases) @MainActor
  func managersOnOneFile(_ name: StackName) async throws {
    let stack = try stack(name)
    let second = stack.anotherManager(provider: name.other.provider)
    Population.insert(2, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    Population.insert(2, into: second.managedObjectContext)
    try second.save()
    let said = try await onThread {
      try ProbeProcess(["open", name.rawValue, stack.storeURL.path]).lines()
    }
    #expect(said == ["opened 5"])
    for manager in [stack.manager, second] {
      #expect(try Population.count("Person", manager.managedObjectContext) == 5)
    }
  }
}

/// @unchecked Sendable: handed from thread to thread, used by one at a time.
private struct Held: @unchecked Sendable {
  let process: ProbeProcess
}
