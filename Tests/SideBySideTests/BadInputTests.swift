import CoreDataCompatTestSupport
import CoreDataSQLite
import Testing

/// What cannot be opened gives a typed error, and stays as it is, byte for byte.
@Suite struct BadInputTests {
  private func stack(_ name: StackName) throws -> IsolatedStack {
    try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
  }

  private func failure(_ manager: Manager) throws -> StoreFailure {
    let error = try #require(throws: StackError.self) { try manager.load() }
    guard case .cannotOpenStore(let failure) = error else { throw error }
    #expect("\(error)".contains(failure.url?.path ?? "-"))
    return failure
  }

  /// A store with people in it, closed.
  private func filled(_ name: StackName, people: Int = 200) async throws -> IsolatedStack {
    let stack = try stack(name)
    try await stack.manager.performBackgroundTask { context in
      Population.insert(people, into: context)
      try context.save()
    }
    try await stack.manager.unload()
    return stack
  }

  @Test(arguments: StackName.allCases)
  func missingFolder(_ name: StackName) throws {
    let stack = try stack(name)
    var configuration = stack.configuration
    configuration.place = .directory(stack.folder.appendingPathComponent("no/such", isDirectory: true))
    #expect(try failure(Manager(configuration: configuration)).kind == .missingFolder)
    #expect(try FolderSnapshot(stack.folder).files.isEmpty)
  }

  @Test(arguments: StackName.allCases)
  func fileInPlaceOfTheFolder(_ name: StackName) throws {
    let stack = try stack(name)
    let file = stack.folder.appendingPathComponent("folder")
    try Data("not a folder".utf8).write(to: file)
    var configuration = stack.configuration
    configuration.place = .directory(file)
    let before = try FolderSnapshot(stack.folder)
    #expect(try failure(Manager(configuration: configuration)).kind == .missingFolder)
    #expect(try FolderSnapshot(stack.folder) == before)
  }

