import Testing

@testable import CoreDataEngine

@Suite struct ReadingBesideASaveTests {
  private struct Seen: Equatable {
    var fetched = 0
    var name: String?
    var counted = 0
    var members = 0
  }

  /// While a save has the write lock and does not end, other contexts fetch, count, and fire faults; they see what was
  /// there before.
  @Test func aLongSaveBlocksNoReader() async throws {
    nonisolated(unsafe) let store = try TestStore(.sqlite)
    let context = store.context()
    nonisolated(unsafe) var teamID: NSManagedObjectID?
    try context.performAndWait {
      let team = context.make("Team", ["name": "T"])
      for index in 0..<10 { _ = context.make("Person", ["name": "P\(index)", "team": team]) }
      try context.save()
      teamID = team.objectID
    }
    let backend = try #require(store.coordinator.persistentStores[0].openStore as? SQLiteStore)
    let (isSaving, hasRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = Lock<Seen?>(nil)
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      group.enter()
      Thread.detachNewThread {
        try? backend.write { connection in
          try connection.execute("UPDATE ZPERSON SET ZNAME = 'changed'")
          isSaving.signal()
          hasRead.wait()
        }
        group.leave()
      }
      group.enter()
      Thread.detachNewThread {
        isSaving.wait()
        let reader = store.context()
        let found = reader.performAndWait { () -> Seen in
          var found = Seen()
          let people = (try? reader.all("Person", sortedBy: "name")) ?? []
          found.fetched = people.count
          found.name = people.first?.text("name")
          found.counted = (try? reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))) ?? 0
          if let teamID { found.members = (reader.object(with: teamID).value(forKey: "members") as? NSSet)?.count ?? 0 }
          return found
        }
        seen.withLock { $0 = found }
        hasRead.signal()
        group.leave()
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(seen.withLock { $0 } == Seen(fetched: 10, name: "P0", counted: 10, members: 10))
    let names = try context.performAndWait {
      context.reset()
      return Set(try context.all("Person").compactMap { $0.text("name") })
    }
    #expect(names == ["changed"])
  }
}
