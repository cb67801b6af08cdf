import CoreDataCompatTestSupport
import Testing

@Suite struct SelectionTests {
  private func selection(
    _ environment: RuntimeEnvironment, _ selector: StackSelector = .automatic,
    providers: [any StackProvider.Type]? = nil
  ) throws -> StackSelection {
    var configuration = StackConfiguration.inMemory(model: .instance(PracticeModel.make()))
    configuration.storeType = .sqlite
    configuration.place = .file(URL(fileURLWithPath: "/dev/null"))
    configuration.environment = environment
    configuration.selector = selector
    configuration.log = nil
    if let providers { configuration.providers = providers }
    return try Manager(configuration: configuration).selection
  }

  private let linux = RuntimeEnvironment(platform: .linux, systemVersion: "6.1", sqliteVersion: "3.40.1")

  @Test(arguments: [
    (Platform.iOS, "9.3.5", "legacy"), (.iOS, "10.0", "container"), (.iOS, "10.3.1", "container"),
    (.iOS, "26.1", "container"), (.tvOS, "9.2", "legacy"), (.tvOS, "10", "container"), (.watchOS, "2.2.2", "legacy"),
    (.watchOS, "3.0", "container"), (.macOS, "10.11.6", "legacy"), (.macOS, "10.12", "container"),
    (.macOS, "26.0", "container"), (.visionOS, "1.0", "container"), (.linux, "6.1", "container"),
  ])
  func automaticFollowsTheHistoricalRule(_ platform: Platform, version: VersionNumber, stack: String) throws {
    let chosen = try selection(RuntimeEnvironment(platform: platform, systemVersion: version))
    #expect(chosen.provider.name == stack)
  }

  @Test func reasonAndWhatOthersLackAreReadable() throws {
    let chosen = try selection(RuntimeEnvironment(platform: .iOS, systemVersion: "9.3.5"))
    #expect(chosen.description.hasPrefix("legacy stack: the only one that can run on iOS 9.3.5"))
    let container = try #require(chosen.alternatives.first { $0.name == "container" })
    #expect(container.missing == ["persistentContainer (needs iOS 10.0, this is 9.3.5)"])
    #expect(chosen.description.contains("container lacks persistentContainer"))
  }

  /// C85: a library that is too old is named with both versions.
  @Test func oldSQLiteLeavesTheLegacyStack() throws {
    let chosen = try selection(RuntimeEnvironment(platform: .linux, systemVersion: "6.1", sqliteVersion: "3.7.17"))
    #expect(chosen.provider.name == LegacyStack.name)
    #expect(
      chosen.alternatives.map(\.missing) == [["writeAheadLog (needs SQLite 3.25.0, this is 3.7.17)"]])
  }

  @Test func askingForWhatCannotRunNamesTheMissingCapability() throws {
    let environment = RuntimeEnvironment(platform: .iOS, systemVersion: "9.3.5")
    let error = try #require(throws: StackError.self) { try selection(environment, .container) }
    guard case .missingCapabilities(let stack, let missing, _) = error else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(stack == "container")
    #expect(missing == ["persistentContainer (needs iOS 10.0, this is 9.3.5)"])
    #expect("\(error)".contains("persistentContainer (needs iOS 10.0"))
  }

  @Test(arguments: ["legacy", "container"])
  func overrideWins(_ name: String) throws {
    var environment = linux
    environment.stackOverride = name
    let chosen = try selection(environment, name == "legacy" ? .container : .legacy)
    #expect(chosen.provider.name == name)
    #expect(chosen.reason == "COREDATA_STACK is “\(name)”")
  }

  @Test func unknownOverrideIsAnErrorThatListsTheValidOnes() throws {
    var environment = linux
    environment.stackOverride = "legcy"
    let error = try #require(throws: StackError.self) { try selection(environment) }
    guard case .unknownStack(let name, let valid) = error else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(name == "legcy")
    #expect(valid == ["container", "legacy"])
    #expect("\(error)".contains("Valid: container, legacy"))
  }

  @Test func thirdPartyStackIsChosenWhenItOffersMost() throws {
    let providers: [any StackProvider.Type] = [ContainerStack.self, LegacyStack.self, GenerousStack.self]
    #expect(try selection(linux, providers: providers).provider.name == GenerousStack.name)
    #expect(try selection(linux, .provider(GenerousStack.self)).provider.name == GenerousStack.name)
    var environment = linux
    environment.stackOverride = "generous"
    #expect(try selection(environment, providers: providers).provider.name == GenerousStack.name)
  }

  @Test func firstOfEqualsIsChosen() throws {
    #expect(try selection(linux, providers: [LegacyStack.self, EqualStack.self]).provider.name == LegacyStack.name)
    #expect(try selection(linux, providers: [EqualStack.self, LegacyStack.self]).provider.name == EqualStack.name)
  }

  @Test func customRuleSeesTheEnvironment() throws {
    let rule = StackSelector.custom { environment in
      if environment.sqliteVersion == "3.40.1" { return LegacyStack.self }
      return ContainerStack.self
    }
    #expect(try selection(linux, rule).provider.name == LegacyStack.name)
    let failing = StackSelector.custom { _ in throw CancellationError() }
    let error = try #require(throws: StackError.self) { try selection(linux, failing) }
    guard case .selectorFailed(let inner) = error else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(inner is CancellationError)
  }

  @Test func noUsableStackNamesEveryoneAndWhatIsMissing() throws {
    var environment = linux
    environment.capabilities = []
    let error = try #require(throws: StackError.self) {
      try selection(environment, providers: [ContainerStack.self, GenerousStack.self])
    }
    guard case .noUsableStack(let all) = error else {
      Issue.record("another error: \(error)")
      return
    }
    #expect(all.map(\.name) == ["container", "generous"])
    #expect(all.allSatisfy { !$0.missing.isEmpty })
  }

  @Test func currentEnvironmentIsThisProcess() {
    let environment = RuntimeEnvironment.current
    #if os(Linux)
      #expect(environment.platform == .linux)
    #endif
    #expect(environment.sqliteVersion > "3.0")
    #expect(environment.testRunner != nil)
  }

  @Test func choiceIsLoggedOnce() throws {
    let lines = LineRecorder()
    var configuration = StackConfiguration.inMemory(model: .instance(PracticeModel.make()))
    configuration.environment = linux
    configuration.log = { lines.append($0) }
    let manager = Manager(configuration: configuration)
    _ = try manager.selection
    _ = try manager.selection
    try manager.load()
    _ = manager.managedObjectContext
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.hasPrefix("container stack: the most capable on linux 6.1") == true)
  }
}
