import CoreDataModelFormat

extension NSEntityDescription {
  /// Apple's 32-byte version hash of the entity: two stores fit when the hashes of their entities are equal.
  public var versionHash: Data {
    let computed = computedVersionHash
    // Once something has changed, what came along says nothing any more.
    if let known = storage.givenVersionHash, known.computed == computed { return known.given }
    return computed
  }

  private var computedVersionHash: Data {
    let hashed = propertiesByName.filter { !$1.isTransient && !($1 is NSFetchedPropertyDescription) }
    return VersionHash.entity(
      name: name ?? "", isAbstract: isAbstract, parentHash: superentity?.versionHash,
      propertyHashes: hashed.mapValues(\.versionHash), uniquenessConstraints: constraintNames,
      versionHashModifier: versionHashModifier)
  }
}

extension NSEntityDescription {
  /// Whether Apple's method for the hash is not known in full: that of composite attributes, and the order of several
  /// constraints, or of one and a modifier.
  var isHashMethodUncertain: Bool {
    if constraintNames.count > 1 || (!constraintNames.isEmpty && versionHashModifier != nil) { return true }
    if propertiesByName.values.contains(where: { $0 is NSCompositeAttributeDescription }) { return true }
    return superentity?.isHashMethodUncertain ?? false
  }
}

extension NSManagedObjectModel {
  /// Takes hashes that came with the model, in a `.momd` or a store, for entities whose hash cannot be computed with
  /// certainty.
  func takeGivenHashes(_ hashes: [String: Data]) {
    for entity in entities where entity.isHashMethodUncertain {
      guard let given = entity.name.flatMap({ hashes[$0] }), given != entity.versionHash else { continue }
      entity.storage.givenVersionHash = (given, entity.versionHash)
    }
  }

  /// The version hashes of all entities, by name.
  public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

  /// Apple's checksum of the model: base64, as `VersionInfo.plist` and store metadata carry it.
  public var versionChecksum: String { VersionHash.checksum(of: entityVersionHashesByName) }

  /// Whether a store with this metadata can be opened with the entities of `configuration` as they are.
  ///
  /// Compares version hashes only, as Apple's does; `nil` stands for all entities. False for an unknown configuration.
  public func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let entities = entities(forConfigurationName: configuration) else { return false }
    guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return false }
    return VersionComparison(entities: entities, storedHashes: stored).isEqual
  }
}

/// How the entities of a model differ from those a store was made with.
struct VersionComparison {
  var missingInModel: [String] = []
  var missingInStore: [String] = []
  var changed: [String] = []

  init(entities: [NSEntityDescription], storedHashes: [String: Data]) {
    let current = Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { first, _ in first })
    missingInModel = storedHashes.keys.filter { current[$0] == nil }.sorted()
    missingInStore = current.keys.filter { storedHashes[$0] == nil }.sorted()
    changed = current.filter { name, hash in storedHashes[name].map { $0 != hash } ?? false }.keys.sorted()
  }

  var isEqual: Bool { missingInModel.isEmpty && missingInStore.isEmpty && changed.isEmpty }

  /// One readable sentence.
  var summary: String {
    var parts: [String] = []
    if !changed.isEmpty { parts.append("changed: \(changed.joined(separator: ", "))") }
    if !missingInModel.isEmpty { parts.append("only in the store: \(missingInModel.joined(separator: ", "))") }
    if !missingInStore.isEmpty { parts.append("only in the model: \(missingInStore.joined(separator: ", "))") }
    return parts.joined(separator: "; ")
  }
}
