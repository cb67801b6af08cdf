import CoreDataCompat

@MainActor
func containerSnippet(folder: URL) async throws -> Int {
  // README
  var configuration = StackConfiguration(model: .named("Notes", in: .module), place: .directory(folder))
  configuration.selector = .container  // .automatic, the default, chooses by what the system can do
  try Manager.shared.configure(configuration)

  let context = Manager.shared.managedObjectContext
  let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
  note.setValue("Buy bread", forKey: "text")
  try Manager.shared.save()

  return try await Manager.shared.performBackgroundTask { background in
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.predicate = NSPredicate(format: "text BEGINSWITH[c] %@", "buy")
    return try background.count(for: request)
  }
  // README
}
