import CoreDataEngine
import Testing

/// What the history tells after a migration.
@Suite struct HistoryMigrationTests {
  private var options: [AnyHashable: Any] {
    var options = MigrationFixture.inferring
    options[NSPersistentHistoryTrackingKey] = NSNumber(value: true)
    return options
  }

  private func deletions(_ context: NSManagedObjectContext) throws -> [[String: Any]] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
    let transactions = try #require(result.result as? [NSPersistentHistoryTransaction])
    let found = transactions.flatMap { $0.changes ?? [] }.filter { $0.changeType == .delete }.map { change in
      var values: [String: Any] = [:]
      for (key, value) in change.tombstone ?? [:] { if let key = key as? String { values[key] = value } }
      return values
    }
    func id(_ values: [String: Any]) -> Double { (values["id"] as? NSNumber)?.doubleValue ?? 0 }
    return found.sorted { id($0) < id($1) }
  }

  private func deleteAll(_ context: NSManagedObjectContext) throws {
    try context.save()
    for object in try context.all("Person", sortedBy: "id") { context.delete(object) }
  }

  /// Each value stays under the property it was kept for, or that continues it.
  @Test func tombstonesFollowTheirProperties() throws {
    let fixture = try MigrationFixture()
    try fixture.open(ModelText.model("Person.id Int64 preserved\nPerson.name String"), options: options) {
      context throws in
      _ = context.make("Person", ["id": 7, "name": "gone"])
      try deleteAll(context)
    }
    // Another entity before it gives Person another number.
    let second =
      "Animal.x String\nPerson.id Int64 preserved\nPerson.email String preserved\nPerson.name String\nWorker:Person\nWorker.badge String preserved"
    try fixture.open(ModelText.model(second), options: options) { context throws in
      let first = try #require(try deletions(context).first)
      #expect((first["id"] as? NSNumber)?.intValue == 7)
      #expect(first["email"] == nil)
      _ = context.make("Person", ["id": 8, "email": "e8"])
      _ = context.make("Worker", ["id": 9, "email": "e9", "badge": "b9"])
      try deleteAll(context)
    }
    // An attribute renamed, one of another type, one that is not kept any more.
    let third =
      "Animal.x String\nPerson.id Double preserved\nPerson.email String\nPerson.name String\nWorker:Person\nWorker.aBadge String preserved was:badge"
    try fixture.open(ModelText.model(third), options: options) { context throws in
      let all = try deletions(context)
      #expect(all.map { ($0["id"] as? NSNumber)?.doubleValue } == [7, 8, 9])
      #expect(all.allSatisfy { $0["email"] == nil })
      #expect(all.map { $0["aBadge"] as? String } == [nil, nil, "b9"])
    }
    // What was dropped does not come back to life.
    let fourth = third.replacing("Person.email String", with: "Person.email String preserved")
    try fixture.open(ModelText.model(fourth), options: options) { context throws in
      let all = try deletions(context)
      #expect(all.map { ($0["id"] as? NSNumber)?.doubleValue } == [7, 8, 9])
      #expect(all.allSatisfy { $0["email"] == nil })
      #expect(all.map { $0["aBadge"] as? String } == [nil, nil, "b9"])
    }
  }
}
