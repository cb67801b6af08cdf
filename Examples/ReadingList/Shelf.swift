import CoreDataCompat

@MainActor
struct Shelf {
  static let model = ModelSource.named("ReadingList", in: .module)
  let manager: Manager

  func add(_ title: String) throws {
    let book = Book(context: manager.viewContext)
    book.title = title
    book.addedAt = Date()
    try manager.save()
  }

  func finish(_ title: String) throws -> Bool {
    let books = try unread().filter { $0.title == title }
    for book in books { book.isFinished = true }
    return try manager.save()
  }

  func unread() throws -> [Book] {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = NSPredicate(format: "isFinished == NO")
    request.sortDescriptors = [NSSortDescriptor(key: "addedAt", ascending: true)]
    return try manager.viewContext.fetch(request)
  }
}
