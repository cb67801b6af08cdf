import CoreDataCompatTestSupport
import CoreDataSQLite
import Testing

/// One file, two stacks: what one writes the other reads.
@Suite struct ExchangeTests {
  private func stack(_ kind: StoreKind = .file) throws -> IsolatedStack {
    try IsolatedStack(model: .instance(PracticeModel.make()), kind: kind)
  }

  /// Ten times each way: every row, value, relationship, order and URI.
  @Test(arguments: StackName.allCases, StoreKind.allCases.filter(\.lasts)) @MainActor
  func writeOnOneReadOnTheOther(_ first: StackName, kind: StoreKind) async throws {
    let stack = try stack(kind)
    var expected: StoreContents?
    var name = first
    for round in 0..<20 {
      let manager = stack.anotherManager(provider: name.provider)
      let context = manager.managedObjectContext
      #expect(try manager.selection.provider.name == name.rawValue)
      let found = try StoreContents(of: context)
      if let expected { #expect(found == expected, "round \(round) on the \(name) stack") }
      Population.insert(10, into: context, prefix: "round \(round)")
      if round % 3 == 2 {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: "name BEGINSWITH %@", "round \(round - 1)")
        for person in try context.fetch(request) { context.delete(person) }
      }
      try manager.save()
      expected = try StoreContents(of: context)
      try await manager.unload()
      name = name.other
    }
    #expect(try #require(expected).objects.count > 100)
  }

  /// The two at once, in one process: what one saves the other reads.
  @Test @MainActor func bothStacksAtOnce() async throws {
    let stack = try stack()
    let managers = StackName.allCases.map { stack.anotherManager(provider: $0.provider) }
    for round in 0..<10 {
      let (writer, reader) = (managers[round % 2], managers[1 - round % 2])
      Population.insert(5, into: writer.managedObjectContext, prefix: "round \(round)")
      try writer.save()
      let found = try Population.count("Person", reader.managedObjectContext)
      #expect(found == (round + 1) * 5)
    }
  }

  /// Eight tasks at once, each of which reads, changes and adds, for as long as `COREDATA_LOAD_SECONDS` says: three seconds by
  /// default. Nothing is lost, and the other stack finds it all.
  @Test(arguments: StackName.allCases)
  func eightTasksAtOnce(_ name: StackName) async throws {
    let seconds = Double(ProcessInfo.processInfo.environment["COREDATA_LOAD_SECONDS"] ?? "") ?? 3
    let stack = try stack()
    let manager = stack.anotherManager(provider: name.provider)
    try manager.load()
    let saved = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          let id = try await manager.performBackgroundTask { context in
            let counter = Population.make("Team", ["name": "0"], context)
            try context.save()
            return counter.objectID
          }
          let end = Date(timeIntervalSinceNow: seconds)
          var rounds = 0
          while rounds < 2 || Date() < end {
            try await manager.performBackgroundTask { [rounds] context in
              let counter = try context.existingObject(with: id)
              #expect(counter.value(forKey: "name") as? String == "\(rounds)")
              counter.setValue("\(rounds + 1)", forKey: "name")
              Population.insert(2, into: context, prefix: "task \(task) round \(rounds)")
              try context.save()
            }
            rounds += 1
          }
          return rounds
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(saved >= 16)
    try await manager.unload()
    let other = stack.anotherManager(provider: name.other.provider)
    #expect(try other.checkStore() == .sound)
    let (people, counted) = try await other.performBackgroundTask { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
      request.predicate = NSPredicate(format: "members.@count == 0")
      let counters = try context.fetch(request).compactMap { ($0.value(forKey: "name") as? String).flatMap { Int($0) } }
      return (try Population.count("Person", context), counters)
    }
    #expect(people == saved * 2)
    #expect(counted.count == 8 && counted.reduce(0, +) == saved)
  }

