import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Stores that Core Data made, in and out. Every store is opened through the coordinator, as a program does.
@Suite(.needsFixtureStores) struct AppleStoreTests {
  @Test func everyStoreIsOpenedWithAModel() throws {
    let without = try FixtureStores.names.filter { try AppleStore($0) == nil }
    let selfContained = try FixtureStores.names.filter { try AppleStore($0)?.isSelfContained ?? false }
    #expect(without.isEmpty, "no model for \(without)")
    #expect(selfContained.count >= 8, "\(selfContained)")
    print(
      "Stores: \(FixtureStores.names.count), with a model: \(FixtureStores.names.count - without.count),",
      "opened without any model file: \(selfContained.count)")
  }

  @Test(arguments: FixtureStores.names) func readingAgreesWithPlainSQLAndChangesNothing(_ name: String) throws {
    guard let store = try AppleStore(name) else { return }
    let before = AppleStore.contents(store.url)
    #expect(before == AppleStore.contents(store.original))
    let (coordinator, context) = try store.open(readOnly: true)
    var comparison = StoreComparison(context, try LayoutReader(store.url, model: store.model), store.model)
    try comparison.run()
    print("\(name): \(comparison.objects) objects, \(comparison.values) values, \(comparison.links) links agree")
    let entity = try #require(store.model.entities.first { !$0.isAbstract }?.name)
    _ = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    #expect(throws: (any Error).self) { try context.save() }
    context.reset()
    try store.close(coordinator)
    #expect(AppleStore.contents(store.url) == before)
    #expect(AppleStore.contents(store.original) == before)
  }

  @Test(arguments: FixtureStores.names) func editsStayAndTheLayoutIsKept(_ name: String) throws {
    guard let store = try AppleStore(name) else { return }
    let untouched = try LayoutReader(store.url, model: store.model)
    let schema = try untouched.schema()
    let archives = try untouched.transformables()
    let (coordinator, context) = try store.open(readOnly: false)
    var editing = StoreEditing(context, store.model, untouched)
    try editing.run()
    #expect(!editing.inserted.isEmpty || store.model.entities.allSatisfy(\.isAbstract), "nothing could be inserted")
    let changed = editing.edits.map { ($0.id.uriRepresentation(), $0) }
    let inserted = editing.inserted.map { $0.uriRepresentation() }
    let deleted = Set(editing.deleted.map { $0.uriRepresentation() })
    try store.close(coordinator)

    let (reopened, fresh) = try store.open(readOnly: false)
    for (uri, change) in changed where !deleted.contains(uri) {
      let id = try #require(reopened.managedObjectID(forURIRepresentation: uri))
      guard let object = try? fresh.existingObject(with: id) else { continue }  // Deleted by a cascade.
      #expect(StoreEditing.isSame(object.value(forKey: change.key), change.value), "\(uri) \(change.key)")
    }
    for uri in inserted {
      let id = try #require(reopened.managedObjectID(forURIRepresentation: uri))
      #expect(throws: Never.self, "\(uri)") { try fresh.existingObject(with: id) }
    }
    for uri in deleted {
      let id = try #require(reopened.managedObjectID(forURIRepresentation: uri))
      #expect(throws: (any Error).self, "\(uri)") { try fresh.existingObject(with: id) }
    }
    let reader = try LayoutReader(store.url, model: store.model)
    #expect(try reader.scalar("PRAGMA integrity_check") == "ok")
    #expect(try reader.schema() == schema)
    let kept = try reader.transformables()
    for (name, bytes) in archives { if let now = kept[name] { #expect(now == bytes, "\(name)") } }
    #expect(archives.isEmpty || kept.keys.contains { archives[$0] != nil })
    var comparison = StoreComparison(fresh, reader, store.model)
    try comparison.run()
    // Rules may keep a few; nearly every entity has had one inserted and one deleted.
    #expect(deleted.count * 2 >= inserted.count, "\(deleted.count) of \(inserted.count)")
    print(
      "\(name): \(changed.count) values changed, \(editing.relinked) linked, \(inserted.count) inserted, \(deleted.count) deleted; then",
      "\(comparison.objects) objects, \(comparison.values) values, \(comparison.links) links agree")
    fresh.reset()
    try store.close(reopened)
  }

  /// All objects of all entities go, with what tables of relationships hold of them; the layout stays.
  @Test(arguments: FixtureStores.names) func everythingCanBeDeleted(_ name: String) throws {
    guard let store = try AppleStore(name) else { return }
    let schema = try LayoutReader(store.url, model: store.model).schema()
    let (coordinator, context) = try store.open(readOnly: false)
    var total = 0
    // What denies its deletion while others are there goes in the next round.
    for _ in 0..<4 {
      for entity in store.model.entities where entity.superentity == nil {
        let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity.name ?? ""))
        for object in objects where !object.isDeleted { context.delete(object) }
        do {
          try context.save()
          total += objects.count
        } catch let error as CocoaError where (1_550...1_680).contains(error.errorCode) { context.rollback() }
      }
    }
    try store.close(coordinator)
    let connection = try Connection(.file(store.url.path))
    defer { connection.close() }
    #expect(try connection.quickCheck().isEmpty)
    let reader = try LayoutReader(store.url, model: store.model)
    #expect(try reader.scalar("PRAGMA integrity_check") == "ok")
    #expect(try reader.schema() == schema)
    for entity in store.model.entities { #expect(try reader.count(entity) == 0, "\(entity.name ?? "")") }
    let pairs = try DatabaseDump.tables(connection).filter { table in
      table.hasPrefix("Z_") && (table.dropFirst(2).first?.isNumber ?? false)
    }
    for table in pairs where !AppleStoreTests.isOrphaned(table, in: store) {
      #expect(try connection.scalar("SELECT count(*) FROM \"\(table)\"") == 0, "\(table)")
    }
    print("\(name): \(total) deleted, \(pairs.count) tables of pairs")
  }

  /// Whether no relationship of the model has this table, which an earlier version of it left.
  private static func isOrphaned(_ table: String, in store: AppleStore) -> Bool {
    let names = store.model.entities.flatMap { $0.relationshipsByName.keys }.map { $0.uppercased() }
    return !names.contains { table.hasSuffix($0) }
  }
}
