/// A store in memory. Follows Apple's `NSInMemoryStoreType`.
final class InMemoryPersistentStore: NSPersistentStore {
  override var type: String { NSInMemoryStoreType }

  override var canMove: Bool { true }

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel
  ) throws {
    try StoreRules.refuseDerivedAttributes(in: entities)
    let metadata = StoreRules.metadata(type: type, identifier: identifier, model: model, entities: entities)
    open(with: MemoryStore(model: model, metadata: metadata), metadata: metadata)
  }

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel,
    contentsOf old: NSPersistentStore
  ) throws {
    try StoreRules.refuseDerivedAttributes(in: entities)
    let keys = MemoryKeys(rootCount: model.rootCount)
    let tables = try old.contents(model: model, entities: entities, as: type, keys: keys)
    open(
      with: MemoryStore(model: model, tables: tables, keys: keys, archive: nil, formerFiles: old.externalDataFolder),
      metadata: tables.metadata)
  }
}