  /// C82: two processes, one on each stack, read, add and save, as often as `COREDATA_PROCESS_SAVES` says, fifty times by
  /// default, while a third reads. Nothing is lost, and the readers see whole saves.
  @Test func twoProcessesWrite() async throws {
    let rounds = Int(ProcessInfo.processInfo.environment["COREDATA_PROCESS_SAVES"] ?? "") ?? 50
    let stack = try stack()
    try await stack.manager.performBackgroundTask { context in
      Population.make("Team", ["name": "0"], context)
      try context.save()
    }
    let said = try await onThread {
      let writers = try StackName.allCases.map { name in
        try ProbeProcess(["tally", name.rawValue, stack.storeURL.path, "\(rounds)"])
      }
      let context = stack.manager.newBackgroundContext()
      var last = 0
      while last < rounds {
        let (count, people, time) = try context.performAndWait {
          context.reset()
          let start = Date()
          let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
          let people = try context.count(for: request)
          let teams = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team"))
          let count = (teams.first?.value(forKey: "name") as? String).flatMap { Int($0) } ?? -1
          return (count, people, Date().timeIntervalSince(start))
        }
        #expect(count * 20 >= people && people % 20 == 0, "\(people) people after \(count) saves")
        #expect(time < 10, "a reader had to wait")
        last = max(last, count)
        usleep(2_000)
      }
      return writers.flatMap { $0.lines() }
    }
    #expect(said.count == 2 && said.allSatisfy { $0.hasPrefix("tallied") }, "\(said)")
    let (count, people) = try await stack.manager.performBackgroundTask { context in
      let teams = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team"))
      return (teams.first?.value(forKey: "name") as? String, try Population.count("Person", context))
    }
    #expect(count == "\(rounds * 2)")
    #expect(people == rounds * 2 * 20)
    #expect(try stack.manager.checkStore() == .sound)
  }

  /// The difference is real: one connection and merging by hand there, a pool and merging by itself here.
  @Test @MainActor func onlyTheContainerHasAPool() async throws {
    for name in StackName.allCases {
      let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
      try stack.manager.load()
      let store = try #require(stack.manager.persistentStoreCoordinator?.persistentStores.first)
      let size = (store.options?[NSPersistentStoreConnectionPoolMaxSizeKey] as? NSNumber)?.intValue
      #expect(size == (name == .legacy ? 1 : nil))
      #expect((stack.manager.currentPersistentContainer == nil) == (name == .legacy))
      #expect(
        stack.manager.viewContext.automaticallyMergesChangesFromParent == (name == .container))
    }
  }

  /// C01: after the update of the system the other stack finds the same file.
  @Test @MainActor func systemUpdateKeepsTheData() async throws {
    let stack = try stack()
    for (version, expected) in [("9.3.5", 0), ("10.0", 3), ("10.3.1", 3)] as [(VersionNumber, Int)] {
      var configuration = stack.configuration
      configuration.selector = .automatic
      configuration.environment = RuntimeEnvironment(platform: .iOS, systemVersion: version)
      let manager = Manager(configuration: configuration)
      let context = manager.managedObjectContext
      #expect(try manager.selection.provider.name == (version < "10" ? "legacy" : "container"))
      #expect(try Population.count("Person", context) == expected)
      if expected == 0 { Population.insert(3, into: context) }
      try manager.save()
      try await manager.unload()
    }
  }

  /// C83: killed at any moment, then opened by the other stack: what was confirmed is all there, the rest all or nothing.
  @Test(arguments: StackName.allCases, 0..<10)
  func crashMatrix(_ name: StackName, _ series: Int) async throws {
    let stack = try stack()
    try await onThread {
      var confirmed = -1
      var random = SystemRandomNumberGenerator()
      for _ in 0..<10 {
        let probe = try ProbeProcess(["save", name.rawValue, stack.storeURL.path, "\(confirmed + 1)"])
        #expect(probe.line() == "ready")
        usleep(UInt32.random(in: 0..<60_000, using: &random))
        probe.kill()
        while let line = probe.line() { confirmed = max(confirmed, Int(line) ?? -1) }

        let reader = stack.anotherManager(provider: name.other.provider)
        #expect(try reader.checkStore() == .sound)
        let context = reader.newBackgroundContext()
        confirmed = try context.performAndWait {
          try self.checkBatches(context, confirmed: confirmed)
        }
        let coordinator = try #require(reader.persistentStoreCoordinator)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
      }
    }
  }

  /// Every batch up to the last confirmed one is there, and each that is there is whole. Returns the last one's number.
  private func checkBatches(_ context: NSManagedObjectContext, confirmed: Int) throws -> Int {
    let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
    var sizes: [Int: Int] = [:]
    for person in people {
      let words = (person.value(forKey: "name") as? String ?? "").split(separator: " ")
      let batch = try #require(words.dropFirst().first.flatMap { Int($0) })
      sizes[batch, default: 0] += 1
      let team = try #require(person.value(forKey: "team") as? NSManagedObject)
      #expect(team.value(forKey: "name") as? String == "batch \(batch) team")
    }
    let last = sizes.keys.max() ?? -1
    #expect(last >= confirmed, "batch \(confirmed) was confirmed, and the last one there is \(last)")
    #expect(sizes.count == last + 1 && sizes.values.allSatisfy { $0 == 20 }, "\(sizes.filter { $0.value != 20 })")
    return last
  }
}
