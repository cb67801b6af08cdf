import Testing

@testable import CoreDataEngine

/// `-com.apple.CoreData.ConcurrencyDebug 1`: use outside of the queue stops the program, and is not looked for otherwise.
@Suite struct ConcurrencyDebugTests {
  /// A context with a saved object, in a process where queues are checked.
  private static func guarded(_ body: @escaping (NSManagedObjectContext, NSManagedObject) throws -> Void) throws {
    setenv(ConcurrencyDebug.name, "1", 1)
    let store = try TestStore(.memory)
    let context = store.context()
    let ada = try context.performAndWait {
      let ada = context.make("Person", ["name": "Ada"])
      try context.save()
      return ada
    }
    try body(context, ada)
    context.performAndWait { withExtendedLifetime(ada) {} }
  }

  @Test func argumentsAndVariablesAskForIt() {
    func isOn(_ arguments: [String], _ variables: [String: String] = [:]) -> Bool {
      ConcurrencyDebug.isRequested(arguments: arguments, variables: variables)
    }
    #expect(isOn(["app", "-com.apple.CoreData.ConcurrencyDebug", "1"]))
    #expect(!isOn(["app", "-com.apple.CoreData.ConcurrencyDebug", "0"]))
    #expect(!isOn(["app", "-com.apple.CoreData.ConcurrencyDebug"]))
    #expect(isOn(["app"], ["com.apple.CoreData.ConcurrencyDebug": "1"]))
    #expect(!isOn(["app"]))
  }

  /// A child that failed for another reason does not count.
  private func expectViolation(
    _ result: ExitTest.Result?, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let text = String(decoding: try #require(result, sourceLocation: location).standardErrorContent, as: UTF8.self)
    #expect(text.contains("concurrency violation"), "\(text)", sourceLocation: location)
  }

  @Test func usesOfTheContextStopTheProgram() async throws {
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, _ in try context.save() }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, _ in _ = try context.all("Person") }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, _ in _ = context.make("Person") }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, ada in context.delete(ada) }
      })
  }

  @Test func usesOfAnObjectStopTheProgram() async throws {
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { _, ada in _ = ada.value(forKey: "name") }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { _, ada in ada.setValue("Eve", forKey: "name") }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { _, ada in _ = ada.value(forKey: "team") }
      })
    // On the queue of another context.
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, ada in
          let other = NSManagedObjectContext(.privateQueue)
          other.persistentStoreCoordinator = context.persistentStoreCoordinator
          other.performAndWait { _ = ada.value(forKey: "name") }
        }
      })
  }

  /// What only looks, or only marks, is a use too.
  @Test func quietUsesStopTheProgram() async throws {
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, _ in _ = context.hasChanges }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, ada in context.detectConflicts(for: ada) }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { context, ada in
          let new = context.performAndWait { context.make("Person") }
          guard let store = context.persistentStoreCoordinator?.persistentStores.first else { return }
          context.assign(new, to: store)
        }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { _, ada in _ = ada.changedValues() }
      })
    try expectViolation(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try ConcurrencyDebugTests.guarded { _, ada in _ = ada.primitiveValue(forKey: "name") }
      })
  }

  @Test func theMessageNamesWhatWasUsed() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ConcurrencyDebugTests.guarded { context, ada in
        context.name = "importer"
        _ = ada.value(forKey: "name")
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("multi-threading assertions enabled"))
    #expect(text.contains("concurrency violation: an object of 'Person' with the ID"))
    #expect(text.contains("importer"))
  }

  /// Everything that is on the queue goes on as ever: blocks in blocks, parents and children, merges, tasks.
  @Test func usesOnTheQueueAreLeftAlone() async {
    await #expect(processExitsWith: .success) {
      setenv(ConcurrencyDebug.name, "1", 1)
      let store = try TestStore(.memory)
      let context = store.context()
      let follower = store.context()
      follower.automaticallyMergesChangesFromParent = true
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      try child.performAndWait {
        let team = child.make("Team", ["name": "a"])
        let ada = child.make("Person", ["name": "Ada", "team": team])
        try context.performAndWait { try child.performAndWait { try child.save() } }
        _ = ada.text("name")
      }
      let ids = try await context.perform {
        let ada = try context.all("Person")[0]
        try context.save()
        return ada.objectID
      }
      try await follower.perform {
        let ada = try follower.existingObject(with: ids)
        ada.setValue(ada.object("team")?.text("name"), forKey: "nick")
        follower.delete(ada)
        try follower.save()
      }
    }
  }

  /// Without it nothing is looked at, as in every program until now.
  @Test func withoutItNothingIsChecked() throws {
    let store = try TestStore(.memory)
    let context = store.context()
    #expect(!context.checksQueue)
    let ada = try context.performAndWait {
      let ada = context.make("Person", ["name": "Ada"])
      try context.save()
      return ada
    }
    #expect(!ada.state.contains(.guarded))
    #expect(ada.text("name") == "Ada")
  }
}
