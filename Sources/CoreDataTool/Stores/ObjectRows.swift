import CoreDataEngine
import Foundation

/// The objects of a fetch as rows of values, a few at a time, so that a large store needs little memory.
struct ObjectRows {
  let entity: NSEntityDescription
  let columns: [String]
  private let context: NSManagedObjectContext
  /// What is read may be a copy that goes with it.
  private let opened: OpenedStore

  private static let chunk = 500

  /// Columns are those of the entity: attributes by name, then to-one relationships.
  init(_ opened: OpenedStore, entity: NSEntityDescription) throws {
    self.opened = opened
    self.entity = entity
    let attributes = entity.attributesByName.values.filter { !$0.isTransient }.map(\.name).sorted()
    let relationships = entity.relationshipsByName.values.filter { !$0.isToMany && !$0.isTransient }.map(\.name)
    columns = attributes + relationships.sorted()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: opened.inspected.model)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: opened.reader.readingURL,
      options: [NSReadOnlyPersistentStoreOption: true, NSIgnorePersistentStoreVersioningOption: true])
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.undoManager = nil
  }

  /// Calls `body` with each row: the object's entity and key, and a value for each column.
  func forEach(
    _ request: NSFetchRequest<NSManagedObject>, _ console: Console, _ body: (String, [Any?]) throws -> Void
  ) throws -> Int {
    try context.performAndWait {
      let keys = NSFetchRequest<NSManagedObjectID>(entityName: entity.name ?? "")
      keys.predicate = request.predicate
      keys.sortDescriptors = request.sortDescriptors
      keys.fetchLimit = request.fetchLimit
      keys.resultType = .managedObjectIDResultType
      let identifiers = try context.fetch(keys)
      let progress = ProgressBar(console, total: identifiers.count)
      defer { progress.end() }
      for start in stride(from: 0, to: identifiers.count, by: ObjectRows.chunk) {
        let part = Array(identifiers[start..<min(start + ObjectRows.chunk, identifiers.count)])
        let rows = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        rows.predicate = NSPredicate(format: "SELF IN %@", part)
        rows.returnsObjectsAsFaults = false
        let objects = try context.fetch(rows)
        try withExtendedLifetime(objects) {
          for identifier in part {
            let object = context.object(with: identifier)
            try body(ObjectRows.key(identifier), columns.map { ObjectRows.value($0, of: object) })
          }
        }
        context.reset()
        progress.update(start + part.count)
      }
      return identifiers.count
    }
  }

  /// An object by its entity and key, as its URI ends: `Person/p12`.
  static func key(_ identifier: NSManagedObjectID) -> String {
    identifier.uriRepresentation().pathComponents.suffix(2).joined(separator: "/")
  }

  private static func value(_ name: String, of object: NSManagedObject) -> Any? {
    let value = object.value(forKey: name)
    return (value as? NSManagedObject).map { key($0.objectID) } ?? value
  }
}
