import Foundation
import Testing

@testable import CoreDataEngine

/// D17: what the cache of a fetched results controller spares, and when it is not used.
@Suite struct FetchedResultsCacheTests {
  /// A store with people in two sections, and a cache of its own.
  private final class Setup {
    let store: TestStore
    let name = "people/\(UUID().uuidString)"

    init(_ kind: StoreKind) throws {
      store = try TestStore(kind)
      let context = store.context()
      try context.performAndWait {
        for (name, age) in [("A", 1), ("A", 2), ("B", 3)] { _ = context.make("Person", ["name": name, "age": age]) }
        try context.save()
      }
    }

    deinit { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }

    func controller(_ context: NSManagedObjectContext, cache: Bool = true)
      -> NSFetchedResultsController<NSManagedObject>
    {
      NSFetchedResultsController(
        fetchRequest: FetchedResultsControllerTests.request(sortedBy: ["name", "age"]), managedObjectContext: context,
        sectionNameKeyPath: "name", cacheName: cache ? name : nil)
    }

    /// Fetches in a new context; returns the sections, and how many objects were read for them.
    func fetch(cache: Bool = true) throws -> (sections: [String], read: Int) {
      let context = store.context()
      return try context.performAndWait {
        let controller = controller(context, cache: cache)
        try controller.performFetch()
        let sections = (controller.sections ?? []).map { "\($0.name) \($0.numberOfObjects)" }
        return (sections, (controller.fetchedObjects ?? []).count { !$0.isFault })
      }
    }
  }

  @Test func keptSectionsReadNoObject() throws {
    let setup = try Setup(.sqlite)
    for round in 0..<3 {
      let found = try setup.fetch()
      #expect(found.sections == ["A 2", "B 1"])
      #expect(found.read == (round == 0 ? 3 : 0))
    }
    #expect(try setup.fetch(cache: false).read == 3)
    NSFetchedResultsController<NSManagedObject>.deleteCache(withName: setup.name)
    #expect(try setup.fetch().read == 3)
  }

  /// Another launch finds it: only what the file says counts.
  @Test func keptSectionsAreThoseOfTheFile() throws {
    let setup = try Setup(.sqlite)
    _ = try setup.fetch()
    let file = SectionCache(name: setup.name).file
    var list = try #require(
      try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil) as? [String: Any])
    list["names"] = ["Alpha", "Beta"]
    try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0).write(to: file)
    #expect(try setup.fetch().sections == ["Alpha 2", "Beta 1"])
    try Data("no property list".utf8).write(to: file)
    #expect(try setup.fetch().sections == ["A 2", "B 1"])
    #expect(try setup.fetch().read == 0)
  }

  @Test(arguments: StoreKind.allCases) func savedChangesAreSeen(kind: StoreKind) throws {
    let setup = try Setup(kind)
    _ = try setup.fetch()
    let context = setup.store.context()
    try context.performAndWait {
      let people = try context.all("Person", sortedBy: "age")
      people[1].setValue("B", forKey: "name")
      #expect(try setup.fetch().sections == ["A 2", "B 1"])
      try context.save()
      #expect(try setup.fetch().sections == ["A 1", "B 2"])
      context.delete(people[0])
      try context.save()
      #expect(try setup.fetch().sections == ["B 2"])
      _ = context.make("Person", ["name": "C"])
      try context.save()
      #expect(try setup.fetch().sections == ["B 2", "C 1"])
    }
  }

  @Test(arguments: StoreKind.allCases) func unsavedChangesAreSeenAndNotKept(kind: StoreKind) throws {
    let setup = try Setup(kind)
    _ = try setup.fetch()
    let context = setup.store.context()
    try context.performAndWait {
      try context.all("Person", sortedBy: "age")[1].setValue("B", forKey: "name")
      let controller = setup.controller(context)
      try controller.performFetch()
      #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      try child.performAndWait {
        let controller = setup.controller(child)
        try controller.performFetch()
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
      }
    }
    #expect(try setup.fetch().sections == ["A 2", "B 1"])
  }

  /// A controller that follows its context goes on from kept sections as from computed ones.
  @Test(arguments: StoreKind.allCases) func changesFollowKeptSections(kind: StoreKind) throws {
    let setup = try Setup(kind)
    _ = try setup.fetch()
    let context = setup.store.context()
    try context.performAndWait {
      let controller = setup.controller(context)
      let log = DelegateLog()
      controller.delegate = log
      try controller.performFetch()
      try #require(controller.fetchedObjects?.first).setValue("C", forKey: "name")
      context.processPendingChanges()
      #expect(controller.sections?.map(\.name) == ["A", "B", "C"])
    }
  }
}
