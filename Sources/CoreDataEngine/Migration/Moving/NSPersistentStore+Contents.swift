/// What another store takes over.
extension NSPersistentStore {
  /// All objects, for a store of a type that keeps them in memory, with metadata for it.
  func contents(
    model: CompiledModel, entities: [NSEntityDescription], as type: String, keys: MemoryKeys
  ) throws -> MemoryTables {
    let metadata = StoreRules.metadata(type: type, identifier: identifier, model: model, entities: entities)
    let layouts = entities.compactMap { model.layout(of: $0) }
    return try ContentsReader(
      store: objectStore, model: model, layouts: layouts, url: url ?? URL(fileURLWithPath: "/dev/null")
    ).tables(keys: keys, metadata: StoredMetadata.merged(self.metadata, into: metadata))
  }

  /// Where values lie that have files of their own; nil for a store without such files.
  var externalDataFolder: URL? {
    guard let store = openStore as? SQLiteStore, store.hasFile else { return nil }
    return StoreFiles(store.url).externalDataFolder
  }
}
