import Foundation

extension ModelDocument {
  /// The version hash of every entity, by name.
  ///
  /// The document must be valid: of entities with unknown or cyclic parents the hashes mean nothing.
  /// Composite attributes are hashed like plain attributes of their type; Apple's method for them is not known,
  /// so where a package or store brings hashes of its own, those are to be preferred.
  package func versionHashes() -> [String: Data] {
    var hasher = DocumentHasher(document: self)
    return hasher.hashes()
  }

  /// The checksum over all entities, as compilers note it in `VersionInfo.plist`.
  package func checksum() -> String {
    VersionHash.checksum(of: versionHashes())
  }
}

private struct DocumentHasher {
  struct Hashed {
    var hash: Data
    /// Persistent properties, inherited ones included.
    var properties: [String: Data]
  }

  let document: ModelDocument
  private let entities: [String: EntityRecord]
  private var hashed: [String: Hashed] = [:]

  init(document: ModelDocument) {
    self.document = document
    entities = Dictionary(document.entities.map { ($0.name, $0) }) { first, _ in first }
  }

  mutating func hashes() -> [String: Data] {
    for entity in document.entities { hash(entity) }
    return hashed.mapValues(\.hash)
  }

  private mutating func hash(_ entity: EntityRecord) {
    var path: [EntityRecord] = []
    var onPath: Set<String> = []
    var next: EntityRecord? = entity
    while let step = next, hashed[step.name] == nil, onPath.insert(step.name).inserted {
      path.append(step)
      next = step.parentName.flatMap { entities[$0] }
    }
    for step in path.reversed() {
      let parent = step.parentName.flatMap { hashed[$0] }
      var properties = parent?.properties ?? [:]
      for attribute in step.attributes where !attribute.isTransient {
        properties[attribute.name] = attribute.versionHash()
      }
      for relationship in step.relationships where !relationship.isTransient {
        properties[relationship.name] = relationship.versionHash()
      }
      let hash = VersionHash.entity(
        name: step.name, isAbstract: step.isAbstract, parentHash: parent?.hash, propertyHashes: properties,
        uniquenessConstraints: step.uniquenessConstraints, versionHashModifier: step.versionHashModifier)
      hashed[step.name] = Hashed(hash: hash, properties: properties)
    }
  }
}

extension AttributeRecord {
  package func versionHash() -> Data {
    if isDerived, let derivationExpression {
      return VersionHash.derivedAttribute(expression: DerivationText.canonical(derivationExpression))
    }
    let base = VersionHash.PropertyBase(
      name: name, isOptional: isOptional, isTransient: isTransient, isReadOnly: isDerived,
      versionHashModifier: versionHashModifier)
    return VersionHash.attribute(
      base, type: type.rawValue, allowsExternalBinaryDataStorage: allowsExternalBinaryDataStorage,
      preservesValueInHistoryOnDeletion: preservesValueInHistoryOnDeletion)
  }
}

extension RelationshipRecord {
  package func versionHash() -> Data {
    let base = VersionHash.PropertyBase(
      name: name, isOptional: isOptional, isTransient: isTransient, versionHashModifier: versionHashModifier)
    return VersionHash.relationship(
      base, destinationEntityName: destinationEntityName, inverseName: inverseName, minCount: minCount,
      maxCount: maxCount, isOrdered: isOrdered)
  }
}
