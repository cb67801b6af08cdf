import Testing

@testable import CoreDataEngine

/// Fetches with a `fetchBatchSize`, and `fetchBatches(_:)`. D46.
@Suite struct BatchedFetchTests {
  private static let count = 95

  /// A store with people whose ages are their places, and teams of them.
  private func filledStore(_ kind: StoreKind) throws -> TestStore {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let teams = (0..<3).map { context.make("Team", ["name": "T\($0)"]) }
      for index in 0..<Self.count {
        let entity = index % 10 == 7 ? "Employee" : "Person"
        _ = context.make(
          entity, ["name": "P\(index)", "age": index, "score": Double(index * 37 % 95), "team": teams[index % 3]])
      }
      try context.save()
    }
    return store
  }

  private func request(_ size: Int, by key: String? = "age") -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
    request.fetchBatchSize = size
    return request
  }

  /// How many statements `body` executes, all on the connection that `store` reads with.
  private func statements(_ store: TestStore, _ body: () throws -> Void) throws -> Int {
    let backend = try #require(store.coordinator.persistentStores[0].openStore as? SQLiteStore)
    let before = try backend.pool.read { $0.statistics.executed }
    try body()
    return try backend.pool.read { $0.statistics.executed } - before
  }

  @Test(arguments: StoreKind.allCases) func aBatchSizeChangesNoResult(kind: StoreKind) throws {
    let store = try filledStore(kind)
    let context = store.context()
    try context.performAndWait {
      for size in [0, 1, 10, 94, 95, 1_000] {
        for key in ["age", "score"] {
          let plain = try context.fetch(request(0, by: key)).compactMap { $0.number("age") }
          context.reset()
          #expect(try context.fetch(request(size, by: key)).compactMap { $0.number("age") } == plain)
          context.reset()
          #expect(try context.fetchBatches(request(size, by: key)).compactMap { $0.number("age") } == plain)
          context.reset()
        }
        let window = request(size)
        window.fetchOffset = 20
        window.fetchLimit = 25
        window.predicate = NSPredicate(format: "age < 40 OR team.name == %@", "T1")
        let wanted = try context.fetch(window).map(\.objectID)
        #expect(wanted.count == 25)
        #expect(try context.fetchBatches(window).map(\.objectID) == wanted)
        context.reset()
      }
    }
  }

  /// The keys first, then one statement for each batch that is looked at.
  @Test(arguments: ["age", "score"]) func rowsAreReadBatchByBatch(key: String) throws {
    let store = try filledStore(.sqlite)
    let context = store.context()
    try context.performAndWait {
      var people: [NSManagedObject] = []
      let fetching = try statements(store) { people = try context.fetch(request(10, by: key)) }
      #expect(fetching == 1)
      #expect(people.count == Self.count)
      #expect(people.filter(\.isFault).count == Self.count)
      let first = try statements(store) { _ = people[42].number("age") }
      #expect(first == 1)
      #expect(people[41].isFault)
      let neighbours = try statements(store) { for index in 40..<50 { _ = people[index].number("age") } }
      #expect(neighbours == 0)
      let rest = try statements(store) { for person in people { _ = person.number("age") } }
      #expect(rest == 9)
      #expect(!people.contains { $0.isFault })
    }
  }

  @Test func resultsHoldOneBatch() throws {
    let store = try filledStore(.sqlite)
    let context = store.context()
    try context.performAndWait {
      let people = try context.fetchBatches(request(10))
      #expect(people.count == Self.count)
      #expect(context.registeredObjects.isEmpty)
      let held = people[3]
      #expect(held.number("age") == 3)
      var ages: [Int?] = []
      let walk = try statements(store) { for person in people { ages.append(person.number("age")) } }
      #expect(walk == 9)
      #expect(ages == Array(0..<95))
      #expect(context.registeredObjects.count <= 11)
      #expect(people[3] === held)
      #expect(people.last?.number("age") == 94)
      #expect(people.reversed().first?.number("age") == 94)
    }
  }

  /// What is read at once is as it was at the moment of the fetch.
  @Test(arguments: StoreKind.allCases, [true, false]) func otherFetchesReadAllRowsAtOnce(
    kind: StoreKind, asFaults: Bool
  ) throws {
    let store = try filledStore(kind)
    let (context, other) = (store.context(), store.context())
    let request = request(10)
    request.returnsObjectsAsFaults = asFaults
    let people = try context.performAndWait { try context.fetch(request) }
    #expect(people.count { $0.isFault } == (asFaults ? Self.count : 0))
    try other.performAndWait {
      try other.all("Person", "age == 50").first?.setValue("changed", forKey: "name")
      try other.save()
    }
    let isBatched = asFaults && (kind == .sqlite || kind == .sqliteInMemory)
    context.performAndWait { #expect(people[50].text("name") == (isBatched ? "changed" : "P50")) }
  }

  @Test func objectsThatAreNoFaultsAreReadByOneStatement() throws {
    let store = try filledStore(.sqlite)
    let context = store.context()
    try context.performAndWait {
      let request = request(10)
      request.returnsObjectsAsFaults = false
      var people: [NSManagedObject] = []
      let fetching = try statements(store) { people = try context.fetch(request) }
      #expect(fetching == 1)
      let reading = try statements(store) { for person in people { _ = person.number("age") } }
      #expect(reading == 0)
      #expect(people.compactMap { $0.number("age") } == Array(0..<Self.count))
    }
  }

  @Test(arguments: ["age", nil]) func severalStoresAreReadAtOnce(key: String?) throws {
    let store = try filledStore(.sqlite)
    let second = try store.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: store.folder.url.appendingPathComponent("second"))
    let context = store.context()
    try context.performAndWait {
      for index in 0..<Self.count {
        context.assign(context.make("Person", ["name": "Q\(index)", "age": index + Self.count]), to: second)
      }
      try context.save()
      context.reset()
      var people: [NSManagedObject] = []
      let fetching = try statements(store) { people = try context.fetch(request(10, by: key)) }
      #expect(fetching == 1)
      let reading = try statements(store) { for person in people { _ = person.number("age") } }
      #expect(reading == 0)
      #expect(people.compactMap { $0.number("age") }.sorted() == Array(0..<2 * Self.count))
    }
  }

  @Test func deletedAndChangedRowsInBetween() throws {
    let store = try filledStore(.sqlite)
    let (context, other) = (store.context(), store.context())
    var people: [NSManagedObject] = []
    try context.performAndWait {
      people = try context.fetch(request(10))
      _ = people[0].text("name")
    }
    try other.performAndWait {
      let found = try other.all("Person", "age IN {5, 15, 25}", sortedBy: "age")
      found[0].setValue("changed", forKey: "name")
      found[1].setValue("changed", forKey: "name")
      other.delete(found[2])
      try other.save()
    }
    context.performAndWait {
      // Read before, and read afterwards.
      #expect(people[5].text("name") == "P5")
      #expect(people[15].text("name") == "changed")
      #expect(people[24].text("name") == "P24")
      #expect(people[25].text("name") == nil)
      #expect(people[25].isDeleted)
      #expect(people[26].text("name") == "P26")
    }
  }

  @Test(arguments: [false, true]) func unsavedChangesCount(_ isLazy: Bool) throws {
    let store = try filledStore(.sqlite)
    let context = store.context()
    try context.performAndWait {
      let all = try context.all("Person", sortedBy: "age")
      context.delete(all[10])
      all[20].setValue(1_000, forKey: "age")
      _ = context.make("Person", ["name": "new", "age": -1])
      let ages =
        isLazy
        ? try context.fetchBatches(request(10)).compactMap { $0.number("age") }
        : try context.fetch(request(10)).compactMap { $0.number("age") }
      #expect(ages == [-1] + (0..<95).filter { $0 != 10 && $0 != 20 } + [1_000])
    }
  }

  /// What is done with an object of a batch before its row is known.
  @Test func faultsOfABatchAreFaults() throws {
    let store = try filledStore(.sqlite)
    let context = store.context()
    try context.performAndWait {
      let people = try context.fetch(request(50))
      context.refresh(people[1], mergeChanges: false)
      context.delete(people[2])
      people[3].setValue("set", forKey: "name")
      #expect(try context.existingObject(with: people[4].objectID) === people[4])
      #expect(people[60].object("team")?.text("name") == "T0")
      try context.save()
      context.refreshAllObjects()
      #expect(people[1].text("name") == "P1")
      #expect(people[3].text("name") == "set")
      #expect(try context.count(for: request(10)) == Self.count - 1)
      #expect(people[7].entity.name == "Employee")
    }
  }
}
