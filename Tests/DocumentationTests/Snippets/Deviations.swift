import CoreDataEngine

/// The code of the page of this name.
enum DeviationsPage {
  static func members(_ author: NSManagedObject) -> Int {
    // snippet
    let books = author.mutableSetValue(forKey: "books")
    let now = books.allObjects  // not `books as? Set<NSManagedObject>`, which is empty on Linux
    // end
    return now.count
  }
}
