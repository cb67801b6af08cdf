/// Makes saved objects what their stores have: with permanent keys, and with the rows that the save has written.
struct SavedRows {
  private let context: NSManagedObjectContext
  private let changes: ChangeSet

  init(_ changes: ChangeSet, in context: NSManagedObjectContext) {
    self.changes = changes
    self.context = context
  }

  /// Gives the objects their keys and rows, and the rows to the caches.
  func apply() {
    giveKeys()
    // Nearly always one store: its writer is not looked up for every object.
    var writers: [UInt16: RowWriter] = [:]
    var current: UInt16?
    var writer = RowWriter(firstCapacity: 512)
    func use(_ store: UInt16) {
      guard store != current else { return }
      if let current {
        writers[current] = writer
        writer = writers[store] ?? RowWriter(firstCapacity: 512)
      }
      current = store
    }
    for object in changes.inserted {
      use(object.storeIndex)
      settle(object, RowPacker.pack(object, key: object.key, version: 1, permanentKeys: true, into: &writer))
    }
    let unwritten = changes.receipt.unwritten
    for object in changes.updated {
      guard let old = object.row else {
        settle(object)
        continue
      }
      use(object.storeIndex)
      let isUnwritten = !unwritten.isEmpty && unwritten.contains(ObjectIdentifier(object))
      let version = old.version &+ (isUnwritten ? 0 : 1)
      settle(object, RowPacker.pack(object, key: object.key, version: version, permanentKeys: true, into: &writer))
    }
    if let current { writers[current] = writer }
    for (store, writer) in writers {
      guard let cache = context.store(at: store)?.objectStore.cache else { continue }
      for page in writer.pages { cache.insert(page) }
      if !changes.updated.isEmpty { cache.indexAll() }
    }
  }

  private func giveKeys() {
    if changes.inserted.isEmpty { return }
    context.noteSavedKeys(of: changes.inserted)
    context.registry.givePermanentKeys(changes.inserted)
  }

  @inline(__always)
  private func settle(_ object: NSManagedObject, _ row: RowReference) {
    settle(object)
    object.attach(row)
    context.dropStored(object)
  }

  /// The changes are none any more.
  @inline(__always)
  private func settle(_ object: NSManagedObject) {
    guard let touched = object.touched else { return }
    touched.permanentKey = 0
    for slot in object.layout.slotsOutsideRows where touched.changed.contains(slot) {
      guard case .object(let value) = touched.slots[slot] else { continue }
      if let members = value as? ToManyValue {
        members.commit()
      } else if value is ToManyDelta {
        touched.slots[slot] = .unset
      }
    }
    touched.changed = .empty
    touched.forgetEvent()
  }
}
