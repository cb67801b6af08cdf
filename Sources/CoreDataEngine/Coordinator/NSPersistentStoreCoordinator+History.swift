/// The persistent history of the coordinator's stores.
extension NSPersistentStoreCoordinator {
  func historyToken(of stores: [NSPersistentStore]) -> NSPersistentHistoryToken? {
    var transactions: [String: Int64] = [:]
    for store in stores {
      guard let history = store.openStore?.history, let number = try? history.lastTransactionNumber() else { continue }
      transactions[store.identifier] = number
    }
    return transactions.isEmpty ? nil : NSPersistentHistoryToken(transactions)
  }

  /// Tells of a transaction in a store, whoever wrote it. Called on no particular thread.
  func postRemoteChange(of store: NSPersistentStore, transaction: Int64?) {
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier ?? ""]
    info[NSPersistentStoreURLKey] = store.url
    info[NSPersistentHistoryTokenKey] = transaction.map { NSPersistentHistoryToken([store.identifier: $0]) }
    NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: self, userInfo: info)
  }
}
