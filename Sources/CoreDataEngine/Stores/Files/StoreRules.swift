/// What all stores have in common that keep their rows in memory.
enum StoreRules {
  /// Throws 134000: only a database computes derived attributes.
  static func refuseDerivedAttributes(in entities: [NSEntityDescription]) throws {
    for entity in entities {
      guard let derived = entity.properties.first(where: { $0 is NSDerivedAttributeDescription }) else { continue }
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError,
        reason:
          "Core Data provided atomic stores do not support derived properties: '\(entity.name ?? "").\(derived.name)'.")
    }
  }

  /// The metadata of a new store.
  static func metadata(
    type: String, identifier: String, model: CompiledModel, entities: [NSEntityDescription]
  ) -> [String: Any] {
    let layouts = entities.compactMap { model.layout(of: $0) }
    var metadata = StoreMetadata(model: model, layouts: layouts).dictionary
    metadata["_NSAutoVacuumLevel"] = nil
    metadata[NSStoreUUIDKey] = identifier
    metadata[NSStoreTypeKey] = type
    return metadata
  }

  /// Throws 134010 for a store of another type, 134100 for one of another version of the model.
  static func check(
    _ metadata: [String: Any], type: String, entities: [NSEntityDescription], options: [AnyHashable: Any]?, url: URL?
  ) throws {
    if let found = metadata[NSStoreTypeKey] as? String, found != type {
      throw NSError.coreData(
        NSPersistentStoreTypeMismatchError,
        reason: "The store type in the metadata does not match the specified store type.",
        userInfo: ["metadata": metadata, NSFilePathErrorKey: url?.path ?? ""])
    }
    if (options?[NSIgnorePersistentStoreVersioningOption] as? NSNumber)?.boolValue ?? false { return }
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    let comparison = VersionComparison(entities: entities, storedHashes: hashes)
    if !comparison.isEqual { throw incompatible(comparison, metadata: metadata, url: url) }
  }

  /// The error of a store whose version hashes are not the model's.
  static func incompatible(_ comparison: VersionComparison, metadata: [String: Any], url: URL?) -> NSError {
    var info: [String: Any] = [
      "metadata": metadata,
      "reason": "The model used to open the store is incompatible with the one used to create the store",
      NSLocalizedFailureReasonErrorKey:
        "The model used to open the store is incompatible with the one used to create the store: \(comparison.summary).",
      NSLocalizedRecoverySuggestionErrorKey: "Open the store with the model it was made with, or let it migrate.",
    ]
    if let url {
      info[NSFilePathErrorKey] = url.path
      info[NSURLErrorKey] = url
    }
    return NSError.coreData(NSPersistentStoreIncompatibleVersionHashError, userInfo: info)
  }
}

/// The metadata that a store's own code gives.
extension StoreRules {
  /// Throws as `check`; a store that says nothing of its type or model is taken as it is.
  static func checkGiven(
    _ metadata: [String: Any]?, of store: NSPersistentStore, entities: [NSEntityDescription]
  ) throws {
    guard let metadata, metadata[NSStoreModelVersionHashesKey] != nil else { return }
    try check(
      metadata, type: metadata[NSStoreTypeKey] as? String ?? store.type, entities: entities, options: store.options,
      url: store.url)
  }

  /// `metadata` with the identifier, the type and the version hashes that it leaves out.
  static func completed(
    _ metadata: [String: Any]?, of store: NSPersistentStore, model: CompiledModel, entities: [NSEntityDescription]
  ) -> [String: Any] {
    let own = StoreRules.metadata(type: store.type, identifier: store.identifier, model: model, entities: entities)
    return own.merging(metadata ?? [:]) { $1 }
  }
}
