import Foundation
import Testing

@testable import CoreDataEngine

/// What SQL cannot say of a fetch is done with the objects that the rest has left, and said in the log.
@Suite struct ResidualFilterTests {
  /// Parts of predicates that no statement can hold, true of the people with an odd number.
  private static let residuals = [
    "count:(tags.@distinctUnionOfObjects.label) == 1", "(tags UNION tags).@count == 1",
    "(tags MINUS tags).@count < tags.@count",
    "(tags INTERSECT tags).@count == 1",
    "FUNCTION(SELF, 'nick') == 'odd'", "{nick, name}[FIRST] == 'odd'", "mode:(tags.label)[0] == 'x'",
  ]

  private func stage(_ kind: StoreKind) throws -> (TestStore, NSManagedObjectContext) {
    let store = try TestStore(kind)
    let context = store.context()
    try context.performAndWait {
      let tag = context.make("Tag", ["label": "x"])
      for index in 0..<10 { make(index, tag, context) }
      try context.save()
    }
    return (store, context)
  }

  private func make(_ index: Int, _ tag: NSManagedObject, _ context: NSManagedObjectContext) {
    let isOdd = index % 2 == 1
    _ = context.make(
      "Person", ["name": "p\(index)", "age": index, "nick": isOdd ? "odd" : "even", "tags": Set(isOdd ? [tag] : [])])
  }

  @Test(arguments: StoreKind.allCases, residuals)
  func windowOrderAndCountAreThoseOfTheWhole(kind: StoreKind, residual: String) throws {
    let (store, context) = try stage(kind)
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "age > 2 AND \(residual)")
      request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
      func names() throws -> [String] { try context.fetch(request).compactMap { $0.text("name") } }
      #expect(try names() == ["p9", "p7", "p5", "p3"])
      #expect(try context.count(for: request) == 4)
      (request.fetchOffset, request.fetchLimit) = (1, 2)
      #expect(try names() == ["p7", "p5"])
      #expect(try context.count(for: request) == 2)
      request.fetchBatchSize = 1
      #expect(try names() == ["p7", "p5"])
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
      ids.takeSettings(of: request)
      ids.resultType = .managedObjectIDResultType
      #expect(try context.fetch(ids).map { context.object(with: $0).text("name") } == ["p7", "p5"])
      // Alone, and with what is not saved.
      request.predicate = NSPredicate(format: residual)
      make(11, try #require(try context.all("Tag").first), context)
      #expect(try names() == ["p9", "p7"])
      #expect(try context.count(for: request) == 2)
      (request.fetchOffset, request.fetchLimit) = (0, 0)
      #expect(try names() == ["p11", "p9", "p7", "p5", "p3", "p1"])
      #expect(try context.count(for: request) == 6)
    }
    withExtendedLifetime(store) {}
  }

  @Test func theLogSaysWhatIsDoneInMemory() throws {
    let (store, context) = try stage(.sqlite)
    let lines = Lines()
    let log = SQLDebugLog(level: 1) { line in lines.all.withLock { $0.append(line) } }
    try context.performAndWait {
      var query = RowQuery(try #require(try store.model.compile().layout(named: "Person")))
      query.predicate = try PredicateTree(format: "age > 2 AND FUNCTION(SELF, 'nick') == 'odd'")
      query.sort = [NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame }]
      let reader = context.reader(of: store.coordinator.persistentStores[0])
      log.annotate(try reader.split(query), read: 7, left: 4)
    }
    #expect(
      lines.all.withLock { $0 } == [
        #"annotation: residual filter in memory: 7 rows of Person fetched, 4 left by FUNCTION(SELF, "nick") == "odd""#,
        "annotation: sorted in memory: 4 rows of Person",
      ])
  }

  /// What a log has written.
  private final class Lines: Sendable {
    let all = Lock<[String]>([])
  }
}
