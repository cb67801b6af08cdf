import CoreDataCompatTestSupport
import Testing

@Suite struct ManagerTests {
  private func stack(_ kind: StoreKind = .memory) throws -> IsolatedStack {
    try IsolatedStack(model: .instance(PracticeModel.make()), kind: kind)
  }

  @Test func configurationIsFreeUntilFirstUse() throws {
    let stack = try stack()
    let manager = Manager(configuration: stack.configuration)
    try manager.configure(stack.configuration)
    guard case .notLoaded = manager.stackState else {
      Issue.record("configuring has opened the store")
      return
    }
    _ = manager.managedObjectContext
    let error = #expect(throws: StackError.self) { try manager.configure(stack.configuration) }
    guard case .alreadyInUse? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }

  @Test func askingForTheSelectionIsUse() throws {
    let stack = try stack()
    _ = try stack.manager.selection
    #expect(throws: StackError.self) { try stack.manager.configure(stack.configuration) }
  }

  @Test func nothingIsOpenedBeforeItIsUsed() throws {
    let stack = try stack(.file)
    _ = stack.manager.configuration
    _ = try stack.manager.selection
    #expect(!FileManager.default.fileExists(atPath: stack.storeURL.path))
    _ = stack.manager.managedObjectContext
    #expect(FileManager.default.fileExists(atPath: stack.storeURL.path))
  }

  @Test func threadsShareOneStack() async throws {
    let stack = try stack(.file)
    let contexts = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<50 { group.addTask { ObjectIdentifier(stack.manager.managedObjectContext) } }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(contexts.count == 1)
  }

  @Test func contextHasOneObjectUnderThreeNames() throws {
    let manager = try stack().manager
    #expect(manager.managedObjectContext === manager.viewContext)
    #expect(manager.mainContext === manager.viewContext)
    #expect(manager.viewContext.concurrencyType == .mainQueueConcurrencyType)
  }

  @Test func containerIsThereOnItsStackOnly() throws {
    let container = try IsolatedStack(model: .instance(PracticeModel.make()), provider: ContainerStack.self).manager
    #expect(container.currentPersistentContainer?.viewContext === container.viewContext)
    let legacy = try IsolatedStack(model: .instance(PracticeModel.make()), provider: LegacyStack.self).manager
    #expect(legacy.currentPersistentContainer == nil)
    #expect(legacy.persistentStoreCoordinator != nil)
  }

  @Test func disposableContextKeepsNothing() throws {
    let stack = try stack(.file)
    let context = try stack.manager.newDisposableContext()
    try context.performAndWait {
      Population.insert(3, into: context)
      try context.save()
      #expect(try Population.count("Person", context) == 3)
    }
    let other = stack.manager.newBackgroundContext()
    #expect(try other.performAndWait { try Population.count("Person", other) } == 0)
  }

  @Test func nameOfTheStoreFollowsTheModel() throws {
    let folder = URL(fileURLWithPath: "/tmp/somewhere", isDirectory: true)
    func url(_ model: ModelSource, _ change: (inout StackConfiguration) -> Void = { _ in }) throws -> String? {
      var configuration = StackConfiguration(model: model, place: .directory(folder))
      change(&configuration)
      return try configuration.storeURL?.path
    }
    #expect(try url(.named("Shop")) == "/tmp/somewhere/Shop.sqlite")
    #expect(try url(.url(URL(fileURLWithPath: "/x/Shop.momd"))) == "/tmp/somewhere/Shop.sqlite")
    #expect(try url(.named("Shop")) { $0.storeName = "Other" } == "/tmp/somewhere/Other.sqlite")
    #expect(try url(.named("Shop")) { $0.storeType = .inMemory } == nil)
    #expect(try url(.named("Shop")) { $0.place = .file(URL(fileURLWithPath: "/y/z.db")) } == "/y/z.db")
    #expect(
      try url(.named("Shop")) { $0.place = .applicationData }
        == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Shop.sqlite").path)
  }
}
