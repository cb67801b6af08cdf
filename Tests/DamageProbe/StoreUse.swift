import CoreDataEngine
import CoreDataModelFormat
import Foundation

/// Does with a damaged store what programs do with stores. Whatever it holds, errors are Cocoa's.
final class StoreUse {
  let url: URL
  let type: String
  /// Errors that are none of Cocoa's.
  private(set) var untyped: [String] = []
  private(set) var errors = 0
  private(set) var objects = 0

  init(_ url: URL, type: String) { (self.url, self.type) = (url, type) }

  private func attempt<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      errors += 1
      let error = error as NSError
      if error.domain != NSCocoaErrorDomain || error.localizedDescription.isEmpty { untyped.append("\(error)") }
      return nil
    }
  }

  func run(_ round: Int) {
    _ = attempt { try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url) }
    if type == NSSQLiteStoreType {
      runDatabase(round)
    } else {
      run(Template.model(derives: false), round, options: [:])
    }
  }

  private func runDatabase(_ round: Int) {
    if let cached = attempt({ try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url) }) {
      _ = cached.entityVersionHashesByName
    }
    var options = Template.options
    switch round % 4 {
    case 0: options[NSIgnorePersistentStoreVersioningOption] = NSNumber(value: true)
    case 1: options[NSReadOnlyPersistentStoreOption] = NSNumber(value: true)
    default: break
    }
    if round % 4 == 3 {
      options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: true)
      options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: true)
    }
    run(Template.model(extra: round % 4 == 3), round, options: options)
  }

  private func run(_ model: NSManagedObjectModel, _ round: Int, options: [AnyHashable: Any]) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = attempt {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: url, options: options)
    }
    guard let store else { return }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let names = coordinator.managedObjectModel.entities.compactMap(\.name).sorted()
    for name in names { read(name, context) }
    if type == NSSQLiteStoreType {
      _ = attempt { try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)) }
    }
    query(context)
    context.reset()
    for name in names { write(name, context) }
    _ = attempt {
      try context.execute(
        NSBatchDeleteRequest(fetchRequest: NSFetchRequest<NSFetchRequestResult>(entityName: "Animal")))
    }
    context.reset()
    _ = attempt { try coordinator.remove(store) }
  }

  private func read(_ name: String, _ context: NSManagedObjectContext) {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    let found = attempt { try context.fetch(request) } ?? []
    for object in found.prefix(200) {
      objects += 1
      for property in object.entity.properties {
        let value = object.value(forKey: property.name)
        let related = (value as? NSManagedObject).map { [$0] } ?? (value as? Set<NSManagedObject>).map(Array.init) ?? []
        for other in related.prefix(20) {
          for inner in other.entity.properties { _ = other.value(forKey: inner.name) }
        }
      }
    }
    if !context.faultErrors.isEmpty {
      errors += context.faultErrors.count
      if context.hasChanges, attempt({ try context.save() }) != nil { untyped.append("a save after unreadable faults") }
    }
  }

  private func query(_ context: NSManagedObjectContext) {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Animal")
    request.predicate = NSPredicate(
      format: "owner.name CONTAINS[c] 'owner' AND ANY tags.label != nil AND place.latitude < 20")
    request.sortDescriptors = [NSSortDescriptor(key: "owner.name", ascending: true)]
    request.relationshipKeyPathsForPrefetching = ["owner", "tags", "friends"]
    _ = attempt { try context.fetch(request) }
    _ = attempt { try context.count(for: request) }
    let rows = NSFetchRequest<NSDictionary>(entityName: "Animal")
    rows.resultType = .dictionaryResultType
    rows.propertiesToFetch = ["name", "age", "price", "born", "id", "place", "owner.name"]
    _ = attempt { try context.fetch(rows) }
  }

  private func write(_ name: String, _ context: NSManagedObjectContext) {
    let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
    if name == "Animal" { object.setValue("new", forKey: "name") }
    if attempt({ try context.save() }) == nil { context.reset() }
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.fetchLimit = 3
    let found = attempt { try context.fetch(request) } ?? []
    if let last = found.last { context.delete(last) }
    if name != "Tag", let first = found.first, found.count > 1 { first.setValue("changed", forKey: "name") }
    if attempt({ try context.save() }) == nil { context.reset() }
  }
}
