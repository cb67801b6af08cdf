import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Incremental stores of a program's own, by one over a database of another schema.
@Suite struct IncrementalStoreTests {
  private final class Stack {
    let folder: TemporaryFolder
    let coordinator: NSPersistentStoreCoordinator
    let store: LibraryStore
    /// Held, since objects do not keep their context.
    private var contexts: [NSManagedObjectContext] = []

    init(_ folder: TemporaryFolder? = nil) throws {
      self.folder = try folder ?? TemporaryFolder()
      NSPersistentStoreCoordinator.registerStoreClass(LibraryStore.self, forStoreType: LibraryStore.storeType)
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: Stack.model())
      let url = self.folder.url.appendingPathComponent("library.db")
      store = try #require(
        try coordinator.addPersistentStore(ofType: LibraryStore.storeType, configurationName: nil, at: url)
          as? LibraryStore)
    }

    func context() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      contexts.append(context)
      return context
    }

    /// What another program puts into the database.
    func execute(_ sql: String) throws {
      let connection = try Connection(.file(folder.url.appendingPathComponent("library.db").path))
      defer { connection.close() }
      try connection.execute(sql)
    }

    private static func model() -> NSManagedObjectModel {
      let (author, book) = (NSEntityDescription(), NSEntityDescription())
      (author.name, book.name) = ("Author", "Book")
      let (books, writer) = (NSRelationshipDescription(), NSRelationshipDescription())
      (books.name, books.destinationEntity, books.inverseRelationship, books.maxCount) = ("books", book, writer, 0)
      (writer.name, writer.destinationEntity, writer.inverseRelationship, writer.maxCount) = (
        "author", author, books, 1
      )
      (books.isOptional, writer.isOptional) = (true, true)
      books.deleteRule = .cascadeDeleteRule
      author.properties = [CasesModel.attribute("name", .stringAttributeType, optional: false), books]
      book.properties = [
        CasesModel.attribute("title", .stringAttributeType), CasesModel.attribute("pages", .integer32AttributeType),
        writer,
      ]
      let model = NSManagedObjectModel()
      model.entities = [author, book]
      return model
    }
  }

  private func library() throws -> Stack {
    let stack = try Stack()
    try stack.execute(
      """
      INSERT INTO authors VALUES ('le guin', 'Ursula', 1), ('b/1', 'Jorge', 4);
      INSERT INTO books VALUES ('1', 'Dispossessed', 340, 'le guin', 1), ('2', 'Lathe', 180, 'le guin', 2),
        ('3', 'Ficciones', NULL, 'b/1', 1), ('4', 'Anonymous', 1, NULL, 1)
      """)
    stack.store.clearCalls()
    return stack
  }

  @Test func rowsOfAnotherSchemaAreObjects() throws {
    let stack = try library()
    let context = stack.context()
    let books = try context.all("Book", sortedBy: "title")
    #expect(books.map { $0.text("title") } == ["Anonymous", "Dispossessed", "Ficciones", "Lathe"])
    #expect(books.map { $0.number("pages") } == [1, 340, nil, 180])
    #expect(books.map { $0.object("author")?.text("name") } == [nil, "Ursula", "Jorge", "Ursula"])
    let ursula = try #require(try context.all("Author", "name == 'Ursula'").first)
    #expect(ursula.objects("books") == [books[1], books[3]])
    #expect(try context.all("Book", "author.name == 'Jorge'") == [books[2]])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = NSPredicate(format: "pages > 100")
    #expect(try context.count(for: request) == 2)
    request.sortDescriptors = [NSSortDescriptor(key: "pages", ascending: false)]
    request.fetchLimit = 1
    #expect(try context.fetch(request) == [books[1]])
    let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Book")
    dictionaries.resultType = .dictionaryResultType
    dictionaries.propertiesToFetch = ["title"]
    #expect(try context.fetch(dictionaries).compactMap { $0["title"] as? String }.count == 4)
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Author")
    ids.resultType = .managedObjectIDResultType
    #expect(try context.fetch(ids).map { stack.store.referenceObject(for: $0) as? String } == ["b/1", "le guin"])
  }

  /// Values are asked for when they are looked at, once.
  @Test func faultsAreFiredOneByOne() throws {
    let stack = try library()
    let context = stack.context()
    let authors = try context.all("Author")
    #expect(stack.store.calls == ["fetch Author -", "registered 1", "registered 1"])
    #expect(authors.allSatisfy { $0.isFault })
    stack.store.clearCalls()
    _ = authors[1].text("name")
    _ = authors[1].text("name")
    #expect(stack.store.calls == ["values le guin"])
    stack.store.clearCalls()
    let books = authors[1].objects("books")
    #expect(books.count == 2)
    #expect(stack.store.calls == ["books of le guin", "registered 1", "registered 1"])
    stack.store.clearCalls()
    context.reset()
    #expect(stack.store.calls == ["unregistered 4"])
  }

  @Test func changesGoToTheOtherSchema() throws {
    let stack = try library()
    let context = stack.context()
    let author = context.make("Author", ["name": "Stanisław"])
    let book = context.make("Book", ["title": "Solaris", "pages": 204])
    book.setValue(author, forKey: "author")
    let lathe = try #require(try context.all("Book", "title == 'Lathe'").first)
    lathe.setValue(181, forKey: "pages")
    context.delete(try #require(try context.all("Book", "title == 'Anonymous'").first))
    stack.store.clearCalls()
    try context.save()
    let calls = stack.store.calls.filter { !$0.hasPrefix("values") }
    // The first registration is of the old book's author, whom the store's own code looks at.
    #expect(calls == ["IDs for 2", "save 2 1 1", "registered 1", "registered 1", "registered 1", "unregistered 1"])
    #expect(!author.objectID.isTemporaryID && !context.hasChanges)
    let connection = try Connection(.file(stack.folder.url.appendingPathComponent("library.db").path))
    defer { connection.close() }
    #expect(
      try connection.scalar(
        "SELECT count(*) FROM books b JOIN authors a ON a.code = b.author WHERE b.title = 'Solaris' AND a.name = 'Stanisław'"
      )
        == 1)
    #expect(try connection.scalar("SELECT pages FROM books WHERE title = 'Lathe'") == 181)
    #expect(try connection.scalar("SELECT count(*) FROM books WHERE title = 'Anonymous'") == 0)
    let fresh = stack.context()
    #expect(try fresh.all("Book", "title == 'Solaris'").first?.object("author")?.text("name") == "Stanisław")
    #expect(try fresh.all("Book", "title == 'Lathe'").first?.number("pages") == 181)
    #expect(try fresh.all("Book").count == 4)
  }

  @Test func unsavedChangesLieOverWhatTheStoreGives() throws {
    let stack = try library()
    let context = stack.context()
    let lathe = try #require(try context.all("Book", "title == 'Lathe'").first)
    lathe.setValue("The Lathe", forKey: "title")
    let new = context.make("Book", ["title": "New", "pages": 900])
    stack.store.clearCalls()
    #expect(try context.all("Book", "title == 'Lathe'").isEmpty)
    #expect(stack.store.calls.first == "fetch Book title == \"Lathe\"")
    #expect(try context.all("Book", "title == 'The Lathe'") == [lathe])
    #expect(try context.all("Book", "pages > 300").contains(new))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    #expect(try context.count(for: request) == 5)
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    request.fetchLimit = 4
    #expect(try context.fetch(request).map { $0.text("title") } == ["Anonymous", "Dispossessed", "Ficciones", "New"])
  }

  @Test func aFailedSaveLeavesTheContextAsItWas() throws {
    let stack = try library()
    let context = stack.context()
    let book = context.make("Book", ["title": "forbidden"])
    let author = context.make("Author", ["name": "x"])
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .fileWriteNoPermission)
    #expect(context.insertedObjects == [book, author])
    #expect(book.objectID.isTemporaryID && author.objectID.isTemporaryID)
    book.setValue("allowed", forKey: "title")
    try context.save()
    #expect(try stack.context().all("Book", "title == 'allowed'").count == 1)
  }

  /// A save without changes is told to the store all the same, as Apple's does.
  @Test func anEmptySaveIsTold() throws {
    let stack = try library()
    try stack.context().save()
    #expect(stack.store.calls == ["save 0 0 0"])
  }

  @Test func objectsThatAreGone() throws {
    let stack = try library()
    let context = stack.context()
    let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
    let id = stack.store.newObjectID(for: entity, referenceObject: "nothing")
    let error = #expect(throws: CocoaError.self) { try context.existingObject(with: id) }
    #expect(error?.errorCode == NSManagedObjectReferentialIntegrityError)
    let lathe = try #require(try context.all("Book", "title == 'Lathe'").first)
    context.refresh(lathe, mergeChanges: false)
    try stack.execute("DELETE FROM books WHERE isbn = '2'")
    #expect(lathe.text("title") == nil && lathe.isDeleted)
  }

  @Test func refreshingReadsWhatOthersWrote() throws {
    let stack = try library()
    let context = stack.context()
    let lathe = try #require(try context.all("Book", "title == 'Lathe'").first)
    try stack.execute("UPDATE books SET pages = 7, revision = 1 WHERE isbn = '2'")
    context.refresh(lathe, mergeChanges: false)
    #expect(lathe.number("pages") == 7)
    #expect(try stack.context().all("Book", "title == 'Lathe'").first?.number("pages") == 7)
  }

  @Test func URIsNameTheReferenceObject() throws {
    let stack = try library()
    let author = try #require(try stack.context().all("Author", "name == 'Ursula'").first)
    let uri = author.objectID.uriRepresentation()
    #expect(uri.absoluteString == "x-coredata://\(stack.store.identifier ?? "")/Author/ple%20guin")
    let borges = try #require(try stack.context().all("Author", "name == 'Jorge'").first).objectID.uriRepresentation()
    #expect(borges.absoluteString.hasSuffix("/Author/pb%2F1"))
    // Another run of the program has not seen the object yet.
    let fresh = try Stack(stack.folder)
    #expect(fresh.store.identifier == stack.store.identifier)
    for (uri, name) in [(uri, "Ursula"), (borges, "Jorge")] {
      let id = try #require(fresh.coordinator.managedObjectID(forURIRepresentation: uri))
      #expect(try fresh.context().existingObject(with: id).text("name") == name)
    }
  }

  @Test func permanentIDsAreObtainedBeforehand() throws {
    let stack = try library()
    let context = stack.context()
    let author = context.make("Author", ["name": "x"])
    try context.obtainPermanentIDs(for: [author])
    #expect(!author.objectID.isTemporaryID)
    let id = author.objectID
    stack.store.clearCalls()
    try context.save()
    #expect(stack.store.calls == ["save 1 0 0"])
    #expect(author.objectID == id)
    #expect(try stack.context().existingObject(with: id).text("name") == "x")
  }

  @Test func childContextsWorkOverTheStore() throws {
    let stack = try library()
    let parent = stack.context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    let lathe = try #require(try child.all("Book", "title == 'Lathe'").first)
    #expect(lathe.object("author")?.objects("books").count == 2)
    lathe.setValue(5, forKey: "pages")
    try child.save()
    try parent.save()
    #expect(try stack.context().all("Book", "title == 'Lathe'").first?.number("pages") == 5)
  }

  @Test func anUnfinishedStoreSaysWhatIsMissing() throws {
    final class Unfinished: NSIncrementalStore {
      override var type: String { "UnfinishedIncremental" }
      override func loadMetadata() throws { metadata = [NSStoreUUIDKey: "U", NSStoreTypeKey: type] }
    }
    NSPersistentStoreCoordinator.registerStoreClass(Unfinished.self, forStoreType: "UnfinishedIncremental")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: CasesModel.make())
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("x")
    _ = try coordinator.addPersistentStore(ofType: "UnfinishedIncremental", configurationName: nil, at: url)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let error = #expect(throws: NSError.self) { try context.all("Person") }
    #expect(error?.localizedFailureReason?.contains("has to override execute") ?? false)
    _ = context.make("Tag")
    #expect(throws: NSError.self) { try context.save() }
    #expect(context.hasChanges)
  }
}
