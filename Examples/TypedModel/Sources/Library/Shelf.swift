import CoreData

/// The model's code generation is "Category/Extension": the class is written here, its properties are generated.
public class Shelf: NSManagedObject {
  public var pages: Int { (books as? Set<Book> ?? []).reduce(0) { $0 + Int($1.pages) } }
}
