import CoreDataCompatTestSupport
import Testing

/// There is no space left when a store is opened: a typed error, and what was there before stays, byte for byte.
@Suite struct FullDiskTests {
  private func filled(_ name: StackName) async throws -> IsolatedStack {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    try await stack.manager.performBackgroundTask { context in
      Population.insert(20, into: context)
      try context.save()
    }
    try await stack.manager.unload()
    return stack
  }

  private func changed(_ stack: IsolatedStack, _ policy: IncompatibleStorePolicy) -> StackConfiguration {
    var configuration = stack.configuration
    configuration.model = .instance(
      PracticeModel.make { $0["Team"]?.properties.append(PracticeModel.attribute("city", .stringAttributeType)) })
    configuration.onIncompatibleStore = policy
    return configuration
  }

  private func expectFull(_ manager: Manager) throws {
    let error = try #require(throws: StackError.self) { try manager.load() }
    guard case .cannotOpenStore(let failure) = error else { throw error }
    #expect(failure.kind == .outOfSpace, "\(failure)")
  }

  @Test(arguments: StackName.allCases)
  func newStore(_ name: StackName) throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    stack.fail(.noSpace)
    try expectFull(stack.manager)
    stack.stopFailing()
    try stack.manager.load()
    #expect(try stack.manager.checkStore() == .sound)
  }

  /// A store that is there can be read, and a save fails.
  @Test(arguments: StackName.allCases) @MainActor
  func storeThatIsThere(_ name: StackName) async throws {
    let stack = try await filled(name)
    let before = try FolderSnapshot(stack.folder)
    stack.fail(.noSpace)
    let context = stack.manager.managedObjectContext
    #expect(try Population.count("Person", context) == 20)
    Population.make("Person", ["name": "one more"], context)
    let error = try #require(throws: CocoaError.self) { try stack.manager.save() }
    #expect(error.code == .fileWriteOutOfSpace)
    try await stack.manager.unload()
    #expect(try FolderSnapshot(stack.folder) == before)
    stack.stopFailing()
  }

  /// At every write of a migration.
  @Test(arguments: StackName.allCases)
  func migration(_ name: StackName) async throws {
    let stack = try await filled(name)
    let before = try FolderSnapshot(stack.folder)
    var failures = 0
    while true {
      stack.fail(.noSpace, afterWrites: failures)
      let manager = Manager(configuration: changed(stack, .migrate))
      do {
        try manager.load()
        stack.stopFailing()
        break
      } catch StackError.cannotOpenStore(let failure) {
        stack.stopFailing()
        #expect(failure.kind == .outOfSpace, "\(failure)")
        #expect(try FolderSnapshot(stack.folder) == before, "after write \(failures)")
      }
      failures += 1
      try #require(failures < 500)
    }
    #expect(failures > 2)
  }

  /// The old store is in the quarantine, and the next start has its empty one.
  @Test(arguments: StackName.allCases)
  func quarantine(_ name: StackName) async throws {
    let stack = try await filled(name)
    let before = try FolderSnapshot(stack.folder)
    let manager = Manager(configuration: changed(stack, .quarantineAndRecreate))
    stack.fail(.noSpace)
    try expectFull(manager)
    stack.stopFailing()
    let names = try FileManager.default.contentsOfDirectory(atPath: stack.folder.path)
    let aside = try #require(names.first { $0.hasPrefix("Test.sqlite.quarantine-") })
    #expect(try FolderSnapshot(stack.folder.appendingPathComponent(aside)) == before)
    try manager.load()
    let context = manager.newBackgroundContext()
    let found = try context.performAndWait { try Population.count("Person", context) }
    #expect(found == 0)
  }

  @Test(arguments: StackName.allCases)
  func adoption(_ name: StackName) async throws {
    let stack = try await filled(name)
    let before = try FolderSnapshot(stack.folder).files
    var configuration = stack.configuration
    configuration.storeName = "New"
    configuration.formerLocations = [stack.storeURL]
    let place = stack.folder.appendingPathComponent(".New.sqlite.adopting").path
    var failures = 0
    while true {
      Fault.start(.noSpace, at: place, afterWrites: failures)
      defer { Fault.stop(at: place) }
      let manager = Manager(configuration: configuration)
      do {
        try manager.load()
        break
      } catch StackError.adoptionFailed {
        let left = try FolderSnapshot(stack.folder).files.filter { !$0.key.hasPrefix(".New.sqlite.adopting") }
        #expect(left == before, "after write \(failures)")
      }
      failures += 1
      try #require(failures < 500)
    }
    #expect(failures > 2)
    #expect(!FileManager.default.fileExists(atPath: stack.storeURL.path))
  }
}
