import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Uniqueness among many rows: a save with duplicates takes the same few statements, none of which reads a whole table.
///
/// Twenty thousand rows by default; `COREDATA_UNIQUE_ROWS` says another number, 1000000 for instance.
@Suite struct UniquenessSizeTests {
  private static let rows = Int(ProcessInfo.processInfo.environment["COREDATA_UNIQUE_ROWS"] ?? "") ?? 20_000

  /// Statements that were run.
  ///
  /// @unchecked Sendable: used on the thread of the test alone, which waits for the saves.
  private final class Trace: @unchecked Sendable {
    var statements: [String] = []
  }

  private func filled(_ count: Int) throws -> (TestStore, ConnectionPool, Trace) {
    let store = try TestStore(.sqlite)
    let context = store.context()
    var next = 0
    let insertion = NSBatchInsertRequest(entityName: "Tag") { (values: NSMutableDictionary) in
      values["label"] = "tag \(next)"
      next += 1
      return next > count
    }
    _ = try context.performAndWait { try context.execute(insertion) }
    let pool = try #require(store.coordinator.persistentStores.first?.objectStore as? SQLiteStore).pool
    return (store, pool, Trace())
  }

  private func statements(_ pool: ConnectionPool, _ trace: Trace, of body: () throws -> Void) throws -> [String] {
    try pool.write { connection in connection.onTrace = { trace.statements.append($0.sql) } }
    trace.statements = []
    try body()
    try pool.write { connection in connection.onTrace = nil }
    return trace.statements
  }

  private func plans(_ pool: ConnectionPool, _ statements: [String]) throws -> [String] {
    try pool.write { connection in
      try Set(statements).filter { $0.hasPrefix("SELECT") || $0.hasPrefix("UPDATE") || $0.hasPrefix("DELETE") }
        .flatMap { sql in
          var lines: [String] = []
          let plan = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
          while try plan.step() { lines.append(plan.string(3) ?? "") }
          return lines
        }
    }
  }

  @Test(arguments: [
    (NSMergePolicy.error, 0), (.mergeByPropertyObjectTrump, 1), (.mergeByPropertyStoreTrump, 1), (.overwrite, 1),
    (.rollback, 1),
  ])
  func duplicatesAreFoundByTheIndex(policy: NSMergePolicy, saved: Int) throws {
    var counts: [Int] = []
    for rows in [100, Self.rows] {
      let (store, pool, trace) = try filled(rows)
      let context = store.context()
      let run = try context.performAndWait {
        context.mergePolicy = policy
        let ada = context.make("Person", ["name": "Ada"])
        _ = context.make("Tag", ["label": "tag \(rows / 2)", "people": Set([ada])])
        return try statements(pool, trace) {
          do {
            try context.save()
            #expect(saved == 1)
          } catch let error as CocoaError {
            #expect(error.errorCode == NSManagedObjectConstraintMergeError && saved == 0, "\(error)")
          }
        }
      }
      counts.append(run.count)
      let scans = try plans(pool, run).filter { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" }
      #expect(scans == [], "\(run)")
      let other = store.context()
      let (all, same) = try other.performAndWait {
        let all = try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag"))
        return (all, try other.all("Tag", "label == %@", "tag \(rows / 2)").count)
      }
      #expect(all == rows && same == 1)
    }
    #expect(counts[0] > 2 && counts[0] == counts[1], "\(counts)")
  }
}
