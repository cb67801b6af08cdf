/// The rows that a save has left in the store, packed for the objects that were saved.
struct SavedSnapshot {
  private var entries: [(object: NSManagedObject, row: RowReference)] = []
  private var pages: [UInt16: [RowPage]] = [:]
  /// Temporary keys and the permanent ones that took their place.
  private(set) var keys: [Int64: Int64] = [:]

  init(_ changes: ChangeSet, in context: NSManagedObjectContext) {
    // Nearly always one store: its writer is not looked up for every object.
    var writers: [UInt16: RowWriter] = [:]
    var current: UInt16 = 0
    var writer = RowWriter(firstCapacity: 512)
    func use(_ store: UInt16) {
      guard store != current else { return }
      writers[current] = writer
      current = store
      writer = writers[store] ?? RowWriter(firstCapacity: 512)
    }
    let wantsKeys = !context.children.isEmpty
    entries.reserveCapacity(changes.inserted.count + changes.updated.count)
    for object in changes.inserted {
      let key = object.touched?.permanentKey ?? object.key
      let store = object.touched?.assignedStore ?? object.storeIndex
      use(store)
      let row = RowPacker.pack(object, key: key, version: 1, permanentKeys: true, into: &writer)
      entries.append((object, row))
      if wantsKeys { keys[object.key] = key }
    }
    for object in changes.updated {
      guard let old = object.row else { continue }
      let written = object.differingProperties.contains { $0.isStored }
      use(object.storeIndex)
      let row = RowPacker.pack(
        object, key: object.key, version: old.version &+ (written ? 1 : 0), permanentKeys: true, into: &writer)
      entries.append((object, row))
    }
    writers[current] = writer
    for (store, writer) in writers { pages[store] = writer.pages }
  }

  /// Gives the objects their rows and keys, and the rows to the caches.
  func apply(in context: NSManagedObjectContext) {
    let registry = context.registry
    for (store, pages) in pages {
      guard let cache = context.store(at: store)?.objectStore.cache else { continue }
      for page in pages { cache.insert(page) }
    }
    for (object, row) in entries {
      if let touched = object.touched {
        if object.key < 0 {
          registry.forget(object)
          object.storeIndex = touched.assignedStore ?? object.storeIndex
          object.key = touched.permanentKey
          object.identifier = nil
          registry.insert(object)
        }
        touched.permanentKey = 0
        touched.changed.forEach { slot in
          guard case .object(let value) = touched.slots[slot] else { return }
          if let members = value as? ToManyValue {
            members.commit()
          } else if value is ToManyDelta {
            touched.slots[slot] = .unset
          }
        }
        touched.changed = .empty
        touched.forgetEvent()
      }
      object.attach(row)
      context.dropStored(object)
    }
  }
}
