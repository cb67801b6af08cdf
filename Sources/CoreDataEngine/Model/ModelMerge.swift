/// Joins models.
enum ModelMerge {
  /// All entities of all models. The same entity in two of them counts once; nil when two of one name differ.
  static func merged(_ models: [NSManagedObjectModel]) -> NSManagedObjectModel? {
    if models.count == 1 { return models[0].copy() as? NSManagedObjectModel }
    var hashes: [String: Data] = [:]
    let result = NSManagedObjectModel()
    var roots: [NSEntityDescription] = []
    for model in models {
      guard let copy = model.copy() as? NSManagedObjectModel else { return nil }
      for (name, hash) in copy.entityVersionHashesByName {
        if let known = hashes[name], known != hash {
          ModelLookup.report("Can't merge models with two different entities named '\(name)'")
          return nil
        }
      }
      let known = hashes
      roots += copy.entities.filter { $0.superentity == nil && known[$0.name ?? ""] == nil }
      hashes.merge(copy.entityVersionHashesByName) { first, _ in first }
      result.takeTemplates(of: copy)
    }
    result.entities = roots
    for model in models {
      for name in model.configurations {
        let members = model.entities(forConfigurationName: name)?.compactMap {
          $0.name.flatMap { result.entitiesByName[$0] }
        }
        let before = result.configurations.contains(name) ? result.entities(forConfigurationName: name) ?? [] : []
        result.setEntities(before + (members ?? []), forConfigurationName: name)
      }
    }
    result.fileURLs = models.flatMap(\.fileURLs)
    result.versionIdentifiers = models.reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
    return result
  }

  /// The model, or the join of models, whose entities are those of a store.
  static func merged(_ models: [NSManagedObjectModel], for metadata: [String: Any]) -> NSManagedObjectModel? {
    if let whole = models.first(where: { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }) {
      return whole.copy() as? NSManagedObjectModel
    }
    guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
    let fitting = models.filter { model in
      model.entityVersionHashesByName.allSatisfy { stored[$0.key] == nil || stored[$0.key] == $0.value }
        && model.entityVersionHashesByName.keys.contains { stored[$0] != nil }
    }
    guard !fitting.isEmpty, let joined = merged(fitting) else { return nil }
    return joined.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) ? joined : nil
  }
}
