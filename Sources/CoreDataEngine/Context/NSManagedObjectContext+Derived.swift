/// Values that a store has derived from others in a save.
extension NSManagedObjectContext {
  /// Gives the rows to the caches and to the objects that have older ones; returns the objects that were not part of the
  /// save themselves.
  func applyDerivedRows(_ changes: ChangeSet) -> [NSManagedObject] {
    if changes.receipt.derived.allSatisfy({ $1.isEmpty }) { return [] }
    var refreshed: [NSManagedObject] = []
    let saved = Set((changes.inserted + changes.updated).map(ObjectIdentifier.init))
    var found: ContiguousArray<NSManagedObject?> = []
    // A save over several stores may be taken in part by part.
    let stores = Set((changes.inserted + changes.updated + changes.deleted).map(\.storeIndex))
    for store in rootCoordinator?.persistentStores ?? [] where stores.contains(store.index) {
      let pages = changes.receipt.derived[store.identifier] ?? []
      for page in pages { store.objectStore.cache.insert(page) }
      // Nobody may hold these rows a moment later; older ones that somebody holds must not come back then.
      if !pages.isEmpty { store.objectStore.cache.indexAll() }
      for page in pages {
        registry.objects(of: page, store: store.index, into: &found)
        if found.isEmpty { continue }
        var place = 0
        page.forEachRow { row, offset in
          defer { place += 1 }
          // A fault reads its row; an object that has another version must meet its conflict.
          guard let object = found[place], let old = object.row, old.hasValues, old.version == row.version else {
            return
          }
          object.attach(RowReference(page: page, offset: offset))
          if !saved.contains(ObjectIdentifier(object)), !object.state.contains(.deleted) { refreshed.append(object) }
        }
      }
    }
    return refreshed
  }
}
