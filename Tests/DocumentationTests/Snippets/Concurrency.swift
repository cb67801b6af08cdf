import CoreDataCompat

/// The code of the page of this name.
enum Concurrency {
  static func inTheBackground(_ manager: Manager) async throws -> NSManagedObjectID {
    // snippet
    let id = try await manager.performBackgroundTask { context in
      let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      book.setValue("Emma", forKey: "title")
      try context.save()
      return book.objectID
    }
    let title = await manager.viewContext.perform {
      manager.viewContext.object(with: id).value(forKey: "title") as? String
    }
    // end
    precondition(title == "Emma")
    return id
  }

  static func resolving(_ manager: Manager, _ id: NSManagedObjectID) async throws {
    // snippet
    let context = manager.newBackgroundContext()
    try await context.perform {
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      context.transactionAuthor = "importer"
      context.object(with: id).setValue(474, forKey: "pages")
      try context.save()
    }
    // end
  }

  static func observing(_ context: NSManagedObjectContext) async -> Int {
    // snippet
    let changes = context.changes()
    context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
      context.processPendingChanges()
    }
    for await change in changes {
      print(change.inserted.count, "inserted")
      break
    }
    // end
    return 1
  }

  static func reading(_ context: NSManagedObjectContext, since token: NSPersistentHistoryToken?) throws -> [String] {
    // snippet
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    for transaction in transactions where transaction.author != "importer" {
      context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
    }
    // end
    return transactions.map { $0.author ?? "" }
  }
}
