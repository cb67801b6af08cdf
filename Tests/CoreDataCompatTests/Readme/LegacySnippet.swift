import CoreDataCompat

func legacySnippet(folder: URL) throws -> Int {
  // README
  let configuration = StackConfiguration(model: .named("Notes", in: .module), place: .directory(folder))
  let stack = try LegacyStack(configuration: configuration)
  try stack.load()  // model, coordinator, store and context, made by hand

  let context = stack.viewContext
  return try context.performAndWait {
    let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    note.setValue("Buy milk", forKey: "text")
    try context.save()

    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.predicate = NSPredicate(format: "text BEGINSWITH[c] %@", "buy")
    return try context.count(for: request)
  }
  // README
}
