import CoreDataCompat

/// The code of the page of this name.
enum TwoStacks {
  static func choosing(_ model: ModelSource, _ folder: URL) throws -> String {
    // snippet
    var configuration = StackConfiguration(model: model, place: .directory(folder))
    configuration.selector = .custom { environment in
      if environment.sqliteVersion >= "3.40" { return ContainerStack.self }
      return LegacyStack.self
    }
    let manager = Manager(configuration: configuration)
    let selection = try manager.selection  // nothing is opened yet
    print(selection)  // the stack, the reason, and what the others lacked
    // end
    return selection.provider.name
  }

  @MainActor
  static func changing(_ model: ModelSource, _ folder: URL) async throws -> Int {
    // snippet
    var configuration = StackConfiguration(model: model, place: .directory(folder))
    configuration.selector = .legacy
    let yesterday = Manager(configuration: configuration)
    let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: yesterday.viewContext)
    book.setValue("Emma", forKey: "title")
    try yesterday.save()
    try await yesterday.unload()

    configuration.selector = .container
    let today = Manager(configuration: configuration)
    let books = try today.viewContext.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
    // end
    return books.count
  }

  static func adopting(_ model: ModelSource, from documents: URL, _ folder: URL) throws -> URL? {
    // snippet
    var configuration = StackConfiguration(model: model, storeName: "Library", place: .directory(folder))
    configuration.formerLocations = [documents.appendingPathComponent("Model.sqlite")]
    let report = try Manager(configuration: configuration).load()
    print(report.adoptedFrom?.path ?? "the store was at its place")
    // end
    return report.adoptedFrom
  }
}
