import CoreDataCompat

/// The code of the page of this name.
enum MovingToLinux {
  static func sorted() -> NSFetchRequest<NSManagedObject> {
    // snippet
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.predicate = NSPredicate(format: "%K BEGINSWITH[cd] %@", "title", "e")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    // end
    return request
  }

  // snippet
  final class CoreDataStack: Sendable {
    static let shared = CoreDataStack()
    var context: NSManagedObjectContext { Manager.shared.managedObjectContext }

    func saveContext() {
      do { try Manager.shared.save() } catch { print("Not saved:", error) }
    }
  }
  // end

  static func configuration(_ model: ModelSource, _ folder: URL) -> StackConfiguration {
    // snippet
    var configuration = StackConfiguration(model: model, storeName: "Library")
    configuration.place = .directory(folder)
    configuration.onIncompatibleStore = .migrate
    // end
    return configuration
  }
}
