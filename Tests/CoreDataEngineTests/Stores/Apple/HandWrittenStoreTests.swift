import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// The same graph, written by the engine and by hand: the files are the same, and so is what is read of them.
@Suite struct HandWrittenStoreTests {
  private func files() throws -> (own: TestStore, byHand: URL) {
    let own = try TestStore(.sqlite, model: HandWrittenStore.model())
    try HandWrittenStore.fill(own.context())
    let byHand = own.folder.url.appendingPathComponent("hand.sqlite")
    try HandWrittenStore.write(to: byHand, hashes: own.model.entityVersionHashesByName)
    return (own, byHand)
  }

  @Test func bothFilesHoldTheSame() throws {
    let (own, byHand) = try files()
    let except: Set<String> = ["Z_METADATA", "Z_MODELCACHE"]
    let (engine, hand) = (
      try DatabaseDump.all(try #require(own.url), except: except), try DatabaseDump.all(byHand, except: except)
    )
    #expect(Set(engine.keys) == Set(hand.keys))
    for (name, lines) in hand { #expect(engine[name] == lines, "\(name)") }
    #expect(hand["ZITEM"]?.count == 4 && hand["Z_1TAGS"]?.count == 3)
    for pragma in ["page_size", "auto_vacuum", "user_version", "application_id", "journal_mode", "encoding"] {
      let values = try [try #require(own.url), byHand].map { url -> String? in
        let connection = try Connection(.file(url.path))
        defer { connection.close() }
        let statement = try connection.prepare("PRAGMA \(pragma)")
        return try statement.step() ? statement.string(0) : nil
      }
      #expect(values[0] == values[1], "\(pragma)")
    }
  }

  @Test func bothReadTheSame() throws {
    let (own, byHand) = try files()
    let other = try coordinator(byHand, own.model)
    let pictures = try [own.coordinator, other].map { coordinator -> [String] in
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return try own.model.entities.flatMap { try picture($0, context) }
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0].contains { $0.contains("O'Reilly") && $0.contains("tags: p3 p1") })
  }

  /// What is written by hand goes on in the engine's way.
  @Test func theHandWrittenFileIsEdited() throws {
    let (own, byHand) = try files()
    for coordinator in [own.coordinator, try coordinator(byHand, own.model)] {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      let book = try #require(try context.all("Book").first)
      book.setValue("changed", forKey: "title")
      context.delete(try #require(try context.all("Item", "title == 'II'").first))
      let new = context.make("Film", ["title": "III", "shelf": book.object("shelf")])
      try context.obtainPermanentIDs(for: [new])
      try context.save()
    }
    let except: Set<String> = ["Z_METADATA", "Z_MODELCACHE"]
    let (engine, hand) = (
      try DatabaseDump.all(try #require(own.url), except: except), try DatabaseDump.all(byHand, except: except)
    )
    for (name, lines) in hand { #expect(engine[name] == lines, "\(name)") }
  }

  private func coordinator(_ url: URL, _ model: NSManagedObjectModel) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    return coordinator
  }

  private func picture(_ entity: NSEntityDescription, _ context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.includesSubentities = false
    request.sortDescriptors = [NSSortDescriptor(key: "self", ascending: true)]
    return try context.fetch(request).map { object in
      let parts = entity.properties.sorted { $0.name < $1.name }.map { property -> String in
        let value = object.value(forKey: property.name)
        let related = StoreComparison.members(value) + [value as? NSManagedObject].compactMap { $0 }
        guard property is NSRelationshipDescription else { return "\(property.name): \(value ?? "nil")" }
        let isOrdered = (property as? NSRelationshipDescription)?.isOrdered ?? false
        let keys = related.map { "p\(StoreComparison.key($0))" }
        return "\(property.name): \((isOrdered ? keys : keys.sorted()).joined(separator: " "))"
      }
      return "\(entity.name ?? "") \(StoreComparison.key(object)) \(parts.joined(separator: ", "))"
    }
  }
}
