import CoreDataEngine
import Testing

/// Cases from practice that concern saves and notifications.
@Suite struct SavingCaseTests {
  /// A root, its child and its grandchild.
  private func contexts(_ store: TestStore) -> [NSManagedObjectContext] {
    let root = store.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = root
    let grandchild = NSManagedObjectContext(.privateQueue)
    grandchild.parent = child
    return [root, child, grandchild]
  }

  /// Saves the context and all above it; returns the first error.
  private func failure(of context: NSManagedObjectContext) -> NSError? {
    var next: NSManagedObjectContext? = context
    while let current = next {
      do { try current.performAndWait { try current.save() } } catch { return error as NSError }
      next = current.parent
    }
    return nil
  }

  /// C32: whatever keeps a save from being done, there is an error with a code and a reason.
  @Test(arguments: StoreKind.allCases, 0...2) func aFailedSaveHasAnError(kind: StoreKind, level: Int) throws {
    let store = try TestStore(kind)
    let seed = store.context()
    try seed.performAndWait {
      _ = seed.make("Tag", ["label": "red"])
      try seed.save()
    }
    let failures: [(String, Int, (NSManagedObjectContext) -> Void)] = [
      ("validation", 1570, { _ = $0.make("Person") }),
      ("unique", NSManagedObjectConstraintMergeError, { _ = $0.make("Tag", ["label": "red"]) }),
    ]
    for (name, code, change) in failures {
      let context = contexts(store)[level]
      context.performAndWait { change(context) }
      let error = try #require(failure(of: context), "\(name)")
      #expect(error.domain == NSCocoaErrorDomain && error.code == code, "\(name): \(error)")
      #expect(!error.localizedDescription.isEmpty)
    }
    let context = contexts(store)[level]
    context.performAndWait { _ = context.make("Person", ["name": "late"]) }
    for store in store.coordinator.persistentStores { try store.persistentStoreCoordinator?.remove(store) }
    let closed = try #require(failure(of: context))
    #expect(closed.domain == NSCocoaErrorDomain && closed.code == NSPersistentStoreSaveError, "\(closed)")
  }

  /// C32: a store that may only be read.
  @Test(arguments: StoreKind.lasting, 0...2) func aSaveToAReadOnlyStoreHasAnError(kind: StoreKind, level: Int) throws {
    let first = try TestStore(kind)
    let seed = first.context()
    try seed.performAndWait {
      _ = seed.make("Person", ["name": "Ada"])
      try seed.save()
    }
    for store in first.coordinator.persistentStores { try first.coordinator.remove(store) }
    let store = try TestStore(
      kind, model: first.model, folder: first.folder, options: [NSReadOnlyPersistentStoreOption: true])
    let context = contexts(store)[level]
    context.performAndWait { _ = context.make("Person", ["name": "Eve"]) }
    let error = try #require(failure(of: context))
    #expect(error.domain == NSCocoaErrorDomain)
    #expect([NSPersistentStoreSaveError, NSFileWriteNoPermissionError].contains(error.code), "\(error)")
  }

  /// C78: what is announced in which order, each object in one place; a merge of one's own save changes nothing.
  @Test(arguments: StoreKind.allCases) func notificationsOfASave(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let people = ["a", "b", "c"].map { context.make("Person", ["name": $0]) }
      try context.save()
      let order = Order(context)
      let new = context.make("Person", ["name": "new"])
      people[0].setValue("changed", forKey: "name")
      context.delete(people[1])
      context.refresh(people[2], mergeChanges: false)
      try context.save()
      #expect(order.names == ["changes", "will", "did"])
      for info in [order.infos[0], order.infos[2]] {
        let sets = [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey].map {
          info[$0] as? Set<NSManagedObject> ?? []
        }
        #expect(sets == [[new], [people[0]], [people[1]]])
      }
      #expect(order.infos[0][NSRefreshedObjectsKey] as? Set<NSManagedObject> == [people[2]])
      context.mergeChanges(
        fromContextDidSave: Notification(
          name: .NSManagedObjectContextDidSave, object: context, userInfo: order.infos[2]))
      #expect(!context.hasChanges)
      #expect(people[0].text("name") == "changed" && new.text("name") == "new")
      let found = try context.all("Person").count
      #expect(found == 3)
    }
  }

  /// C78: a save in an observer of the save does not go round in circles.
  @Test(arguments: StoreKind.allCases) func aSaveInsideAnObserver(kind: StoreKind) throws {
    let store = try TestStore(kind)
    let context = store.context()
    let counter = Counter()
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { [unowned context] _ in
      counter.count += 1
      if counter.count < 10 {
        _ = context.make("Person", ["name": "\(counter.count)"])
        if counter.count == 1 { try? context.save() }
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.performAndWait {
      _ = context.make("Person", ["name": "first"])
      try context.save()
      #expect(counter.count <= 2)
      try context.save()
    }
    let other = store.context()
    let found = try other.performAndWait { try other.all("Person").count }
    #expect(found >= 2)
  }

  /// The notifications of a context in their order.
  ///
  /// @unchecked Sendable: used on the context's queue alone, on which they are posted.
  private final class Order: @unchecked Sendable {
    var names: [String] = []
    var infos: [[AnyHashable: Any]] = []
    private var observers: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
      for (name, short) in [
        (Notification.Name.NSManagedObjectContextObjectsDidChange, "changes"),
        (.NSManagedObjectContextWillSave, "will"), (.NSManagedObjectContextDidSave, "did"),
      ] {
        observers.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [unowned self] in
            names.append(short)
            infos.append($0.userInfo ?? [:])
          })
      }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
  }

  /// @unchecked Sendable: used on the context's queue alone.
  private final class Counter: @unchecked Sendable {
    var count = 0
  }
}
