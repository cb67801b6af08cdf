import CoreDataCompat
import Foundation

/// The behaviours that concern what changes are told of, and changes past the contexts.
@MainActor
enum Following {
  /// A fetched results controller follows what background contexts save.
  static func fetchedResults(_ stack: IsolatedStack) async throws {
    let context = stack.manager.managedObjectContext
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    let follower = Follower()
    controller.delegate = follower
    for name in ["b", "c"] { Population.make("Person", ["name": name], context) }
    try stack.manager.save()
    try controller.performFetch()
    let ids = (controller.fetchedObjects ?? []).map(\.objectID)
    try await stack.manager.performBackgroundTask { background in
      Population.make("Person", ["name": "a"], background)
      try background.existingObject(with: ids[0]).setValue("d", forKey: "name")
      background.delete(try background.existingObject(with: ids[1]))
      try background.save()
    }
    context.processPendingChanges()
    let names = (controller.fetchedObjects ?? []).map { $0.value(forKey: "name") as? String ?? "" }
    try expect(names == ["a", "d"], "the results are \(names)")
    try expect(follower.told > 0, "the delegate was told nothing")
  }

  /// Batch requests change rows past the contexts, which learn of them when they are told to. Of Apple's stores, SQLite's
  /// alone carry them out.
  static func batches(_ stack: IsolatedStack, _ kind: StoreKind) async throws {
    guard kind.type == .sqlite else { return }
    let context = stack.manager.managedObjectContext
    let insertion = NSBatchInsertRequest(
      entityName: "Person", objects: (0..<10).map { ["name": "person \($0)", "age": $0] as [String: Any] })
    insertion.resultType = .count
    let inserted = (try context.execute(insertion) as? NSBatchInsertResult)?.result as? Int
    try expect(inserted == 10, "\(inserted ?? -1) rows were inserted")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
    let people = try context.fetch(request)

    let update = NSBatchUpdateRequest(entityName: "Person")
    update.predicate = NSPredicate(format: "age < 5")
    update.propertiesToUpdate = ["nick": "young"]
    update.resultType = .updatedObjectIDsResultType
    let updated = (try context.execute(update) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID] ?? []
    try expect(people[0].value(forKey: "nick") == nil, "an object has changed before it was told to")
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: updated], into: [context])
    let young = people.count { $0.value(forKey: "nick") as? String == "young" }
    try expect(young == 5, "\(young) objects were updated")

    let old = NSFetchRequest<NSFetchRequestResult>(entityName: "Person")
    old.predicate = NSPredicate(format: "nick == nil")
    let deletion = NSBatchDeleteRequest(fetchRequest: old)
    deletion.resultType = .resultTypeObjectIDs
    let deleted = (try context.execute(deletion) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID] ?? []
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: deleted], into: [context])
    try expect(deleted.count == 5, "\(deleted.count) rows were deleted")
    try expect(try context.fetch(request).count == 5, "there are \(try context.fetch(request).count) people left")
  }

  /// The history has every save with its author. Stores in SQLite files keep one.
  static func history(_ stack: IsolatedStack, _ kind: StoreKind) async throws {
    guard kind == .file else { return }
    var configuration = stack.configuration
    configuration.tracksHistory = true
    let manager = Manager(configuration: configuration)
    let context = manager.managedObjectContext
    context.transactionAuthor = "behaviour"
    let person = Population.make("Person", ["name": "Ada"], context)
    try manager.save()
    person.setValue("Eve", forKey: "name")
    try manager.save()
    context.delete(person)
    try manager.save()
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    request.resultType = .transactionsAndChanges
    let result = (try context.execute(request) as? NSPersistentHistoryResult)?.result
    let transactions = result as? [NSPersistentHistoryTransaction] ?? []
    let types = transactions.map { $0.changes?.map(\.changeType.rawValue) ?? [] }
    try expect(types == [[0], [1], [2]], "the history has changes of the types \(types)")
    try expect(transactions.allSatisfy { $0.author == "behaviour" }, "the history has another author")
  }

  private final class Follower: NSObject, NSFetchedResultsControllerDelegate {
    var told = 0

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) { told += 1 }
  }
}
