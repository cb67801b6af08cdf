import CoreDataEngine
import CoreDataSQLite
import Testing

@Suite struct RemoteChangeTests {
  private static var options: [AnyHashable: Any] {
    [
      NSPersistentHistoryTrackingKey: NSNumber(value: true),
      NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: true),
    ]
  }

  /// Counts the notices of a coordinator, and waits for them on a thread of its own.
  private final class Listener: @unchecked Sendable {
    // @unchecked Sendable: everything is used under `condition`.
    private let condition = NSCondition()
    private var notices: [[AnyHashable: Any]] = []
    private var token: (any NSObjectProtocol)?

    init(_ coordinator: NSPersistentStoreCoordinator) {
      token = NotificationCenter.default.addObserver(
        forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
      ) { [weak self] note in
        guard let self else { return }
        condition.lock()
        notices.append(note.userInfo ?? [:])
        condition.broadcast()
        condition.unlock()
      }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }

    func wait(for count: Int) async -> [[AnyHashable: Any]] {
      await withCheckedContinuation { continuation in
        Thread { [self] in
          let end = Date(timeIntervalSinceNow: 20)
          condition.lock()
          while notices.count < count, condition.wait(until: end) {}
          nonisolated(unsafe) let found = notices
          condition.unlock()
          continuation.resume(returning: found)
        }.start()
      }
    }
  }

  @Test func coordinatorsHearOfEachOther() async throws {
    let first = try TestStore(.sqlite, options: RemoteChangeTests.options)
    let second = try TestStore(.sqlite, model: first.model, folder: first.folder, options: RemoteChangeTests.options)
    let (own, other) = (Listener(first.coordinator), Listener(second.coordinator))
    let context = first.context()
    _ = context.make("Person", ["name": "p"])
    try context.save()
    for (listener, store) in [(own, first), (other, second)] {
      let info = try #require(await listener.wait(for: 1).first)
      let opened = store.coordinator.persistentStores[0]
      #expect(info[NSStoreUUIDKey] as? String == opened.identifier)
      #expect(info[NSPersistentStoreURLKey] as? URL == opened.url)
      let token = try #require(info[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
      #expect(token == store.coordinator.currentPersistentHistoryToken(fromStores: nil))
    }
    try second.coordinator.remove(second.coordinator.persistentStores[0])
    _ = context.make("Person", ["name": "q"])
    try context.save()
    #expect(await own.wait(for: 2).count == 2)
    #expect(await other.wait(for: 1).count == 1)
  }

  @Test func anotherProcessIsHeardOf() async throws {
    let store = try TestStore(.sqlite, options: RemoteChangeTests.options)
    let url = try #require(store.url)
    let view = store.context()
    let person = view.make("Person", ["name": "before"])
    try view.save()
    let token = try #require(store.coordinator.currentPersistentHistoryToken(fromStores: nil))
    let listener = Listener(store.coordinator)
    // The child has no engine of ours, only SQLite: it writes what Apple's framework would.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", RemoteChangeTests.script, url.path]
    do {
      try process.run()
    } catch {
      print("Skipped: no python3 to be the other process.")
      return
    }
    process.waitUntilExit()
    guard process.terminationStatus != 127 else { return print("Skipped: no python3 to be the other process.") }
    try #require(process.terminationStatus == 0)
    // The parent's own save before may still be told first.
    var notices = await listener.wait(for: 1)
    if notices.last?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken == token {
      notices = await listener.wait(for: 2)
    }
    let told = try #require(notices.last?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken)
    #expect(told != token)
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let found = try #require(
      (try view.execute(request) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
    #expect(found.map(\.author) == ["child"])
    #expect(person.text("name") == "before")
    for transaction in found { view.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
    #expect(person.text("name") == "after")
    // Bit vectors of another program are not read.
    #expect(found[0].changes?.first?.updatedProperties == nil)
  }

  private static let script = """
    import sqlite3, sys
    c = sqlite3.connect(sys.argv[1], timeout=20)
    c.execute("BEGIN IMMEDIATE")
    c.execute("UPDATE ZPERSON SET ZNAME = 'after', Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
    ent, = c.execute("SELECT Z_ENT FROM ZPERSON WHERE Z_PK = 1").fetchone()
    c.execute("INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (100, 16003, 'child')")
    c.execute("INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZTIMESTAMP) VALUES (2, 16002, 100, 800000000.0)")
    c.execute("INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) VALUES (2, 16001, 1, ?, 1, 2, X'07')", (ent,))
    c.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_ENT IN (16001, 16002)")
    c.execute("COMMIT")
    """
}
