@testable import CoreDataEngine
import CoreDataSQLite
import Testing

/// `migratePersistentStore`: from every type to every type.
@Suite struct StoreMovingTests {
  static let model = """
    Person.name String required
    Person.photo Data external
    Person.score Decimal
    Person.born Date
    Person.token UUID
    Person.team -> Team.members
    Person.tags ->> Tag.people
    Person.knows ->> Person
    Employee:Person
    Employee.badge Int64
    Team.name String
    Team.members ->> Person.team ordered
    Tag.label String unique
    Tag.people ->> Person.tags ordered
    """

  struct Way: Sendable, CustomTestStringConvertible {
    let from: StoreKind
    let to: StoreKind
    var testDescription: String { "\(from.rawValue) to \(to.rawValue)" }
  }

  static let ways = StoreKind.allCases.flatMap { from in StoreKind.allCases.map { Way(from: from, to: $0) } }

  static let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  /// Everything that the objects hold, by names.
  private func portrait(_ context: NSManagedObjectContext) throws -> [String] {
    func names(_ value: Any?) -> String {
      let objects = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
      let all = objects.compactMap { object -> String? in
        let object = object as? NSManagedObject
        return object?.entity.name == "Tag" ? object?.text("label") : object?.text("name")
      }
      return (value is NSOrderedSet ? all : all.sorted()).joined(separator: ",")
    }
    func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "nil" }
    var lines: [String] = []
    for person in try context.all("Person", sortedBy: "name") {
      let photo = (person.value(forKey: "photo") as? Data)?.hashValue ?? 0
      let badge = person.entity.name == "Employee" ? person.number("badge") ?? 0 : 0
      let parts: [String] = [
        person.entity.name ?? "", text(person.text("name")), "\(photo)", text(person.value(forKey: "score")),
        text(person.value(forKey: "born")), text(person.value(forKey: "token")),
        text(person.object("team")?.text("name")), names(person.value(forKey: "tags")),
        names(person.value(forKey: "knows")), "\(badge)",
      ]
      lines.append(parts.joined(separator: " "))
    }
    for team in try context.all("Team", sortedBy: "name") {
      lines.append(text(team.text("name")) + ": " + names(team.value(forKey: "members")))
    }
    for tag in try context.all("Tag", sortedBy: "label") {
      lines.append(text(tag.text("label")) + ": " + names(tag.value(forKey: "people")))
    }
    return lines
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    let teams = (0..<3).map { context.make("Team", ["name": "team\($0)"]) }
    let tags = (0..<4).map { context.make("Tag", ["label": "tag\($0)"]) }
    var people: [NSManagedObject] = []
    for number in 0..<12 {
      let person = context.make(number % 4 == 0 ? "Employee" : "Person", ["name": "p\(number)"])
      person.setValue(NSDecimalNumber(string: "\(number).00000000000000000001"), forKey: "score")
      person.setValue(Date(timeIntervalSinceReferenceDate: Double(number) + 0.125), forKey: "born")
      people.append(person)
    }
    people[1].setValue(Self.large, forKey: "photo")
    people[2].setValue(Data([1, 2]), forKey: "photo")
    people[3].setValue(UUID(), forKey: "token")
    for (number, person) in people.enumerated() {
      if number % 4 == 0 { person.setValue(number + 1_000, forKey: "badge") }
      person.setValue(Set([tags[number % 4], tags[(number + 1) % 4]]), forKey: "tags")
    }
    people[0].setValue(Set([people[1], people[5]]), forKey: "knows")
    for (number, team) in teams.enumerated() {
      let members: [NSManagedObject] = (0..<4).map { place in people[(place * 5 + number * 4) % 4 + number * 4] }
      team.setValue(NSOrderedSet(array: members), forKey: "members")
    }
    tags[0].setValue(NSOrderedSet(array: [people[4], people[0], people[8]]), forKey: "people")
    try context.save()
    // A key that has been used is not used again.
    let gone = context.make("Person", ["name": "gone"])
    try context.save()
    context.delete(gone)
    try context.save()
  }

  private func bytes(of folder: TemporaryFolder) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
      let url = folder.url.appendingPathComponent(name)
      // The log goes when the store is closed.
      if !name.hasSuffix("-wal"), !name.hasSuffix("-shm"), let data = try? Data(contentsOf: url) { found[name] = data }
    }
    return found
  }

  private func place(_ kind: StoreKind, in folder: TemporaryFolder) -> URL {
    switch kind {
    case .memory: folder.url.appendingPathComponent("none")
    case .sqliteInMemory: URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)")
    default: folder.url.appendingPathComponent("moved.\(kind.rawValue)")
    }
  }

  @Test(arguments: ways) func everythingGoesAlong(_ way: Way) throws {
    let store = try TestStore(way.from, model: ModelText.model(Self.model))
    let context = store.context()
    try fill(context)
    let old = try #require(store.coordinator.persistentStores.first)
    store.coordinator.setMetadata(["mine": "yes"], for: old)
    let before = try portrait(context)
    let people = try context.all("Person", sortedBy: "name")
    let (ids, names) = (people.map(\.objectID), people.map { $0.text("name") })
    let teamID = try #require(try context.all("Team", sortedBy: "name").first?.objectID)
    let highest = try old.objectStore.highestKey(in: ids[0].layout)
    context.refreshAllObjects()
    // Some objects are not read yet, one has unsaved changes, one is new.
    let changed = context.object(with: ids[2])
    changed.setValue("changed", forKey: "name")
    let new = context.make("Person", ["name": "new"])
    if let sqlite = old.objectStore as? SQLiteStore, sqlite.hasFile {
      try sqlite.pool.write { _ = try $0.checkpoint(.truncate) }
    }
    let files = try bytes(of: store.folder)

    let target = try TemporaryFolder()
    let moved = try store.coordinator.migratePersistentStore(
      old, to: place(way.to, in: target), options: nil, withType: way.to.type)
    #expect(moved.type == way.to.type)
    #expect(store.coordinator.persistentStores == [moved])
    #expect(old.persistentStoreCoordinator == nil)
    #expect(moved.identifier == old.identifier)
    #expect(moved.metadata["mine"] as? String == "yes")
    #expect(moved.metadata[NSStoreTypeKey] as? String == way.to.type)
    #expect(try bytes(of: store.folder) == files)

    // Objects and IDs go on, and so do unsaved changes.
    #expect(ids.allSatisfy { $0.persistentStore === moved })
    let others: [String?] = ids.map { context.object(with: $0).text("name") }
    #expect(others[3...] == names[3...])
    let uri = ids[4].uriRepresentation()
    #expect(store.coordinator.managedObjectID(forURIRepresentation: uri) == ids[4])
    #expect((context.object(with: teamID).value(forKey: "members") as? NSOrderedSet)?.count == 4)
    try context.save()
    #expect(new.objectID.key > highest)
    #expect(try context.all("Person", "name IN {'changed', 'new'}").count == 2)
    changed.setValue(names[2], forKey: "name")
    context.delete(new)
    try context.save()
    #expect(try portrait(context) == before)
    #expect(try portrait(store.context()) == before)

    // The new file stands for itself.
    guard StoreKind.lasting.contains(way.to) else { return }
    let url = try #require(moved.url)
    try store.coordinator.remove(moved)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ModelText.model(Self.model))
    _ = try coordinator.addPersistentStore(ofType: way.to.type, configurationName: nil, at: url)
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = coordinator
    #expect(try portrait(other) == before)
    let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(other.object(with: id).text("name") == names[4])
  }

  @Test(arguments: StoreKind.lasting) func whatIsThereIsNotWrittenOver(_ kind: StoreKind) throws {
    let store = try TestStore(.memory, model: ModelText.model(Self.model))
    let context = store.context()
    try fill(context)
    let old = try #require(store.coordinator.persistentStores.first)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("there")
    try Data("mine".utf8).write(to: url)
    let error = #expect(throws: NSError.self) {
      _ = try store.coordinator.migratePersistentStore(old, to: url, withType: kind.type)
    }
    #expect(error?.code == NSFileWriteFileExistsError)
    #expect(try Data(contentsOf: url) == Data("mine".utf8))
    let missing = folder.url.appendingPathComponent("no/such/folder")
    #expect(throws: NSError.self) {
      _ = try store.coordinator.migratePersistentStore(old, to: missing, withType: kind.type)
    }
    #expect(store.coordinator.persistentStores == [old])
    #expect(try context.all("Person").count == 12)
    _ = context.make("Person", ["name": "still"])
    try context.save()
  }

  @Test func theListenersHearOfBothStores() throws {
    let store = try TestStore(.sqlite, model: ModelText.model(Self.model))
    let context = store.context()
    try fill(context)
    let old = try #require(store.coordinator.persistentStores.first)
    let heard = Lock<[NSPersistentStore]>([])
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorStoresDidChange, object: store.coordinator, queue: nil
    ) { note in
      let stores = note.userInfo?[NSUUIDChangedPersistentStoresKey] as? [NSPersistentStore] ?? []
      heard.withLock { $0 = stores }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let url = store.folder.url.appendingPathComponent("new.xml")
    let new = try store.coordinator.migratePersistentStore(old, to: url, type: .xml)
    #expect(heard.withLock { $0 } == [old, new])
    #expect(store.coordinator.persistentStore(for: url) === new)
  }

  /// Saves of other threads go to the old store or to the new one, and are in the new one either way.
  @Test(arguments: [StoreKind.sqlite, .xml, .memory]) func savesMeanwhileAreNotLost(_ kind: StoreKind) async throws {
    try await RealThread.run {
      let store = try TestStore(kind, model: ModelText.model(Self.model))
      let context = store.context()
      try self.fill(context)
      let old = try #require(store.coordinator.persistentStores.first)
      let coordinator = store.coordinator
      let count = Lock(0)
      let isDone = Lock(false)
      let writer = Thread {
        let own = NSManagedObjectContext(.privateQueue)
        own.persistentStoreCoordinator = coordinator
        while !isDone.withLock({ $0 }) {
          own.performAndWait {
            _ = own.make("Team", ["name": "late"])
            guard (try? own.save()) != nil else { return own.reset() }
            count.withLock { $0 += 1 }
          }
        }
        isDone.withLock { $0 = false }
      }
      writer.start()
      func waitForSaves(_ number: Int) throws {
        for _ in 0..<20_000 where count.withLock({ $0 }) < number { usleep(1_000) }
        try #require(count.withLock { $0 } >= number)
      }
      let url = store.folder.url.appendingPathComponent("new.sqlite")
      // Whatever comes of it, the thread has to end.
      let outcome = Result {
        try waitForSaves(1)
        _ = try coordinator.migratePersistentStore(old, to: url, withType: NSSQLiteStoreType)
        try waitForSaves(count.withLock { $0 } + 1)
      }
      isDone.withLock { $0 = true }
      while isDone.withLock({ $0 }) { usleep(1_000) }
      try outcome.get()
      let found = try context.all("Team", "name == 'late'").count
      #expect(found == count.withLock { $0 })
    }
  }

  @Test func aTypeOfTheProgramsOwnIsRefused() throws {
    let store = try TestStore(.memory, model: ModelText.model(Self.model))
    let old = try #require(store.coordinator.persistentStores.first)
    let url = store.folder.url.appendingPathComponent("own")
    let error = #expect(throws: NSError.self) {
      _ = try store.coordinator.migratePersistentStore(old, to: url, withType: "Nobody")
    }
    #expect(error?.code == NSPersistentStoreInvalidTypeError)
    #expect(store.coordinator.persistentStores == [old])
  }
}
