import CoreDataCompatTestSupport
import Testing

/// A store on a medium that cannot be written to: a mount for reading only, which the system lets a process of its own have.
@Suite(.enabled(if: ReadOnlyMedium.isAvailable, "this system lets no process mount a folder for reading only"))
struct ReadOnlyMediumTests {
  private func stack(_ name: StackName) throws -> IsolatedStack {
    try IsolatedStack(model: .instance(PracticeModel.make()), provider: name.provider)
  }

  /// Reading is asked for, or it is an error; either way the files stay as they are.
  @Test(arguments: StackName.allCases)
  func storeThatIsThere(_ name: StackName) async throws {
    let stack = try stack(name)
    try await stack.manager.performBackgroundTask { context in
      Population.insert(6, into: context)
      try context.save()
    }
    try await stack.manager.unload()
    let before = try FolderSnapshot(stack.folder)
    let (writing, reading) = try await onThread {
      let command = ["open", name.rawValue, stack.storeURL.path]
      return (
        try ReadOnlyMedium.run(command, folder: stack.folder),
        try ReadOnlyMedium.run(command + ["read-only"], folder: stack.folder)
      )
    }
    #expect(writing.first?.hasPrefix("failed noPermission") == true, "\(writing)")
    #expect(writing.first?.contains(stack.storeURL.path) == true, "\(writing)")
    #expect(reading == ["opened 6"])
    #expect(try FolderSnapshot(stack.folder) == before)
  }

  @Test(arguments: StackName.allCases)
  func newStore(_ name: StackName) async throws {
    let stack = try stack(name)
    let said = try await onThread {
      try ReadOnlyMedium.run(["open", name.rawValue, stack.storeURL.path], folder: stack.folder)
    }
    #expect(said.first?.hasPrefix("failed noPermission") == true, "\(said)")
    #expect(try FolderSnapshot(stack.folder).files.isEmpty)
  }

  /// A store that was not closed, and whose log has the newest saves.
  @Test(arguments: StackName.allCases)
  func storeWithALog(_ name: StackName) async throws {
    let stack = try stack(name)
    let (before, said) = try await onThread {
      let probe = try ProbeProcess(["save", name.rawValue, stack.storeURL.path])
      _ = (0..<3).map { _ in probe.line() }
      probe.kill()
      let before = try FolderSnapshot(stack.folder)
      let command = ["open", name.rawValue, stack.storeURL.path, "read-only"]
      return (before, try ReadOnlyMedium.run(command, folder: stack.folder))
    }
    let found = try #require(said.first?.split(separator: " ").last.flatMap { Int($0) }, "\(said)")
    #expect(found >= 40)
    #expect(try FolderSnapshot(stack.folder) == before)
  }
}
