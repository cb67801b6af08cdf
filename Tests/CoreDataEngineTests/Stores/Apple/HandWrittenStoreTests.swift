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

  /// A value that lies in a file of its own, as Core Data would have left it.
  @Test func aFileByHandIsRead() throws {
    let (own, byHand) = try files()
    let name = "0A1B2C3D-0000-4000-8000-0123456789AB"
    let folder = own.folder.url.appendingPathComponent(".hand_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let bytes = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try bytes.write(to: folder.appendingPathComponent(name))
    let connection = try Connection(.file(byHand.path))
    try connection.execute(
      "UPDATE ZITEM SET ZCOVER = CAST(x'02' || '\(name)' || x'00' AS BLOB) WHERE ZTITLE = 'plain'")
    connection.close()
    let coordinator = try coordinator(byHand, own.model)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let plain = try #require(try context.all("Item", "title == 'plain'").first)
    #expect(plain.value(forKey: "cover") as? Data == bytes)
    let reader = try LayoutReader(byHand, model: own.model)
    var comparison = StoreComparison(context, reader, own.model)
    try comparison.run()
    #expect(comparison.values > 30)
    // Another value of the row changes; the file stays, and a copy of the value is another's.
    plain.setValue("plainer", forKey: "title")
    let book = try #require(try context.all("Book").first)
    book.setValue(bytes, forKey: "cover")
    try context.save()
    #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    let fresh = NSManagedObjectContext(.privateQueue)
    fresh.persistentStoreCoordinator = coordinator
    comparison = StoreComparison(fresh, reader, own.model)
    try comparison.run()
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
