/// The fetch request inside a request to the history: which transactions, or which changes, and in what order.
struct HistoryFilter {
  let isOfChanges: Bool
  private let request: NSFetchRequest<NSFetchRequestResult>
  private let predicate: PredicateTree?

  /// Throws for a request of another entity, and for keys that its entity does not have.
  init(_ request: NSFetchRequest<NSFetchRequestResult>) throws {
    self.request = request
    let name = request.entityName ?? ""
    let known: NSEntityDescription
    switch name {
    case HistoryEntities.changeName: (isOfChanges, known) = (true, HistoryEntities.change)
    case HistoryEntities.transactionName: (isOfChanges, known) = (false, HistoryEntities.transaction)
    default:
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        reason: "History is fetched by the entity of transactions or changes, not by '\(name)'.")
    }
    predicate = try request.predicate.map { try StoredPredicate.tree($0) }
    let keys = (predicate?.firstKeys ?? []) + (request.sortDescriptors ?? []).compactMap(\.key)
    for key in keys where known.propertiesByName[key] == nil {
      throw NSError.coreData(NSPersistentStoreInvalidTypeError, reason: "keypath \(key) not found in entity \(name)")
    }
  }

  func applied(to transactions: [NSPersistentHistoryTransaction]) throws -> [NSPersistentHistoryTransaction] {
    if !isOfChanges { return try matches(transactions.map(HistoryRow.init(_:))).compactMap(\.transaction) }
    return try transactions.compactMap { transaction in
      let kept = try matches((transaction.changes ?? []).map(HistoryRow.init(_:))).compactMap(\.change)
      return kept.isEmpty ? nil : transaction.replacing(changes: kept)
    }
  }

  private func matches(_ rows: [HistoryRow]) throws -> ArraySlice<HistoryRow> {
    var found = rows
    if let predicate {
      let evaluator = PredicateEvaluator(nilRule: .memory)
      do {
        found = try rows.filter { try evaluator.matches(predicate, $0) }
      } catch {
        throw NSError.coreData(NSPersistentStoreInvalidTypeError, reason: "\(error)", underlying: error)
      }
    }
    if let order = request.sortDescriptors, !order.isEmpty {
      found.sort { first, second in
        for descriptor in order {
          let result = descriptor.compare(first, to: second)
          if result != .orderedSame { return result == .orderedAscending }
        }
        return false
      }
    }
    let rest = found.dropFirst(max(0, request.fetchOffset))
    return request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest
  }
}

/// A transaction or change as predicates see it.
private final class HistoryRow: KeyValueCoding {
  let transaction: NSPersistentHistoryTransaction?
  let change: NSPersistentHistoryChange?

  init(_ transaction: NSPersistentHistoryTransaction) {
    self.transaction = transaction
    change = nil
  }

  init(_ change: NSPersistentHistoryChange) {
    transaction = nil
    self.change = change
  }

  func value(forKey key: String) -> Any? {
    switch key {
    case "author": transaction?.author
    case "bundleID": transaction?.bundleID
    case "contextName": transaction?.contextName
    case "processID": transaction?.processID
    case "storeID": transaction?.storeID
    case "timestamp": transaction?.timestamp
    case "token": transaction?.token
    case "transactionNumber": transaction.map { NSNumber(value: $0.transactionNumber) }
    case "changeID": change.map { NSNumber(value: $0.changeID) }
    case "changeType": change.map { NSNumber(value: $0.changeType.rawValue) }
    case "changedEntity": change?.changedObjectID.entity
    case "changedObjectID": change?.changedObjectID
    default: nil
    }
  }

  func setValue(_ value: Any?, forKey key: String) { fatalError("History cannot be changed: \(key)") }
}
