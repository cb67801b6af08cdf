import CoreDataCompatTestSupport
import Testing

/// A save that fails, at whichever write, changes nothing, keeps the context's changes, and works when it is tried again.
@Suite struct FaultTests {
  private func stack(_ name: StackName) throws -> IsolatedStack {
    try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
  }

  /// Every write of a save fails once.
  @Test(arguments: StackName.allCases, [Fault.noSpace, .brokenDisk]) @MainActor
  func everyWriteFailsOnce(_ name: StackName, fault: Fault) async throws {
    let stack = try stack(name)
    let context = stack.manager.managedObjectContext
    Population.insert(10, into: context, prefix: "batch 0")
    try stack.manager.save()
    let before = try StoreContents(of: context)

    Population.insert(60, into: context, prefix: "batch 1")
    var failures = 0
    while true {
      stack.fail(fault, afterWrites: failures)
      do {
        try stack.manager.save()
        stack.stopFailing()
        break
      } catch let error as CocoaError {
        stack.stopFailing()
        #expect(error.code == (fault == .noSpace ? .fileWriteOutOfSpace : .fileWriteUnknown))
        #expect(context.insertedObjects.count == 64)
        let other = stack.manager.newBackgroundContext()
        let found = try other.performAndWait { try StoreContents(of: other) }
        #expect(found == before, "after write \(failures)")
      }
      failures += 1
      try #require(failures < 200)
    }
    #expect(failures > 2)
    #expect(try Population.count("Person", context) == 70)
    #expect(try stack.manager.checkStore() == .sound)
  }

  @Test(arguments: StackName.allCases) @MainActor
  func busyStoreIsAnErrorThatCanBeTriedAgain(_ name: StackName) throws {
    let stack = try stack(name)
    var configuration = stack.configuration
    configuration.timeout = 0.1
    let manager = Manager(configuration: configuration)
    Population.insert(3, into: manager.managedObjectContext)
    stack.fail(.busy)
    let error = try #require(throws: CocoaError.self) { try manager.save() }
    #expect(error.errorCode == NSPersistentStoreTimeoutError)
    stack.stopFailing()
    #expect(try manager.save())
  }

  /// Killed in place of each write of a save in turn; the other stack finds the batch whole or not at all.
  @Test(arguments: StackName.allCases)
  func killedAtEveryWrite(_ name: StackName) async throws {
    let stack = try stack(name)
    try await onThread {
      var (count, wasSaved) = (0, false)
      while !wasSaved {
        let url = stack.folder.appendingPathComponent("\(count).sqlite")
        wasSaved = try ProbeProcess(["die", name.rawValue, url.path, "\(count)"]).lines().contains("saved")
        var configuration = stack.configuration
        configuration.place = .file(url)
        configuration.selector = .provider(name.other.provider)
        let reader = Manager(configuration: configuration)
        #expect(try reader.checkStore() == .sound)
        let context = reader.newBackgroundContext()
        let found = try context.performAndWait { try Population.count("Person", context) }
        #expect(found == 60 || (found == 0 && !wasSaved), "\(found) objects after write \(count)")
        count += 1
        try #require(count < 200)
      }
      #expect(count > 3)
    }
  }
}