  @Test(arguments: StackName.allCases)
  func unwritableFolder(_ name: StackName) async throws {
    let stack = try stack(name)
    let said = try await onThread {
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: stack.folder.path)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stack.folder.path) }
      return try ProbeProcess.unprivileged(["open", name.rawValue, stack.storeURL.path])
    }
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("failed noPermission") == true, "\(said)")
    #expect(said.first?.contains(stack.folder.path) == true, "\(said)")
    #expect(try FolderSnapshot(stack.folder).files.isEmpty)
  }

  /// C13: a store that may only be read.
  @Test(arguments: StackName.allCases)
  func readOnlyStore(_ name: StackName) async throws {
    let stack = try await filled(name, people: 6)
    let before = try FolderSnapshot(stack.folder)
    let (writing, reading) = try await onThread {
      for (path, mode) in [(stack.storeURL.path, 0o444), (stack.folder.path, 0o555)] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stack.folder.path) }
      let command = ["open", name.rawValue, stack.storeURL.path]
      return (try ProbeProcess.unprivileged(command), try ProbeProcess.unprivileged(command + ["read-only"]))
    }
    #expect(writing.first?.hasPrefix("failed noPermission") == true, "\(writing)")
    #expect(reading == ["opened 6"])
    #expect(try FolderSnapshot(stack.folder) == before)
  }

  /// C14.
  @Test(arguments: StackName.allCases)
  func textFile(_ name: StackName) throws {
    let stack = try stack(name)
    try Data(String(repeating: "This is no database. ", count: 100).utf8).write(to: stack.storeURL)
    let before = try FolderSnapshot(stack.folder)
    let failure = try failure(stack.manager)
    #expect(failure.kind == .damaged)
    #expect(failure.underlying.code == CocoaError.Code.fileReadCorruptFile.rawValue)
    #expect(try FolderSnapshot(stack.folder) == before)
  }

  @Test(arguments: StackName.allCases, [40, 4_096, 20_000])
  func truncatedStore(_ name: StackName, length: Int) async throws {
    let stack = try await filled(name)
    let whole = try Data(contentsOf: stack.storeURL)
    try #require(whole.count > length)
    try whole.prefix(length).write(to: stack.storeURL)
    let before = try FolderSnapshot(stack.folder)
    #expect(try failure(stack.manager).kind == .damaged)
    #expect(try FolderSnapshot(stack.folder) == before)
    guard case .damaged = try stack.manager.checkStore() else {
      Issue.record("the check finds nothing")
      return
    }
  }

  @Test(arguments: StackName.allCases)
  func databaseOfAnotherProgram(_ name: StackName) throws {
    let stack = try stack(name)
    let connection = try Connection(.file(stack.storeURL.path))
    try connection.execute("CREATE TABLE song (title TEXT); INSERT INTO song VALUES ('A'), ('B')")
    connection.close()
    let before = try FolderSnapshot(stack.folder)
    let failure = try failure(stack.manager)
    #expect(failure.kind == .damaged)
    #expect("\(failure)".contains("not one of Core Data"))
    #expect(try FolderSnapshot(stack.folder) == before)
    #expect(try stack.manager.checkStore() == .sound)
  }

  @Test(arguments: StackName.allCases)
  func storeOfAnotherModel(_ name: StackName) async throws {
    let stack = try await filled(name)
    let before = try FolderSnapshot(stack.folder)
    var configuration = stack.configuration
    configuration.model = .instance(
      PracticeModel.make { entities in
        entities["Team"]?.properties.append(PracticeModel.attribute("city", .stringAttributeType))
      })
    let failure = try failure(Manager(configuration: configuration))
    #expect(failure.kind == .incompatibleModel)
    #expect(failure.underlying.code == 134_100)
    #expect(failure.description.contains("changed: Team"))
    #expect(!failure.description.contains("Person"))
    #expect(try FolderSnapshot(stack.folder) == before)
    #expect(try stack.manager.load().quarantine == nil)
  }

  /// The store was made by a later version of the program.
  @Test(arguments: StackName.allCases)
  func storeOfANewerModel(_ name: StackName) async throws {
    let stack = try stack(name)
    var configuration = stack.configuration
    let newer = PracticeModel.make { entities in
      entities["Person"]?.properties.append(PracticeModel.attribute("email", .stringAttributeType))
    }
    newer.versionIdentifiers = ["2"]
    configuration.model = .instance(newer)
    let later = Manager(configuration: configuration)
    try await later.performBackgroundTask { context in
      Population.make("Person", ["name": "Ada", "email": "ada@example.org"], context)
      try context.save()
    }
    try await later.unload()
    let before = try FolderSnapshot(stack.folder)
    let failure = try failure(stack.manager)
    #expect(failure.kind == .incompatibleModel)
    #expect(failure.description.contains("Person"))
    #expect(try FolderSnapshot(stack.folder) == before)
    try later.load()
  }

  @Test(arguments: StackName.allCases)
  func storeLockedByAnotherProcess(_ name: StackName) async throws {
    let stack = try await filled(name)
    try await onThread {
      let connection = try Connection(.file(stack.storeURL.path))
      try connection.setJournalMode(.delete)  // A log lets readers in beside a writer.
      connection.close()
      let holder = try ProbeProcess(["lock", name.rawValue, stack.storeURL.path])
      #expect(holder.line() == "ready")
      var configuration = stack.configuration
      configuration.timeout = 0.2
      let manager = Manager(configuration: configuration)
      let failure = try self.failure(manager)
      #expect(failure.kind == .locked)
      #expect(failure.underlying.code == NSPersistentStoreTimeoutError)
      holder.release()
      try manager.load()
    }
  }

  /// C16, by the engine's own limit.
  @Test(arguments: StackName.allCases) @MainActor
  func fullDisk(_ name: StackName) throws {
    let stack = try stack(name)
    try stack.manager.load()
    var configuration = stack.configuration
    configuration.pragmas = ["max_page_count": "200"]
    let manager = Manager(configuration: configuration)
    let context = manager.managedObjectContext
    for number in 0..<100 {
      Population.make("Person", ["name": "\(number)", "photo": Data(repeating: 1, count: 100_000)], context)
    }
    let error = try #require(throws: CocoaError.self) { try manager.save() }
    #expect(error.code == .fileWriteOutOfSpace)
    #expect(context.insertedObjects.count == 100)
    let other = stack.manager.managedObjectContext
    #expect(try Population.count("Person", other) == 0)
    #expect(try manager.checkStore() == .sound)
  }

  /// C16, by a limit of the process.
  @Test(arguments: StackName.allCases)
  func fileThatMayNotGrow(_ name: StackName) async throws {
    let stack = try stack(name)
    let said = try await onThread {
      try ProbeProcess(["fill", name.rawValue, stack.storeURL.path, "1000000"]).lines()
    }
    #expect(said.first?.contains("with 1 kept") == true, "\(said)")
    let counts = said.last?.split(separator: " ").compactMap { Int($0) } ?? []
    #expect(counts.count == 2 && counts[0] == counts[1] && counts[0] > 3, "\(said)")
    #expect(try stack.manager.checkStore() == .sound)
  }

  /// C15: damage in the middle is an error of some call, never a crash or a short answer.
  @Test(arguments: StackName.allCases) @MainActor
  func zeroedPages(_ name: StackName) async throws {
    let stack = try await filled(name, people: 3_000)
    var bytes = try Data(contentsOf: stack.storeURL)
    let middle = bytes.count / 2 / 4_096 * 4_096
    bytes.replaceSubrange(middle..<(middle + 3 * 4_096), with: Data(count: 3 * 4_096))
    try bytes.write(to: stack.storeURL)
    do {
      let context = stack.manager.managedObjectContext
      let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
      #expect(people.count == 3_000, "a part of the rows was passed off as all of them")
      Population.make("Person", ["name": "one more"], context)
      try stack.manager.save()
    } catch let error as CocoaError {
      #expect(error.code == .fileReadCorruptFile)
    }
    guard case .damaged = try stack.manager.checkStore() else {
      Issue.record("the check finds nothing")
      return
    }
  }
}
