import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Fetches of object IDs and counts: keys alone are read, and no object is made.
@Suite struct ObjectIDFetchTests {
  private func populated(_ kind: StoreKind) throws -> TestStore {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let team = context.make("Team", ["name": "a"])
      for index in 0..<6 {
        _ = context.make(index % 2 == 0 ? "Person" : "Employee", ["name": "P\(index)", "age": index, "team": team])
      }
      try context.save()
    }
    return store
  }

  private func request(_ format: String? = nil, sortedBy key: String? = nil) -> NSFetchRequest<NSManagedObjectID> {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
    request.resultType = .managedObjectIDResultType
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: false)] }
    return request
  }

  /// The statements that a fetch runs, and how many it finds.
  private func statements(_ store: TestStore, _ body: () throws -> Int) throws -> (texts: [String], count: Int) {
    let sqlite = try #require(store.coordinator.persistentStores.first?.objectStore as? SQLiteStore)
    nonisolated(unsafe) var texts: [String] = []  // A database in memory has one connection, used by this thread.
    try sqlite.pool.write { $0.onTrace = { texts.append($0.sql) } }
    let count = try body()
    try sqlite.pool.write { $0.onTrace = nil }
    return (texts, count)
  }

  @Test func keysAloneAreRead() throws {
    let store = try populated(.sqliteInMemory)
    let context = store.context()
    try context.performAndWait {
      let fetched = try statements(store) {
        try context.fetch(request("age > 2 AND team.name == 'a'", sortedBy: "age")).count
      }
      #expect(fetched.count == 3)
      #expect(
        fetched.texts == [
          "SELECT t0.Z_ENT, t0.Z_PK FROM ZPERSON t0 LEFT OUTER JOIN ZTEAM t1 ON t0.ZTEAM = t1.Z_PK "
            + "WHERE  (t0.ZAGE > ? AND  t1.ZNAME = ?) ORDER BY t0.ZAGE DESC"
        ])
      let counted = try statements(store) { try context.count(for: request("age > 2")) }
      #expect(counted.count == 3)
      #expect(counted.texts == ["SELECT COUNT(*) FROM ZPERSON t0 WHERE  t0.ZAGE > ?"])
      #expect(context.registeredObjects.isEmpty)
      _ = context.make("Person", ["name": "new", "age": 9])
      let mixed = try statements(store) { try context.fetch(request("age > 2")).count }
      #expect(mixed.count == 4)
      #expect(mixed.texts == ["SELECT t0.Z_ENT, t0.Z_PK FROM ZPERSON t0 WHERE  t0.ZAGE > ?"])
    }
  }

  @Test(arguments: StoreKind.allCases) func IDsAreThoseOfTheObjects(kind: StoreKind) throws {
    let store = try populated(kind)
    let context = store.context()
    try context.performAndWait {
      func check(_ request: NSFetchRequest<NSManagedObjectID>, location: SourceLocation = #_sourceLocation) throws {
        let objects = NSFetchRequest<NSManagedObject>(entityName: "Person")
        objects.predicate = request.predicate
        objects.sortDescriptors = request.sortDescriptors
        objects.fetchLimit = request.fetchLimit
        objects.fetchOffset = request.fetchOffset
        objects.includesSubentities = request.includesSubentities
        let ids = try context.fetch(request)
        let found = try context.fetch(objects)
        let wanted = found.map(\.objectID)
        // Without an order each fetch may give its own, and cut another part of it.
        if request.sortDescriptors != nil {
          #expect(ids == wanted, sourceLocation: location)
          #expect(ids.map { $0.entity.name } == found.map { $0.entity.name }, sourceLocation: location)
        } else if request.fetchLimit == 0 {
          #expect(Set(ids) == Set(wanted), sourceLocation: location)
        }
        #expect(ids.count == wanted.count && Set(ids).count == ids.count, sourceLocation: location)
        #expect(try context.count(for: request) == ids.count, sourceLocation: location)
      }
      func checkAll() throws {
        for key in [nil, "age"] {
          try check(request(sortedBy: key))
          try check(request("age >= 2", sortedBy: key))
          let part = request("age >= 1", sortedBy: key)
          part.fetchLimit = 3
          part.fetchOffset = 1
          try check(part)
          let plain = request(sortedBy: key)
          plain.includesSubentities = false
          try check(plain)
          // SQL cannot say this.
          try check(request("tags[FIRST] == nil", sortedBy: key))
        }
      }
      try checkAll()
      let people = try context.all("Person", sortedBy: "age")
      context.delete(people[1])
      try checkAll()
      people[3].setValue(-1, forKey: "age")
      _ = context.make("Employee", ["name": "new", "age": 4])
      try checkAll()
      let saved = request()
      saved.includesPendingChanges = false
      #expect(try context.fetch(saved).count == 6)
    }
  }

  @Test(arguments: [StoreKind.memory, .sqlite]) func childrenSeeWhatTheirParentHas(kind: StoreKind) throws {
    let store = try populated(kind)
    let parent = store.context()
    try parent.performAndWait {
      let fresh = parent.make("Person", ["name": "new", "age": 10])
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = parent
      try child.performAndWait {
        let ids = try child.fetch(request("age > 4", sortedBy: "age"))
        #expect(ids.count == 2 && ids.first == fresh.objectID)
        #expect(try child.count(for: request("age > 4")) == 2)
      }
    }
  }
}
