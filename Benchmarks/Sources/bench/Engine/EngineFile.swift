import CoreDataCompat

/// A store opened through a container, in WAL mode with synchronous NORMAL; closed when the last reference goes.
final class EngineFile {
  let container: NSPersistentContainer
  /// For use on the main thread, where everything is measured.
  var context: NSManagedObjectContext { container.viewContext }

  init(_ url: URL, model: NSManagedObjectModel) throws {
    container = NSPersistentContainer(name: "Benchmark", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    description.shouldAddStoreAsynchronously = false
    description.setValue("WAL" as NSString, forPragmaNamed: "journal_mode")
    description.setValue("NORMAL" as NSString, forPragmaNamed: "synchronous")
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
  }

  deinit {
    container.viewContext.reset()
    let coordinator = container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }
}
