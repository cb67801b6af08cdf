import CoreDataCompatTestSupport
import Testing

/// One place for both stacks, and the way to it from former places.
@Suite struct LocationTests {
  private func stack() throws -> IsolatedStack { try IsolatedStack(model: .instance(PracticeModel.make())) }

  /// A manager whose store was once at `former`, relative to the test's folder.
  private func manager(_ stack: IsolatedStack, former: [String], _ name: StackName = .container) -> Manager {
    var configuration = stack.configuration
    configuration.selector = .provider(name.provider)
    configuration.formerLocations = former.map { stack.folder.appendingPathComponent($0) }
    return Manager(configuration: configuration)
  }

  /// Makes a store with people at a place in the test's folder; returns what is in it.
  @MainActor @discardableResult
  private func fill(_ stack: IsolatedStack, _ place: String, prefix: String = "former") async throws -> StoreContents {
    var configuration = stack.configuration
    let url = stack.folder.appendingPathComponent(place)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    configuration.place = .file(url)
    let manager = Manager(configuration: configuration)
    Population.insert(9, into: manager.managedObjectContext, prefix: prefix)
    try manager.save()
    let contents = try StoreContents(of: manager.managedObjectContext)
    try await manager.unload()
    return contents
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: StackName.allCases, ["Documents/person.db", "Old Name.sqlite", "Test.storedata"]) @MainActor
  func storeAtAFormerPlaceIsTakenOver(_ name: StackName, place: String) async throws {
    let stack = try stack()
    let before = try await fill(stack, place)
    let manager = manager(stack, former: ["nowhere.sqlite", place], name)
    let report = try manager.load()
    #expect(report.adoptedFrom?.path == stack.folder.appendingPathComponent(place).path)
    #expect(report.warnings.isEmpty)
    #expect(try StoreContents(of: manager.managedObjectContext) == before)
    Population.insert(3, into: manager.managedObjectContext)
    try manager.save()
    try await manager.unload()
    let left = try FileManager.default.subpathsOfDirectory(atPath: stack.folder.path).sorted()
    #expect(left == (place.hasPrefix("Documents") ? ["Documents", "Test.sqlite"] : ["Test.sqlite"]))
    #expect(try manager.load().adoptedFrom == nil)
    #expect(try Population.count("Person", manager.managedObjectContext) == 12)
  }

  /// C02: a store at its own place wins; the other is left as it is, and reported.
  @Test @MainActor func ownPlaceWins() async throws {
    let stack = try stack()
    try await fill(stack, "former/old.sqlite")
    let own = try await fill(stack, "Test.sqlite", prefix: "own")
    let former = stack.folder.appendingPathComponent("former", isDirectory: true)
    let before = try FolderSnapshot(former)
    let manager = manager(stack, former: ["former/old.sqlite"])
    let report = try manager.load()
    #expect(report.adoptedFrom == nil)
    #expect(report.untouchedFormerStores.map(\.path) == [former.appendingPathComponent("old.sqlite").path])
    #expect(report.warnings.count == 1)
    #expect(try StoreContents(of: manager.managedObjectContext) == own)
    #expect(try FolderSnapshot(former) == before)
  }

