import Foundation

extension ModelDocument {
  /// The version hash of every entity, by name.
  ///
  /// The document must be valid: of entities with unknown or cyclic parents the hashes mean nothing.
  /// Apple's method for composite attributes is not known, so where a package or store brings hashes of its own, those are
  /// to be preferred.
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
  private let composites: [String: [AttributeRecord]]
  private var hashed: [String: Hashed] = [:]

  init(document: ModelDocument) {
    self.document = document
    composites = Dictionary(document.composites.map { ($0.name, $0.elements) }) { first, _ in first }
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
        properties[attribute.name] = attribute.versionHash(composites: composites)
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
  /// The elements of a composite attribute, which stand with it or below the name of a composite of the document.
  package func elements(in composites: [String: [AttributeRecord]]) -> [AttributeRecord] {
    if !compositeElements.isEmpty { return compositeElements }
    return compositeName.flatMap { composites[$0] } ?? []
  }

  /// `depth` ends what contains itself, which validation refuses.
  package func versionHash(composites: [String: [AttributeRecord]], depth: Int = 0) -> Data {
    if isDerived, let derivationExpression {
      return VersionHash.derivedAttribute(expression: DerivationText.canonical(derivationExpression))
    }
    let base = VersionHash.PropertyBase(
      name: name, isOptional: isOptional, isTransient: isTransient, isReadOnly: isDerived,
      versionHashModifier: versionHashModifier)
    let hash = VersionHash.attribute(
      base, type: type.rawValue, allowsExternalBinaryDataStorage: allowsExternalBinaryDataStorage,
      preservesValueInHistoryOnDeletion: preservesValueInHistoryOnDeletion)
    guard type == .composite, depth < AttributeRecord.deepestComposite else { return hash }
    return VersionHash.composite(
      hash, elements: elements(in: composites).map { $0.versionHash(composites: composites, depth: depth + 1) })
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
