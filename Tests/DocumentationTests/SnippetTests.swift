import CoreDataCompat
import CoreDataCompatTestSupport
import Testing

/// What the code of the pages does when it runs.
@MainActor
@Suite struct SnippetTests {
  private let stack: IsolatedStack
  private let model: ModelSource

  init() throws {
    model = .instance(LibraryModel.make())
    stack = try IsolatedStack(model: model)
  }

  private var context: NSManagedObjectContext { stack.manager.viewContext }

  @discardableResult
  private func addBook(_ title: String, pages: Int, by author: NSManagedObject? = nil) -> NSManagedObject {
    let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
    book.setValue(title, forKey: "title")
    book.setValue(pages, forKey: "pages")
    book.setValue(author, forKey: "author")
    return book
  }

  private func addAuthor() throws -> NSManagedObject {
    let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
    author.setValue("Jane Austen", forKey: "name")
    addBook("Emma", pages: 474, by: author)
    addBook("Sense and Sensibility", pages: 368, by: author)
    addBook("Persuasion", pages: 249, by: author)
    try stack.manager.save()
    return author
  }

  @Test func stacks() async throws {
    #expect(try TwoStacks.choosing(model, stack.folder) == "container")
    #expect(try await TwoStacks.changing(model, stack.folder) == 1)
  }

  @Test func adoption() async throws {
    try stack.manager.load()
    try await stack.manager.unload()
    let documents = stack.folder.appendingPathComponent("Documents")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    let former = documents.appendingPathComponent("Model.sqlite")
    try FileManager.default.copyItem(at: stack.storeURL, to: former)
    #expect(try TwoStacks.adopting(model, from: documents, stack.folder)?.lastPathComponent == "Model.sqlite")
  }

  @Test func moving() throws {
    addBook("emma", pages: 474)
    addBook("Persuasion", pages: 249)
    #expect(try context.fetch(MovingToLinux.sorted()).count == 1)
    let report = try Manager(configuration: MovingToLinux.configuration(model, stack.folder)).load()
    #expect(report.storeURL?.lastPathComponent == "Library.sqlite")
  }

  @Test func stores() async throws {
    _ = try addAuthor()
    try await stack.manager.unload()
    #expect(try StoresAndFormats.opening(stack.storeURL).sorted() == ["Author: 1", "Book: 3"])
    #expect(try !StoresAndFormats.previewing(stack.storeURL, LibraryModel.make()))

    let backup = stack.folder.appendingPathComponent("Backup.sqlite")
    try FileManager.default.copyItem(at: stack.storeURL, to: backup)
    addBook("Evelina", pages: 400)
    try stack.manager.save()
    try await stack.manager.unload()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.make())
    try StoresAndFormats.replacing(coordinator, stack.storeURL, with: backup)
    #expect(try StoresAndFormats.opening(stack.storeURL).sorted() == ["Author: 1", "Book: 3"])
  }

  @Test func predicates() throws {
    _ = try addAuthor()
    #expect(try Predicates.formats(context) == 1)
    #expect(Predicates.longBooks()?.description == "pages > 300")
    #expect(try Predicates.search(for: "title BEGINSWITH 'E'", in: context).count == 1)
    #expect(throws: (any Error).self) { try Predicates.search(for: "title BEGINSWITH", in: context) }
    let sorted = NSFetchRequest<NSManagedObject>(entityName: "Book")
    Predicates.sorting(sorted)
    let titles = try context.fetch(sorted).map { $0.value(forKey: "title") as? String }
    #expect(titles == ["Emma", "Persuasion", "Sense and Sensibility"])
    let groups = try Predicates.grouping(context)
    #expect(groups.count == 1)
    #expect(groups.first?["pages"] as? Int64 == 1091)
  }

  @Test func concurrency() async throws {
    let id = try await Concurrency.inTheBackground(stack.manager)
    try await Concurrency.resolving(stack.manager, id)
    context.refreshAllObjects()
    #expect(context.object(with: id).value(forKey: "pages") as? Int64 == 474)
    #expect(await Concurrency.observing(stack.manager.newBackgroundContext()) == 1)
  }

  @Test func history() async throws {
    var configuration = stack.configuration
    configuration.tracksHistory = true
    let manager = Manager(configuration: configuration)
    let id = try await Concurrency.inTheBackground(manager)
    try await Concurrency.resolving(manager, id)
    #expect(try Concurrency.reading(manager.viewContext, since: nil) == ["", "importer"])
  }

  @Test func deviations() throws {
    #expect(DeviationsPage.members(try addAuthor()) == 3)
  }
}
