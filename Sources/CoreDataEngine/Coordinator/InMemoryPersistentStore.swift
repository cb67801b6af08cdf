/// A store in memory. Follows Apple's `NSInMemoryStoreType`.
final class InMemoryPersistentStore: NSPersistentStore {
  override var type: String { NSInMemoryStoreType }

  override func openBackend(
    model: CompiledModel, entities: [NSEntityDescription], source: NSManagedObjectModel
  ) throws {
    for entity in entities {
      if let derived = entity.properties.first(where: { $0 is NSDerivedAttributeDescription }) {
        throw NSError.coreData(
          NSPersistentStoreInvalidTypeError,
          reason:
            "Core Data provided atomic stores do not support derived properties: '\(entity.name ?? "").\(derived.name)'."
        )
      }
    }
    let hashes = Dictionary(uniqueKeysWithValues: entities.map { ($0.name ?? "", $0.versionHash) })
    let metadata: [String: Any] = [
      NSStoreUUIDKey: identifier ?? "", NSStoreTypeKey: type, NSStoreModelVersionHashesKey: hashes,
      NSStoreModelVersionIdentifiersKey: source.versionIdentifiers.compactMap { $0.base as? String },
    ]
    open(with: MemoryStore(model: model, metadata: metadata), metadata: metadata)
  }
}
