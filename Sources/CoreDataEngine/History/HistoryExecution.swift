/// One request to the history of a context's stores.
struct HistoryExecution {
  private let request: NSPersistentHistoryChangeRequest
  private let coordinator: NSPersistentStoreCoordinator
  private let filter: HistoryFilter?

  init(_ request: NSPersistentHistoryChangeRequest, _ context: NSManagedObjectContext) throws {
    guard let coordinator = context.persistentStoreCoordinator else {
      throw NSError.coreData(NSPersistentStoreUnsupportedRequestTypeError, reason: "\(context) has no stores.")
    }
    self.request = request
    self.coordinator = coordinator
    filter = try request.fetchRequest.map(HistoryFilter.init)
  }

  func run() throws -> NSPersistentHistoryResult {
    let wanted = request.affectedStores ?? coordinator.persistentStores
    let stores = wanted.compactMap { store in store.objectStore.history.map { (store, $0) } }
    guard !stores.isEmpty else {
      throw NSError.coreData(
        NSPersistentStoreUnsupportedRequestTypeError,
        reason: "No store keeps a persistent history. Open an SQLite store with NSPersistentHistoryTrackingKey.")
    }
    return request.deletes ? try delete(stores) : try fetch(stores)
  }

  private typealias Source = (store: NSPersistentStore, history: any StoreHistory)

  /// The request's point in one store; nil when its token says nothing of the store.
  private func point(in store: NSPersistentStore) -> HistoryPoint? {
    switch request.point {
    case .limit: .limit
    case .date(let date): .date(date)
    case .token(let token): token.transactions[store.identifier].map(HistoryPoint.number)
    }
  }

  private func delete(_ stores: [Source]) throws -> NSPersistentHistoryResult {
    var count = 0
    var ids: [NSManagedObjectID] = []
    for (store, history) in stores {
      guard let point = point(in: store) else { continue }
      if request.resultType == .objectIDs {
        ids += try transactions(store, history, before: point).flatMap { $0.changes ?? [] }.map(\.changedObjectID)
      }
      count += try history.deleteTransactions(before: point)
    }
    switch request.resultType {
    case .objectIDs: return NSPersistentHistoryResult(ids.unique, .objectIDs)
    case .count: return NSPersistentHistoryResult(count, .count)
    default: return NSPersistentHistoryResult(true, request.resultType)
    }
  }

  private func fetch(_ stores: [Source]) throws -> NSPersistentHistoryResult {
    var found: [NSPersistentHistoryTransaction] = []
    let wantsChanges = request.resultType != .transactionsOnly || filter?.isOfChanges ?? false
    for (store, history) in stores {
      // A store that the token does not know has come later: all of its history is new.
      let records = try history.transactions(after: point(in: store) ?? .limit, wantsChanges: wantsChanges)
      found += made(records, store, wantsChanges: wantsChanges)
    }
    if stores.count > 1 { found.sort { $0.timestamp < $1.timestamp } }
    if let filter { found = try filter.applied(to: found) }
    switch request.resultType {
    case .statusOnly: return NSPersistentHistoryResult(true, .statusOnly)
    case .objectIDs:
      return NSPersistentHistoryResult(found.flatMap { $0.changes ?? [] }.map(\.changedObjectID).unique, .objectIDs)
    case .count: return NSPersistentHistoryResult(found.reduce(0) { $0 + ($1.changes?.count ?? 0) }, .count)
    case .changesOnly: return NSPersistentHistoryResult(found.flatMap { $0.changes ?? [] }, .changesOnly)
    case .transactionsOnly:
      return NSPersistentHistoryResult(found.map { $0.replacing(changes: nil) }, .transactionsOnly)
    case .transactionsAndChanges: return NSPersistentHistoryResult(found, .transactionsAndChanges)
    }
  }

  private func transactions(
    _ store: NSPersistentStore, _ history: any StoreHistory, before end: HistoryPoint
  ) throws -> [NSPersistentHistoryTransaction] {
    let all = made(try history.transactions(after: .limit, wantsChanges: true), store, wantsChanges: true)
    switch end {
    case .limit: return all
    case .number(let number): return all.filter { $0.transactionNumber < number }
    case .date(let date): return all.filter { $0.timestamp < date }
    }
  }

  private func made(
    _ records: [HistoryRecord], _ store: NSPersistentStore, wantsChanges: Bool
  ) -> [NSPersistentHistoryTransaction] {
    let origin = HistoryOrigin(storeID: store.identifier, store: store, model: coordinator.compiledModel)
    return records.map { record in
      let changes = wantsChanges ? record.changes.map { NSPersistentHistoryChange($0, record, origin) } : nil
      return NSPersistentHistoryTransaction(record, origin, changes: changes)
    }
  }
}

extension [NSManagedObjectID] {
  /// Each ID once, in the order of its first place.
  fileprivate var unique: [NSManagedObjectID] {
    var seen = Set<NSManagedObjectID>()
    return filter { seen.insert($0).inserted }
  }
}
