/// Saves, as requests to the store's own code.
extension IncrementalObjectStore {
  /// Keys come with objects here, see `assignKeys`.
  func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> ClosedRange<Int64> {
    throw NSError.coreData(
      NSPersistentStoreOperationError, reason: "A store of a program's own names objects, not numbers of them.")
  }

  func assignKeys(to objects: [NSManagedObject], in layout: EntityLayout) throws -> [Int64] {
    let ids = try store().obtainPermanentIDs(for: objects)
    guard ids.count == objects.count, ids.allSatisfy({ $0.key > 0 }) else {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        reason: "The store gave \(ids.count) permanent IDs for \(objects.count) new objects.")
    }
    return ids.map(\.key)
  }

  var saveManner: SaveManner { .ownCode }

  /// Gives IDs to new objects, then hands all changes over. The store finds conflicts by itself and throws.
  func save(_ changes: ChangeSet, before rest: SaveRest?) throws -> SaveOutcome {
    let store = try store()
    let new = changes.inserted.filter { $0.key < 0 && ($0.touched?.permanentKey ?? 0) == 0 }
    if let first = new.first {
      for (object, key) in zip(new, try assignKeys(to: Array(new), in: first.layout)) {
        object.touched?.permanentKey = key
      }
    }
    let ids = PermanentIdentifiers(changes.inserted, in: store, model: model)
    do {
      _ = try store.execute(
        NSSaveChangesRequest(
          inserted: Set(changes.inserted), updated: Set(changes.updated), deleted: Set(changes.deleted),
          locked: Set(changes.locked)), with: context)
    } catch {
      ids.takeBack()
      for object in new { object.touched?.permanentKey = 0 }
      throw error
    }
    for object in changes.updated where !object.hasWrittenValues {
      changes.receipt.unwritten.insert(ObjectIdentifier(object))
    }
    return .saved
  }
}
