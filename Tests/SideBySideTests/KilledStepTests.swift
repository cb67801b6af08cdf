import CoreDataCompatTestSupport
import Testing

/// Killed in place of each system call that changes the file system, in turn: the next start finds the old store or the new
/// one, whole, and finishes the work.
///
/// Every third call by default, from another one in each run; every one with `COREDATA_KILL_STEP=1`.
@Suite struct KilledStepTests {
  private static let step = max(1, Int(ProcessInfo.processInfo.environment["COREDATA_KILL_STEP"] ?? "") ?? 3)

  /// A store with a log: what a killed process leaves. Its bytes, and what is in it.
  private struct Prepared {
    let files: [String: Data]
    let contents: StoreContents

    func write(to folder: URL) throws {
      for (name, bytes) in files { try bytes.write(to: folder.appendingPathComponent(name)) }
    }
  }

  private func prepared(_ name: StackName, file: String) async throws -> Prepared {
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
    let url = stack.folder.appendingPathComponent(file)
    try await onThread {
      let probe = try ProbeProcess(["save", name.rawValue, url.path])
      _ = (0..<3).map { _ in probe.line() }
      probe.kill()
    }
    let files = try FolderSnapshot(stack.folder).files.filter { !$0.key.hasSuffix("-shm") }
    #expect(files.keys.sorted() == [file, file + "-wal"])
    return Prepared(files: files, contents: try contents(at: url, stack.configuration))
  }

  private func contents(at url: URL, _ configuration: StackConfiguration) throws -> StoreContents {
    var configuration = configuration
    configuration.place = .file(url)
    return try contents(of: Manager(configuration: configuration))
  }

  private func contents(of manager: Manager) throws -> StoreContents {
    try manager.load()
    let context = manager.newBackgroundContext()
    return try context.performAndWait { try StoreContents(of: context) }
  }

  private func close(_ manager: Manager) throws {
    let coordinator = try #require(manager.persistentStoreCoordinator)
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// Runs a command once for each call at which it is killed, until it is killed no more; returns how many calls there are.
  private func killAtEveryStep(
    _ command: String, _ name: StackName, _ prepared: Prepared, kind: StoreKind = .file,
    argument: String? = nil, check: (IsolatedStack, _ wasKilled: Bool) throws -> Void
  ) throws -> Int {
    var passed = Int.random(in: 0..<Self.step)
    while true {
      let model = ModelSource.instance(PracticeModel.make())
      let stack = try IsolatedStack(model: model, kind: kind, provider: name.other.provider)
      try prepared.write(to: stack.folder)
      let argument = argument ?? stack.folder.appendingPathComponent("former.sqlite").path
      let said = try ProbeProcess(
        ["trace", "\(passed)", command, name.rawValue, stack.storeURL.path, argument]
      ).lines()
      let words = try #require(said.last).split(separator: " ")
      try #require(["killed", "ended"].contains(words[0]), "\(said)")
      try check(stack, words[0] == "killed")
      if words[0] == "ended" { return try #require(Int(words[2])) }
      passed += Self.step
      try #require(passed < 5_000)
    }
  }

  @Test(arguments: StackName.allCases)
  func adoption(_ name: StackName) async throws {
    let prepared = try await prepared(name, file: "former.sqlite")
    let steps = try await onThread {
      try killAtEveryStep("adopt", name, prepared) { stack, wasKilled in
        let former = stack.folder.appendingPathComponent("former.sqlite")
        #expect(wasKilled || !FileManager.default.fileExists(atPath: former.path))
        var configuration = stack.configuration
        configuration.formerLocations = [former]
        let manager = Manager(configuration: configuration)
        #expect(try contents(of: manager) == prepared.contents)
        try close(manager)
        #expect(try FileManager.default.contentsOfDirectory(atPath: stack.folder.path) == ["Test.sqlite"])
      }
    }
    #expect(steps > 20)
  }

  /// The old store is set aside: it is at its place or in the quarantine, whole, and nowhere else.
  @Test(arguments: StackName.allCases)
  func quarantine(_ name: StackName) async throws {
    let prepared = try await prepared(name, file: "Test.sqlite")
    let steps = try await onThread {
      try killAtEveryStep("recreate", name, prepared) { stack, _ in
        var configuration = stack.configuration
        configuration.model = .instance(
          PracticeModel.make { $0["Team"]?.properties.append(PracticeModel.attribute("city", .stringAttributeType)) })
        configuration.onIncompatibleStore = .quarantineAndRecreate
        let manager = Manager(configuration: configuration)
        #expect(try contents(of: manager).objects.isEmpty)
        try close(manager)
        let names = try FileManager.default.contentsOfDirectory(atPath: stack.folder.path).sorted()
        let aside = names.filter { $0.hasPrefix("Test.sqlite.quarantine-") }
        #expect(names == ["Test.sqlite"] + aside && aside.count == 1, "\(names)")
        let old = stack.folder.appendingPathComponent(aside.first ?? "").appendingPathComponent("Test.sqlite")
        #expect(try contents(at: old, stack.configuration) == prepared.contents)
      }
    }
    #expect(steps > 5)
  }

  /// A new store, and its first save.
  @Test(arguments: StackName.allCases, ["", "delete", StoreKind.xml.rawValue, StoreKind.binary.rawValue])
  func creation(_ name: StackName, argument: String) async throws {
    let nothing = Prepared(files: [:], contents: try emptyContents())
    let steps = try await onThread {
      let kind = StoreKind(rawValue: argument) ?? .file
      return try killAtEveryStep("open", name, nothing, kind: kind, argument: argument) { stack, wasKilled in
        let found = try contents(of: stack.manager).objects.count
        #expect(wasKilled ? [0, 1].contains(found) : found == 1)
        try close(stack.manager)
        // Files that are written as a whole are written beside the store first, under a name of their own each.
        let names = try FileManager.default.contentsOfDirectory(atPath: stack.folder.path)
        #expect(names.filter { !$0.hasSuffix(".new") } == [stack.storeURL.lastPathComponent])
        if kind == .file { #expect(try stack.manager.checkStore() == .sound) }
      }
    }
    #expect(steps > 2)
  }

  private func emptyContents() throws -> StoreContents {
    try contents(of: IsolatedStack(model: .instance(PracticeModel.make()), kind: .memory).manager)
  }

  /// A save to a store with a rollback journal, which has to be played back before anyone can read, and to files that are
  /// written as a whole.
  @Test(arguments: StackName.allCases, ["delete", StoreKind.xml.rawValue, StoreKind.binary.rawValue])
  func save(_ name: StackName, argument: String) async throws {
    let kind = StoreKind(rawValue: argument) ?? .file
    let stack = try IsolatedStack(model: .instance(PracticeModel.make()), kind: kind, provider: name.provider)
    let before = try await onThread {
      _ = try ProbeProcess(["open", name.rawValue, stack.storeURL.path, argument]).lines()
      let before = try contents(of: stack.manager)
      try close(stack.manager)
      return before
    }
    let prepared = Prepared(files: try FolderSnapshot(stack.folder).files, contents: before)
    let steps = try await onThread {
      try killAtEveryStep("open", name, prepared, kind: kind, argument: argument) { stack, wasKilled in
        _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: kind.type, at: stack.storeURL)
        let found = try contents(of: stack.manager).objects
        #expect(wasKilled ? [1, 2].contains(found.count) : found.count == 2)
        #expect(prepared.contents.objects.allSatisfy { found[$0.key] == $0.value })
      }
    }
    #expect(steps > 2)
  }
}
