import CoreDataEngine
import Foundation
import Testing

/// Cases from practice that concern containers.
@Suite struct ContainerCaseTests {
  /// What completion calls were made with.
  ///
  /// @unchecked Sendable: used under `condition`.
  private final class Calls: @unchecked Sendable {
    private let condition = NSCondition()
    private var list: [(String, Bool)] = []

    func add(_ description: NSPersistentStoreDescription, _ error: (any Error)?) {
      condition.lock()
      list.append((description.url?.lastPathComponent ?? "", error != nil))
      condition.signal()
      condition.unlock()
    }

    /// The calls, once there are so many; those that there are after ten seconds.
    func wait(for count: Int) -> [String] {
      condition.lock()
      defer { condition.unlock() }
      let end = Date(timeIntervalSinceNow: 10)
      while list.count < count, condition.wait(until: end) {}
      return list.map { "\($0) \($1 ? "failed" : "loaded")" }.sorted()
    }
  }

  /// C29: one call for each description, with its own error or none.
  @Test(arguments: 1...3, [false, true]) func oneCallForEachDescription(count: Int, isAsync: Bool) async throws {
    let folder = try TemporaryFolder()
    let names = ["a.sqlite", "b.sqlite", "c.sqlite"].prefix(count)
    // The last of several is a text file.
    if count > 1 { try Data("no database".utf8).write(to: folder.url.appendingPathComponent(names[count - 1])) }
    let path = folder.url
    let calls = Calls()
    let found = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let container = NSPersistentContainer(name: "Any", managedObjectModel: CasesModel.make())
        container.persistentStoreDescriptions = names.map { name in
          let description = NSPersistentStoreDescription(url: path.appendingPathComponent(name))
          description.shouldAddStoreAsynchronously = isAsync
          return description
        }
        container.loadPersistentStores { calls.add($0, $1) }
        let found = calls.wait(for: count)
        Thread.sleep(forTimeInterval: 0.02)
        continuation.resume(
          returning: (found, calls.wait(for: count).count, container.persistentStoreCoordinator.persistentStores.count))
      }
    }
    #expect(found.0 == names.enumerated().map { "\($1) \(count > 1 && $0 == count - 1 ? "failed" : "loaded")" })
    #expect(found.1 == count)
    #expect(found.2 == (count > 1 ? count - 1 : 1))
    withExtendedLifetime(folder) {}
  }
}
