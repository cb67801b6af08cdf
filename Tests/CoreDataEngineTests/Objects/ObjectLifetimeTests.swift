import Testing

@testable import CoreDataEngine

@Suite struct ObjectLifetimeTests {
  private struct Held: @unchecked Sendable {
    // Used by one thread at a time: the lock around it guards it.
    var objects: [NSManagedObject] = []
  }

  /// Objects may outlive their context, and their last releases may come on several threads at once. What all of them share
  /// lasts as long as one of them, and no longer.
  @Test func objectsEndOnAnyThreadAfterTheirContext() async throws {
    let store = try TestStore(.sqliteInMemory)
    let context = store.context()
    try context.performAndWait {
      for index in 0..<8 { _ = context.make("Person", ["name": "P\(index)"]) }
      try context.save()
    }
    for round in 0..<200 {
      let halves = [Lock(Held()), Lock(Held())]
      weak var registry: ObjectRegistry?
      do {
        let other = store.context()
        try other.performAndWait {
          registry = other.registry
          for (index, object) in try other.all("Person").enumerated() {
            halves[index % 2].withLock { $0.objects.append(object) }
          }
        }
      }
      #expect(registry != nil)
      #expect(halves.allSatisfy { $0.withLock { $0.objects.count } == 4 })
      await withCheckedContinuation { continuation in
        let group = DispatchGroup()
        for half in halves {
          group.enter()
          Thread.detachNewThread {
            half.withLock { $0.objects.removeAll() }
            group.leave()
          }
        }
        group.notify(queue: .global()) { continuation.resume() }
      }
      // A queue may let go of its context a moment later.
      for _ in 0..<500 where registry != nil { try await Task.sleep(for: .milliseconds(10)) }
      #expect(registry == nil, "round \(round)")
    }
  }
}
