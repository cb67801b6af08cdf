import CoreDataCompatTestSupport
import Testing

@testable import CoreDataCompat

@Suite struct BackgroundWorkTests {
  private func manager(_ execution: BackgroundExecution, runner: String? = nil) -> Manager {
    var configuration = StackConfiguration.inMemory(model: .instance(PracticeModel.make()))
    configuration.backgroundExecution = execution
    configuration.log = nil
    var environment = RuntimeEnvironment.current
    environment.testRunner = runner
    configuration.environment = environment
    return Manager(configuration: configuration)
  }

  @Test func automaticIsSynchronousInTestRunsAlone() {
    #expect(manager(.automatic, runner: "Swift Testing").runsBackgroundWorkSynchronously)
    #expect(!manager(.automatic).runsBackgroundWorkSynchronously)
    #expect(manager(.synchronous).runsBackgroundWorkSynchronously)
    #expect(!manager(.asynchronous, runner: "Swift Testing").runsBackgroundWorkSynchronously)
  }

  @Test func logSaysThatATestRunWasFound() throws {
    let lines = LineRecorder()
    var configuration = StackConfiguration.inMemory(model: .instance(PracticeModel.make()))
    configuration.environment = RuntimeEnvironment(platform: .linux, systemVersion: "6", testRunner: "XCTest")
    configuration.log = { lines.append($0) }
    _ = try Manager(configuration: configuration).selection
    #expect(lines.all.first?.hasSuffix("background work: synchronous, since this is a test run by XCTest") == true)
  }

  @Test(
    arguments: [
      (["/x/AppPackageTests.xctest", "--testing-library", "swift-testing"], [:], "Swift Testing"),
      (["/x/swiftpm-testing-helper", "--testing-library", "swift-testing"], [:], "Swift Testing"),
      (["/x/AppPackageTests.xctest"], [:], "a test program (AppPackageTests.xctest)"),
      (["/Applications/xctest"], ["XCTestConfigurationFilePath": "/y"], "XCTest (XCTestConfigurationFilePath)"),
      (["/usr/bin/app", "--testing-library"], [:], nil), (["/usr/bin/app"], ["HOME": "/"], nil),
    ] as [([String], [String: String], String?)])
  func testRunsAreRecognised(_ arguments: [String], variables: [String: String], expected: String?) {
    #expect(TestRunner.name(program: arguments[0], arguments: arguments, variables: variables) == expected)
  }

  @Test @MainActor func synchronousWorkIsDoneAndMergedWhenTheCallReturns() throws {
    let manager = manager(.synchronous)
    let person = Population.make("Person", ["name": "before"], manager.managedObjectContext)
    try manager.save()
    let id = person.objectID
    for (name, perform) in [
      ("one", manager.performBackgroundTask), ("two", manager.performInNewBackgroundContext),
    ] as [(String, (@escaping @Sendable (NSManagedObjectContext) -> Void) -> Void)] {
      perform { context in
        (try? context.existingObject(with: id))?.setValue(name, forKey: "name")
        try? context.save()
      }
      #expect(person.value(forKey: "name") as? String == name)
    }
  }

  @Test func asynchronousWorkRunsElsewhere() async throws {
    let manager = manager(.asynchronous)
    let id = await withCheckedContinuation { continuation in
      manager.performBackgroundTask { context in
        Population.make("Person", ["name": "x"], context)
        try? context.save()
        continuation.resume(returning: ObjectIdentifier(context))
      }
    }
    #expect(id != ObjectIdentifier(manager.viewContext))
    #expect(try await manager.performBackgroundTask { try Population.count("Person", $0) } == 1)
  }

  @Test func asyncVersionGivesValuesAndErrors() async throws {
    let manager = manager(.asynchronous)
    #expect(try await manager.performBackgroundTask { _ in 42 } == 42)
    #expect(try await manager.performInNewBackgroundContext { _ in "text" } == "text")
    await #expect(throws: CocoaError.self) {
      try await manager.performBackgroundTask { context in
        Population.make("Person", [:], context)
        try context.save()
      }
    }
  }

  @Test func cancelledTaskDoesNotBegin() async throws {
    let manager = manager(.asynchronous)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await manager.performBackgroundTask { _ in 1 }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Whoever awaits one piece of work after the other finds them done in that order, in the main context too.
  @Test @MainActor func orderOfCompletion() async throws {
    let manager = manager(.asynchronous)
    let person = Population.make("Person", ["name": "0", "age": 0], manager.managedObjectContext)
    try manager.save()
    let id = person.objectID
    for age in 1...50 {
      try await manager.performBackgroundTask { context in
        let same = try context.existingObject(with: id)
        #expect((same.value(forKey: "age") as? NSNumber)?.intValue == age - 1)
        same.setValue(age, forKey: "age")
        try context.save()
      }
      #expect((person.value(forKey: "age") as? NSNumber)?.intValue == age)
    }
  }
}