  @Test @MainActor func severalFormerStoresAreAnError() async throws {
    let stack = try stack()
    try await fill(stack, "a.sqlite")
    try await fill(stack, "b.sqlite")
    let before = try FolderSnapshot(stack.folder)
    let error = try #require(throws: StackError.self) {
      try manager(stack, former: ["a.sqlite", "b.sqlite", "a.sqlite"]).load()
    }
    guard case .severalFormerStores(let urls) = error else { throw error }
    #expect(urls.map(\.lastPathComponent) == ["a.sqlite", "b.sqlite"])
    #expect(try FolderSnapshot(stack.folder) == before)
  }

  /// C03: a copy without its log, and without the mark of a finished adoption, is done anew.
  @Test(arguments: [1.0, 0.5]) @MainActor
  func copyThatWasCutShortIsDoneAnew(_ share: Double) async throws {
    let stack = try stack()
    try await fill(stack, "former.sqlite")
    let former = stack.folder.appendingPathComponent("former.sqlite")
    try await onThread {
      let probe = try ProbeProcess(["save", "container", former.path])
      _ = (0..<4).map { _ in probe.line() }
      probe.kill()
    }
    #expect(FileManager.default.fileExists(atPath: former.path + "-wal"))
    let bytes = try Data(contentsOf: former)
    try bytes.prefix(Int(Double(bytes.count) * share)).write(to: stack.storeURL)

    let manager = manager(stack, former: ["former.sqlite"])
    let report = try manager.load()
    #expect(report.adoptedFrom?.lastPathComponent == "former.sqlite")
    #expect(try #require(report.quarantine).lastPathComponent.hasPrefix("Test.sqlite.unfinished-"))
    #expect(try Population.count("Person", manager.managedObjectContext) >= 9 + 3 * 20)
    #expect(!FileManager.default.fileExists(atPath: former.path))
  }

  /// Killed at any moment of the adoption, the next start has every object, and in the end there is one store.
  @Test(arguments: StackName.allCases)
  func killedAdoptionLosesNothing(_ name: StackName) async throws {
    let stack = try stack()
    for round in 0..<20 {
      let own = stack.folder.appendingPathComponent("own \(round).sqlite")
      let before = try await fill(stack, "former \(round).sqlite")
      let former = stack.folder.appendingPathComponent("former \(round).sqlite")
      try await onThread {
        let probe = try ProbeProcess(["adopt", name.rawValue, own.path, former.path])
        #expect(probe.line() == "ready")
        usleep(UInt32.random(in: 0..<25_000))
        probe.kill()
      }
      var configuration = stack.configuration
      configuration.place = .file(own)
      configuration.formerLocations = [former]
      let manager = Manager(configuration: configuration)
      try manager.load()
      let after = try await MainActor.run { try StoreContents(of: manager.managedObjectContext) }
      #expect(after == before)
      try await manager.unload()
      #expect(!FileManager.default.fileExists(atPath: former.path))
      #expect(try names(in: stack.folder) == (0...round).map { "own \($0).sqlite" }.sorted())
    }
  }

  /// The adoption was done and marked, but the former files are still there.
  @Test @MainActor func finishedAdoptionIsCleanedUp() async throws {
    let stack = try stack()
    try await fill(stack, "former.sqlite")
    let former = stack.folder.appendingPathComponent("former.sqlite")
    let kept = stack.folder.appendingPathComponent("kept")
    try FileManager.default.linkItem(at: former, to: kept)
    let first = manager(stack, former: ["former.sqlite"])
    try first.load()
    Population.insert(1, into: first.managedObjectContext, prefix: "later")
    try first.save()
    try await first.unload()

    // Back come the same bytes, at the same time: what a kill before the deletion would have left.
    try FileManager.default.moveItem(at: kept, to: former)
    let second = manager(stack, former: ["former.sqlite"])
    #expect(try second.load().adoptedFrom?.path == former.path)
    #expect(try Population.count("Person", second.managedObjectContext) == 10)
    #expect(try names(in: stack.folder).filter { !$0.hasPrefix("Test.sqlite") } == [])
  }

  @Test(arguments: ["with space", "émoji 🗺️", "100%", "50%25", "what?", "#1", "a'b\"c", "file:x"]) @MainActor
  func namesOfEveryKind(_ name: String) async throws {
    let stack = try stack()
    var configuration = stack.configuration
    configuration.storeName = name
    for (round, stack) in StackName.allCases.enumerated() {
      configuration.selector = .provider(stack.provider)
      let manager = Manager(configuration: configuration)
      let context = manager.managedObjectContext
      #expect(try Population.count("Person", context) == round * 2)
      Population.insert(2, into: context)
      try manager.save()
      try await manager.unload()
    }
    #expect(try names(in: stack.folder) == ["\(name).sqlite"])
    try await Manager(configuration: configuration).drop()
    #expect(try names(in: stack.folder) == [])
  }

  /// A link to a store, and a link to a store at a former place.
  @Test @MainActor func symbolicLinks() async throws {
    let stack = try stack()
    let before = try await fill(stack, "real/store.sqlite")
    let real = stack.folder.appendingPathComponent("real/store.sqlite")
    try FileManager.default.createSymbolicLink(at: stack.storeURL, withDestinationURL: real)
    #expect(try StoreContents(of: stack.manager.managedObjectContext) == before)
    Population.insert(1, into: stack.manager.managedObjectContext)
    try stack.manager.save()
    try await stack.manager.unload()
    #expect(try names(in: real.deletingLastPathComponent()) == ["store.sqlite"])

    let manager = manager(stack, former: ["real/store.sqlite"])
    #expect(try manager.load().untouchedFormerStores.isEmpty)
    #expect(try Population.count("Person", manager.managedObjectContext) == 10)
    try await manager.drop()
    #expect(try names(in: real.deletingLastPathComponent()) == [])
  }

  /// C05.
  @Test(arguments: StackName.allCases) @MainActor
  func urlMarkedAsAFolder(_ name: StackName) async throws {
    let stack = try stack()
    for (marked, expected) in [(true, 0), (false, 2)] {
      var configuration = stack.configuration
      configuration.selector = .provider(name.provider)
      configuration.place = .file(URL(fileURLWithPath: stack.storeURL.path, isDirectory: marked))
      let manager = Manager(configuration: configuration)
      #expect(try Population.count("Person", manager.managedObjectContext) == expected)
      Population.insert(2, into: manager.managedObjectContext)
      try manager.save()
      try await manager.unload()
    }
    #expect(try names(in: stack.folder) == ["Test.sqlite"])
  }

  /// C04: the default folder is made; where it cannot be, the error names it.
  @Test(arguments: StackName.allCases)
  func defaultFolder(_ name: StackName) async throws {
    let stack = try stack()
    let (said, refused) = try await onThread {
      let arguments = ["open", name.rawValue, "App.sqlite", "default"]
      let said = try ProbeProcess(arguments, home: stack.folder).lines()
      let file = stack.folder.appendingPathComponent("file")
      try Data().write(to: file)
      return (said, try ProbeProcess(arguments, home: file).lines())
    }
    let place = try #require(said.first?.dropFirst("place ".count))
    #expect(place.hasPrefix(stack.folder.path))
    #expect(said.last == "opened 1")
    #expect(FileManager.default.fileExists(atPath: String(place)))
    #expect(refused.last?.hasPrefix("failed") == true, "\(refused)")
    #expect(refused.last?.contains(stack.folder.appendingPathComponent("file").path) == true, "\(refused)")
  }

  @Test func appGroupsAreAnErrorWhereThereAreNone() throws {
    #if !canImport(Darwin)
      var configuration = StackConfiguration(model: .instance(PracticeModel.make()), place: .appGroup("group.example"))
      configuration.log = nil
      let error = try #require(throws: StackError.self) { try Manager(configuration: configuration).load() }
      guard case .noSharedFolder("group.example") = error else { throw error }
    #endif
  }
}
