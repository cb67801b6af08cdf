/// Where a piece of history comes from.
struct HistoryOrigin {
  let storeID: String
  let store: NSPersistentStore
  let model: CompiledModel

  func id(_ key: ObjectKey) -> NSManagedObjectID {
    NSManagedObjectID(key: key.key, layout: model.layouts[key.entityIndex], model: model, store: store.reference)
  }
}
