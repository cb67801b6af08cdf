import CoreDataCompatTestSupport
import CoreDataSQLite
import Testing

/// Cases from practice that concern stacks and have no test elsewhere.
@Suite struct StackCaseTests {
  private func stack(_ name: StackName, _ kind: StoreKind = .file) throws -> IsolatedStack {
    try IsolatedStack(model: .instance(PracticeModel.make()), kind: kind, provider: name.provider)
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// C08: no file with the store's name is left of a drop.
  @Test(arguments: StackName.allCases) @MainActor
  func dropLeavesNoFile(_ name: StackName) async throws {
    let stack = try stack(name)
    for round in 0..<20 {
      let context = stack.manager.managedObjectContext
      #expect(try Population.count("Person", context) == 0)
      Population.insert(100, into: context, prefix: "round \(round)")
      try stack.manager.save()
      #expect(try Population.count("Person", context) == 100)
      try await stack.manager.drop()
      #expect(try names(in: stack.folder) == [])
    }
  }

  /// C10: a store in memory is there again after a drop, and empty.
  @Test(arguments: StackName.allCases, [StoreKind.memory, .devNull]) @MainActor
  func dropInMemory(_ name: StackName, kind: StoreKind) async throws {
    let stack = try stack(name, kind)
    Population.make("Person", ["name": "before"], stack.manager.managedObjectContext)
    try stack.manager.save()
    try await stack.manager.drop()
    let context = stack.manager.managedObjectContext
    #expect(try Population.count("Person", context) == 0)
    Population.make("Person", ["name": "after"], context)
    #expect(try stack.manager.save())
    let other = stack.manager.newBackgroundContext()
    #expect(try other.performAndWait { try Population.count("Person", other) } == 1)
  }

  /// C11: a copy of a store that is in use is sound, and has every object that was saved before the call.
  @Test(arguments: StackName.allCases)
  func copyOfALiveStore(_ name: StackName) async throws {
    let stack = try stack(name)
    let manager = stack.manager
    try manager.load()
    let reader = manager.newBackgroundContext()
    let copies = (0..<5).map { stack.folder.appendingPathComponent("copy \($0).sqlite") }
    try await onThread {
      let saver = try ProbeProcess(["save", name.rawValue, stack.storeURL.path])
      #expect(saver.line() == "ready")
      for copy in copies {
        let confirmed = try #require((0..<5).compactMap { _ in saver.line().flatMap { Int($0) } }.last)
        _ = try reader.performAndWait { try Population.count("Person", reader) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: PracticeModel.make())
        try coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: stack.storeURL, type: .sqlite)

        let connection = try Connection(.file(copy.path))
        #expect(try connection.quickCheck().isEmpty)
        connection.close()
        var configuration = stack.configuration
        configuration.place = .file(copy)
        let context = Manager(configuration: configuration).newBackgroundContext()
        let found = try context.performAndWait { try Population.count("Person", context) }
        #expect(found >= (confirmed + 1) * 20 && found % 20 == 0, "\(found) after batch \(confirmed)")
      }
      #expect(saver.line() != nil)
      saver.kill()
    }
    #expect(try manager.checkStore() == .sound)
  }

  /// C17: a store that was not closed tells its metadata, can be read only, and opened, with every confirmed save.
  @Test(arguments: StackName.allCases)
  func storeThatNeedsRecovery(_ name: StackName) async throws {
    let stack = try stack(name)
    let (confirmed, reading) = try await onThread {
      let saver = try ProbeProcess(["save", name.rawValue, stack.storeURL.path])
      #expect(saver.line() == "ready")
      let confirmed = try #require((0..<4).compactMap { _ in saver.line().flatMap { Int($0) } }.last)
      saver.kill()
      #expect(try names(in: stack.folder).contains("Test.sqlite-wal"))
      let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: stack.storeURL)
      #expect(metadata[NSStoreTypeKey] as? String == NSSQLiteStoreType)
      #expect((metadata[NSStoreModelVersionHashesKey] as? [String: Data])?["Person"] != nil)
      let command = ["open", name.other.rawValue, stack.storeURL.path, "read-only"]
      return (confirmed, try ProbeProcess(command).lines())
    }
    let read = try #require(reading.first?.split(separator: " ").last.flatMap { Int($0) }, "\(reading)")
    #expect(read >= (confirmed + 1) * 20)
    let found = try await stack.manager.performBackgroundTask { try Population.count("Person", $0) }
    #expect(found == read)
    #expect(try stack.manager.checkStore() == .sound)
  }

  /// C30: the error of a store that cannot be opened is kept; save and state give it until a later try succeeds.
  @Test(arguments: StackName.allCases) @MainActor
  func loadErrorIsKept(_ name: StackName) throws {
    let stack = try stack(name)
    try FileManager.default.createDirectory(at: stack.storeURL, withIntermediateDirectories: false)
    let context = stack.manager.managedObjectContext
    for _ in 0..<2 {
      let error = #expect(throws: StackError.self) { try stack.manager.save() }
      guard case .cannotOpenStore(let failure)? = error,
        case .failed(.cannotOpenStore(let kept)) = stack.manager.stackState
      else {
        Issue.record("\(String(describing: error)), \(stack.manager.stackState)")
        return
      }
      #expect(failure.url?.path == stack.storeURL.path && kept.underlying == failure.underlying)
    }
    try FileManager.default.removeItem(at: stack.storeURL)
    try stack.manager.load()
    Population.make("Person", ["name": "new"], context)
    #expect(try stack.manager.save())
  }

  /// C31: a save of nothing is a success that leaves the file alone, in a child as in a root.
  @Test(arguments: StackName.allCases) @MainActor
  func saveOfNothing(_ name: StackName) async throws {
    let stack = try stack(name)
    let context = stack.manager.managedObjectContext
    Population.insert(3, into: context)
    try stack.manager.save()
    let before = try FolderSnapshot(stack.folder)
    let time = try FileManager.default.attributesOfItem(atPath: stack.storeURL.path)[.modificationDate] as? Date
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = context
    #expect(try !stack.manager.save())
    try context.save()
    let background = stack.manager.newBackgroundContext()
    try background.performAndWait { try background.save() }
    try child.performAndWait { try child.save() }
    // The child's parent has changes now, which a save of nothing in the child leaves where they are.
    Population.make("Person", ["name": "unsaved"], context)
    try child.performAndWait { try child.save() }
    #expect(context.insertedObjects.count == 1)
    #expect(try FolderSnapshot(stack.folder) == before)
    #expect(
      try FileManager.default.attributesOfItem(atPath: stack.storeURL.path)[.modificationDate] as? Date == time)
  }

  /// C84: functions and collations in threads of many stores that come and go.
  @Test(arguments: StackName.allCases)
  func functionsInManyThreads(_ name: StackName) async throws {
    let model = ModelSource.instance(PracticeModel.make())
    let stacks = try (0..<4).map { _ in try IsolatedStack(model: model, provider: name.provider) }
    for stack in stacks {
      try await stack.manager.performBackgroundTask { context in
        for text in ["Ärger", "arger", "Zoë", "zebra", "Éclair"] { Population.make("Person", ["name": text], context) }
        try context.save()
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await onThread {
            for _ in 0..<10 {
              let manager = stacks[number % 4].anotherManager()
              let context = manager.newBackgroundContext()
              try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
                request.predicate = NSPredicate(format: "name BEGINSWITH[cd] %@ OR name MATCHES %@", "AR", "z.*")
                request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                let found = try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
                #expect(found == ["arger", "zebra", "Ärger"])
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
