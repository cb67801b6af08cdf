/// Opens two stores for a migration between them, and saves the newer one at the end.
struct StoreTransfer {
  struct End {
    let model: NSManagedObjectModel
    let url: URL
    let type: String
    let options: [AnyHashable: Any]?
  }

  let source: End
  let destination: End

  /// Calls `body` with a context of each store; on the queues of both.
  func run(_ body: (NSManagedObjectContext, NSManagedObjectContext) throws -> Void) throws {
    var readOnly = source.options ?? [:]
    readOnly[NSReadOnlyPersistentStoreOption] = true
    let isNew = !StoreFiles(destination.url).exist
    do {
      let (older, olderStore) = try open(source, options: readOnly, failure: NSMigrationManagerSourceStoreError)
      defer { try? older.remove(olderStore) }
      let (newer, newerStore) = try open(
        destination, options: destination.options, failure: NSMigrationManagerDestinationStoreError)
      defer { if newer.persistentStores.contains(newerStore) { try? newer.remove(newerStore) } }
      let (from, to) = (NSManagedObjectContext(.privateQueue), NSManagedObjectContext(.privateQueue))
      from.persistentStoreCoordinator = older
      to.persistentStoreCoordinator = newer
      try from.performAndWait { try to.performAndWait { try transfer(from, to, body) } }
      try keepMetadata(of: olderStore, for: newerStore, newer)
      try newer.remove(newerStore)
    } catch {
      if isNew { removeDestination() }
      throw error
    }
  }

  /// Stores of other types than SQLite's are one file: what lies beside it may be another's.
  private func removeDestination() {
    let files = StoreFiles(destination.url)
    if destination.type == NSSQLiteStoreType {
      try? files.remove()
    } else if destination.type != NSInMemoryStoreType, !files.isInMemory {
      try? StoreFile(url: destination.url).remove()
    }
  }

  private func transfer(
    _ from: NSManagedObjectContext, _ to: NSManagedObjectContext,
    _ body: (NSManagedObjectContext, NSManagedObjectContext) throws -> Void
  ) throws {
    try body(from, to)
    do {
      try to.save()
    } catch {
      throw NSError.coreData(
        NSMigrationManagerDestinationStoreError,
        reason: "The migrated objects cannot be saved to \(destination.url.path): \(error.localizedDescription)",
        underlying: error)
    }
  }

  private func open(
    _ end: End, options: [AnyHashable: Any]?, failure: Int
  ) throws -> (NSPersistentStoreCoordinator, NSPersistentStore) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: end.model)
    do {
      let store = try coordinator.addPersistentStore(
        ofType: end.type, configurationName: nil, at: end.url, options: options)
      return (coordinator, store)
    } catch {
      throw NSError.coreData(
        failure, reason: "The store \(end.url.path) cannot be opened: \(error.localizedDescription)", underlying: error,
        userInfo: [NSFilePathErrorKey: end.url.path])
    }
  }

  /// The developer's own metadata go along.
  private func keepMetadata(
    of older: NSPersistentStore, for newer: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator
  ) throws {
    let own = (older.metadata ?? [:]).filter { !StoredMetadata.isEngines($0.key) }
    guard !own.isEmpty else { return }
    coordinator.setMetadata(own, for: newer)
    try newer.objectStore.writeMetadata(newer.metadata)
  }
}
