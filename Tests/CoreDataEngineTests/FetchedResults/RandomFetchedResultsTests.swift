import CoreDataEngine
import Testing

/// A list that is changed as the delegate is told is always the list that a fetch gives.
@Suite struct RandomFetchedResultsTests {
  /// Applies what it is told to a list of sections, as a table would.
  private final class Table: NSObject, NSFetchedResultsControllerDelegate {
    var sections: [[NSManagedObject]] = []
    private var deletedSections = IndexSet()
    private var insertedSections = IndexSet()
    private var removals: [IndexPath] = []
    private var insertions: [(IndexPath, NSManagedObject)] = []

    func controller(
      _ controller: NSFetchedResultsController<NSFetchRequestResult>,
      didChange sectionInfo: NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
      for type: NSFetchedResultsChangeType
    ) {
      if type == .delete { deletedSections.insert(sectionIndex) } else { insertedSections.insert(sectionIndex) }
    }

    func controller(
      _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      guard let object = anObject as? NSManagedObject else { return }
      if type != .insert, type != .update, let indexPath { removals.append(indexPath) }
      if type != .delete, type != .update, let newIndexPath { insertions.append((newIndexPath, object)) }
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
      for path in removals.sorted(by: >) { sections[path[0]].remove(at: path[1]) }
      for index in deletedSections.reversed() { sections.remove(at: index) }
      for index in insertedSections { sections.insert([], at: index) }
      for (path, object) in insertions.sorted(by: { $0.0 < $1.0 }) { sections[path[0]].insert(object, at: path[1]) }
      (deletedSections, insertedSections, removals, insertions) = (IndexSet(), IndexSet(), [], [])
    }
  }

  @Test(arguments: [StoreKind.memory, .sqliteInMemory], 0..<5 as Range<UInt64>)
  func theDelegateCanFollow(kind: StoreKind, seed: UInt64) throws {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      var dice = RandomUndoTests.Dice(state: seed &+ 77)
      let request = FetchedResultsControllerTests.request("age < 50", sortedBy: ["nick", "age"])
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "nick", cacheName: nil)
      let table = Table()
      controller.delegate = table
      try controller.performFetch()
      var people: [NSManagedObject] = []
      for round in 0..<150 {
        for _ in 0...dice.roll(6) {
          let nick = ["a", "b", "c", "d"][dice.roll(4)]
          switch dice.roll(6) {
          case 0, 1: people.append(context.make("Person", ["name": "n", "nick": nick, "age": dice.roll(60)]))
          case 2 where !people.isEmpty: people[dice.roll(people.count)].setValue(nick, forKey: "nick")
          case 3 where !people.isEmpty: people[dice.roll(people.count)].setValue(dice.roll(60), forKey: "age")
          case 4 where !people.isEmpty: people[dice.roll(people.count)].setValue("\(round)", forKey: "name")
          case 5 where people.count > 5: context.delete(people.remove(at: dice.roll(people.count)))
          default: break
          }
        }
        if dice.roll(5) == 0 { try context.save() } else { context.processPendingChanges() }
        if dice.roll(9) == 0 { context.refreshAllObjects() }
        let told = controller.sections?.map { $0.objects as? [NSManagedObject] ?? [] }
        try #require(table.sections == told, "round \(round)")
        let fetched = try context.fetch(request)
        try #require(Set(told?.flatMap { $0 } ?? []) == Set(fetched))
        let keys = told?.flatMap { $0 }.map { "\($0.text("nick") ?? "") \($0.number("age") ?? 0)" }
        try #require(keys == fetched.map { "\($0.text("nick") ?? "") \($0.number("age") ?? 0)" })
      }
    }
  }
}
