import CoreDataEngine

/// The code of the page of this name.
enum Predicates {
  static func formats(_ context: NSManagedObjectContext) throws -> Int {
    // snippet
    let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
    request.predicate = NSPredicate(
      format: "name CONTAINS[cd] %@ AND SUBQUERY(books, $b, $b.pages > %d).@count >= 2", "austen", 300)
    let authors = try context.fetch(request)
    // end
    return authors.count
  }

  // snippet
  final class Book: NSManagedObject {
    var title: String? { value(forKey: "title") as? String }
    var pages: Int64 { value(forKey: "pages") as? Int64 ?? 0 }
  }

  static func longBooks() -> NSPredicate? {
    NSPredicate(#Predicate<Book> { $0.pages > 300 })
  }
  // end

  // snippet
  static func search(for text: String, in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = try NSPredicate.parse(text)
    return try context.fetch(request)
  }
  // end

  static func grouping(_ context: NSManagedObjectContext) throws -> [[String: Any]] {
    // snippet
    let pages = NSExpressionDescription()
    pages.name = "pages"
    pages.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "pages")])
    pages.expressionResultType = .integer64AttributeType

    let request = NSFetchRequest<NSDictionary>(entityName: "Book")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["author.name", pages]
    request.propertiesToGroupBy = ["author.name"]
    request.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: true)]
    let rows = try context.fetch(request)
    // end
    return rows.compactMap { $0 as? [String: Any] }
  }

  static func sorting(_ request: NSFetchRequest<NSManagedObject>) {
    // snippet
    request.sortDescriptors = [
      NSSortDescriptor(key: "title", ascending: true, selector: NSSelectorFromString("localizedStandardCompare:"))
    ]
    // end
  }
}
