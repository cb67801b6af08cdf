import CoreDataSQLite
import Foundation
import Testing

@testable import CoreDataEngine

/// Histories that Core Data wrote.
@Suite(.needsFixtureStores) struct AppleHistoryTests {
  static let names = FixtureStores.names.filter {
    $0.hasSuffix("SampleModel2_V1.sqlite") || $0.hasSuffix("CartKitSwiftData_v1.sqlite")
  }

  /// A change as plain SQL finds it.
  private struct Plain: Hashable {
    let transaction: Int64
    let entity: String
    let key: Int64
    let type: Int64
  }

  @Test func thereAreSuchStores() { #expect(AppleHistoryTests.names.count == 2) }

  @Test(arguments: AppleHistoryTests.names) func transactionsAndChangesAreReadAndGoOn(_ name: String) throws {
    guard let store = try AppleStore(name) else { return }
    let (expected, transactions) = try plain(store.url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: store.url,
      options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    func history() throws -> [NSPersistentHistoryTransaction] {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
      let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
      return try #require(result.result as? [NSPersistentHistoryTransaction])
    }
    let found = try history()
    #expect(found.map(\.transactionNumber) == transactions.map(\.number))
    for (transaction, plain) in zip(found, transactions) {
      #expect(transaction.timestamp.timeIntervalSinceReferenceDate == plain.timestamp)
      #expect(transaction.author == plain.author)
      #expect(transaction.contextName == plain.contextName)
      #expect(transaction.bundleID == plain.bundle && transaction.processID == plain.process)
      #expect(transaction.storeID == coordinator.persistentStores.first?.identifier)
    }
    let changes = found.flatMap { transaction in
      (transaction.changes ?? []).map { change in
        Plain(
          transaction: transaction.transactionNumber, entity: change.changedObjectID.entity.name ?? "",
          key: Int64(change.changedObjectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0,
          type: Int64(change.changeType.rawValue))
      }
    }
    #expect(changes.count == expected.count)
    #expect(Set(changes) == Set(expected))
    // The bits that tell of changed properties are in an order of Apple's own.
    #expect(found.flatMap { $0.changes ?? [] }.allSatisfy { $0.updatedProperties == nil })
    print("\(name): \(found.count) transactions, \(changes.count) changes")

    let before = found.last?.transactionNumber ?? 0
    var editing = StoreEditing(context, store.model, try LayoutReader(store.url, model: store.model))
    try editing.run()
    let touched = Set(editing.edits.map(\.id)).union(editing.inserted).union(editing.deleted)
    try #require(!touched.isEmpty)
    let later = try history().filter { $0.transactionNumber > before }
    #expect(!later.isEmpty)
    #expect(touched.isSubset(of: Set(later.flatMap { $0.changes ?? [] }.map(\.changedObjectID))))
    try store.close(coordinator)
  }

  private struct PlainTransaction {
    let number: Int64
    let timestamp: Double
    let author: String?
    let contextName: String?
    let bundle: String
    let process: String
  }

  /// The changes and transactions by plain SQL.
  private func plain(_ url: URL) throws -> ([Plain], [PlainTransaction]) {
    let connection = try Connection(.file(url.path), options: Connection.OpenOptions(readOnly: true))
    defer { connection.close() }
    var changes: [Plain] = []
    let rows = try connection.prepare(
      "SELECT c.ZTRANSACTIONID, k.Z_NAME, c.ZENTITYPK, c.ZCHANGETYPE FROM ACHANGE c JOIN Z_PRIMARYKEY k ON k.Z_ENT = c.ZENTITY"
    )
    while try rows.step() {
      changes.append(
        Plain(
          transaction: rows.integer(0), entity: rows.string(1) ?? "", key: rows.integer(2), type: rows.integer(3)))
    }
    var transactions: [PlainTransaction] = []
    let statement = try connection.prepare(
      """
      SELECT t.Z_PK, t.ZTIMESTAMP, ifnull(a.ZNAME, t.ZAUTHOR), ifnull(c.ZNAME, t.ZCONTEXTNAME), ifnull(b.ZNAME, t.ZBUNDLEID),
        ifnull(p.ZNAME, t.ZPROCESSID) FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS
        LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS
        LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS ORDER BY t.Z_PK
      """)
    while try statement.step() {
      transactions.append(
        PlainTransaction(
          number: statement.integer(0), timestamp: statement.double(1), author: statement.string(2),
          contextName: statement.string(3), bundle: statement.string(4) ?? "", process: statement.string(5) ?? ""))
    }
    return (changes, transactions)
  }
}
