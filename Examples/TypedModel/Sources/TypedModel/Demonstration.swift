import Library

/// Fills a library through one container and reads it through another: a check as well as an example.
struct Demonstration {
  let url: URL

  func run() throws {
    let first = try open()
    try first.viewContext.performAndWait { try fill(first.viewContext) }
    let second = try open()
    try second.viewContext.performAndWait { try check(second.viewContext) }
  }

  /// A container with its store loaded.
  private func open() throws -> NSPersistentContainer {
    let container = Library.makeContainer(at: url)
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    let author = Author(context: context)
    author.name = "Ada"
    for (title, pages) in [("Engines", 120), ("Notes", 66)] {
      let book = Book(context: context)
      book.title = title
      book.pages = Int32(pages)
      author.addToPublications(book)
    }
    author.insertIntoPublications(Book(context: context), at: 1)
    let books = author.publications?.array as? [Book] ?? []
    expect(books.map(\.title) == ["Engines", nil, "Notes"], "ordered accessors keep the order")

    let shelf = Shelf(context: context)
    shelf.label = "Z1"
    shelf.addToBooks(NSSet(array: books))
    expect(shelf.pages == 186, "a hand-written class uses its generated properties")

    let reader = Reader(context: context)
    reader.name = "Ben"
    reader.name += "jamin"
    reader.kind = .adult
    reader.tags = ["maths"]
    let loan = Loan(context: context)
    loan.book = books[0]
    loan.fee = NSDecimalNumber(string: "1.50")
    reader.addToLoans(loan)
    expect(loan.reader === reader && loan.days == 14, "@NSManaged members work as declared")
    try context.save()
  }

  private func check(_ context: NSManagedObjectContext) throws {
    let publications = try context.fetch(NSFetchRequest<Publication>(entityName: "Publication"))
    expect(
      publications.count == 3 && publications.allSatisfy { $0 is Book }, "objects are of the classes the model names")
    let readers: NSFetchRequest<Reader> = Reader.fetchRequest()
    readers.predicate = NSPredicate(format: "ANY loans.book.author.name == %@", "Ada")
    let reader = try context.fetch(readers)[0]
    expect(reader.name == "Benjamin" && reader.kind == .adult && reader.tags == ["maths"], "values are read back")
    expect(reader.id != nil && reader.loans.first?.fee == NSDecimalNumber(string: "1.5"), "and those of relationships")
    expect(reader.loans.first?.book?.shelf?.label == "Z1", "across all kinds of classes")
    reader.removeFromLoans(NSSet(set: reader.loans))
    expect(reader.loans.isEmpty, "removal empties the set")
  }

  /// Stops with a message unless what is claimed is so: this program is a check as well as an example.
  private func expect(_ isTrue: Bool, _ claim: String) {
    guard isTrue else { fatalError("Not so: \(claim)") }
    print("✓ \(claim)")
  }
}
