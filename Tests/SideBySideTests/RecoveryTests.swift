import CoreDataCompatTestSupport
import Testing

/// Stores that do not fit: set aside when asked for, and never lost.
@Suite struct RecoveryTests {
  private func changedModel() -> ModelSource {
    .instance(
      PracticeModel.make { entities in
        entities["Team"]?.properties.append(PracticeModel.attribute("city", .stringAttributeType))
      })
  }

  @Test(arguments: StackName.allCases) @MainActor
  func incompatibleStoreIsSetAsideWhole(_ name: StackName) async throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    Population.insert(5, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    let contents = try StoreContents(of: stack.manager.managedObjectContext)
    try await stack.manager.unload()
    let before = try FolderSnapshot(stack.folder)

    var configuration = stack.configuration
    configuration.model = changedModel()
    configuration.onIncompatibleStore = .quarantineAndRecreate
    let manager = Manager(configuration: configuration)
    let quarantine = try #require(try manager.load().quarantine)
    #expect(try FolderSnapshot(quarantine) == before)
    #expect(try Population.count("Person", manager.managedObjectContext) == 0)
    Population.insert(1, into: manager.managedObjectContext)
    try manager.save()
    try await manager.unload()
    #expect(try manager.load().quarantine == nil)

    var old = stack.configuration
    old.place = .file(quarantine.appendingPathComponent("Test.sqlite"))
    #expect(try StoreContents(of: Manager(configuration: old).managedObjectContext) == contents)
  }

  /// C19 d: damage is another matter, with an option of its own.
  @Test(arguments: StackName.allCases) @MainActor
  func damagedStoreNeedsAnOptionOfItsOwn(_ name: StackName) throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    let bytes = Data(repeating: 0x41, count: 4_096)
    try bytes.write(to: stack.storeURL)
    var configuration = stack.configuration
    configuration.onIncompatibleStore = .quarantineAndRecreate
    #expect(throws: StackError.self) { try Manager(configuration: configuration).load() }
    #expect(try Data(contentsOf: stack.storeURL) == bytes)

    configuration.quarantinesDamagedStore = true
    let quarantine = try #require(try Manager(configuration: configuration).load().quarantine)
    #expect(try Data(contentsOf: quarantine.appendingPathComponent("Test.sqlite")) == bytes)
  }

  /// What can be inferred is migrated, and the store that comes of it is the other stack's too.
  @Test(arguments: StackName.allCases) @MainActor
  func incompatibleStoreIsMigrated(_ name: StackName) async throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    Population.insert(12, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    let before = try StoreContents(of: stack.manager.managedObjectContext).objects
    try await stack.manager.unload()

    var configuration = stack.configuration
    configuration.model = changedModel()
    configuration.onIncompatibleStore = .migrate
    let manager = Manager(configuration: configuration)
    #expect(try manager.load().quarantine == nil)
    let context = manager.managedObjectContext
    let team = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team")).first)
    team.setValue("Tallinn", forKey: "city")
    try manager.save()
    try await manager.unload()

    configuration.selector = .provider(name.other.provider)
    configuration.onIncompatibleStore = .fail
    var after = try StoreContents(of: Manager(configuration: configuration).managedObjectContext).objects
    #expect(after.values.filter { $0["city"] == "Tallinn" }.count == 1)
    for uri in after.keys { after[uri]?["city"] = nil }
    #expect(after == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: stack.folder.path).filter { $0.contains("quarantine") } == [])
  }

  /// What cannot be inferred is an error, and the file stays as it is, byte for byte.
  @Test(arguments: StackName.allCases) @MainActor
  func migrationThatCannotBeInferredChangesNothing(_ name: StackName) async throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    Population.insert(3, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    try await stack.manager.unload()
    let before = try FolderSnapshot(stack.folder)
    var configuration = stack.configuration
    configuration.model = .instance(
      PracticeModel.make { entities in
        entities["Team"]?.properties.append(PracticeModel.attribute("code", .stringAttributeType, isOptional: false))
      })
    configuration.onIncompatibleStore = .migrate
    let error = try #require(throws: StackError.self) { try Manager(configuration: configuration).load() }
    guard case .cannotOpenStore(let failure) = error else { throw error }
    #expect(failure.kind == .incompatibleModel)
    #expect(failure.description.contains("code"))
    #expect(try FolderSnapshot(stack.folder) == before)
  }

  @Test func moveThatWasCutShortIsFinished() throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()))
    let target = stack.folder.appendingPathComponent("Test.sqlite.quarantine-x", isDirectory: true)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    try Data("database".utf8).write(to: stack.storeURL)
    try Data("log".utf8).write(to: target.appendingPathComponent("Test.sqlite-wal"))
    try Data(target.path.utf8).write(to: stack.folder.appendingPathComponent(".Test.sqlite.moving"))

    #expect(try stack.manager.load().quarantine?.path == target.path)
    #expect(
      try FolderSnapshot(target).files.mapValues { String(decoding: $0, as: UTF8.self) } == [
        "Test.sqlite": "database", "Test.sqlite-wal": "log",
      ])
    #expect(!FileManager.default.fileExists(atPath: stack.folder.appendingPathComponent(".Test.sqlite.moving").path))
  }

  /// A new database beside an old log would be overwritten by it.
  @Test func logWithoutADatabaseIsSetAside() throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()))
    let log = URL(fileURLWithPath: stack.storeURL.path + "-wal")
    try Data(repeating: 1, count: 5_000).write(to: log)
    let quarantine = try #require(try stack.manager.load().quarantine)
    #expect(try FolderSnapshot(quarantine).files == ["Test.sqlite-wal": Data(repeating: 1, count: 5_000)])
    #expect(try stack.manager.checkStore() == .sound)
  }

  /// C12.
  @Test(arguments: StackName.allCases)
  func storeThatCannotBeOpenedCanBeDropped(_ name: StackName) async throws {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    for ending in ["", "-wal", "-shm", "-journal"] {
      let bytes = Data((0..<4_096).map { _ in UInt8.random(in: 0...255) })
      try bytes.write(to: URL(fileURLWithPath: stack.storeURL.path + ending))
    }
    #expect(throws: StackError.self) { try stack.manager.load() }
    try await stack.manager.drop()
    #expect(try FolderSnapshot(stack.folder).files.isEmpty)
    try stack.manager.load()
  }
}
