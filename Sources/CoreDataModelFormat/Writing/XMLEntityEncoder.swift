/// Encodes an entity as an `<entity>` element.
struct XMLEntityEncoder {
  let entity: EntityRecord

  func encode(to xml: inout XMLText) throws(ModelFormatError) {
    let codeGeneration = entity.codeGeneration == .manual ? nil : entity.codeGeneration.rawValue
    try xml.element(
      "entity",
      [
        ("name", entity.name), ("representedClassName", entity.className), ("parentEntity", entity.parentName),
        ("isAbstract", yes(entity.isAbstract)), ("elementID", entity.renamingIdentifier),
        ("versionHashModifier", entity.versionHashModifier), ("syncable", "YES"),
        ("codeGenerationType", codeGeneration),
        ("coreSpotlightDisplayNameExpression", entity.coreSpotlightDisplayNameExpression),
      ]
    ) { (xml: inout XMLText) throws(ModelFormatError) in
      let attributes = XMLAttributeEncoder(entityName: entity.name)
      for attribute in entity.attributes { try attributes.encode(attribute, to: &xml) }
      for relationship in entity.relationships { try encode(relationship, to: &xml) }
      for property in entity.fetchedProperties { try encode(property, to: &xml) }
      for index in entity.fetchIndexes { try encode(index, to: &xml) }
      try encode(entity.compoundIndexes, names: ("compoundIndexes", "compoundIndex", "index"), to: &xml)
      try encode(
        entity.uniquenessConstraints, names: ("uniquenessConstraints", "uniquenessConstraint", "constraint"), to: &xml)
      try XMLUserInfoEncoder(entityName: entity.name, propertyName: nil).encode(entity.userInfo, to: &xml)
    }
  }

  private func encode(
    _ lists: [[String]], names: (all: String, list: String, member: String), to xml: inout XMLText
  ) throws(ModelFormatError) {
    guard !lists.isEmpty else { return }
    try xml.element(names.all, []) { (xml: inout XMLText) throws(ModelFormatError) in
      for list in lists {
        try xml.element(names.list, []) { (xml: inout XMLText) throws(ModelFormatError) in
          for member in list { try xml.element(names.member, [("value", member)]) }
        }
      }
    }
  }

  private func encode(_ relationship: RelationshipRecord, to xml: inout XMLText) throws(ModelFormatError) {
    guard relationship.validationRules.isEmpty else {
      throw ModelFormatError(
        .invalidValue, entity: entity.name, property: relationship.name,
        reason: "a source model cannot hold validation predicates")
    }
    let destination = relationship.destinationEntityName
    try xml.element(
      "relationship",
      [
        ("name", relationship.name), ("optional", yes(relationship.isOptional)),
        ("transient", yes(relationship.isTransient)), ("toMany", yes(relationship.isToMany)),
        ("minCount", relationship.minCount == 0 ? nil : String(relationship.minCount)),
        ("maxCount", relationship.maxCount == 0 ? nil : String(relationship.maxCount)),
        ("deletionRule", relationship.deleteRule.sourceName), ("ordered", yes(relationship.isOrdered)),
        ("destinationEntity", destination.isEmpty ? nil : destination), ("inverseName", relationship.inverseName),
        ("inverseEntity", relationship.inverseEntityName), ("indexed", yes(relationship.isIndexed)),
        ("spotlightIndexingEnabled", yes(relationship.isIndexedBySpotlight)),
        ("elementID", relationship.renamingIdentifier), ("versionHashModifier", relationship.versionHashModifier),
      ],
      content: XMLUserInfoEncoder(entityName: entity.name, propertyName: relationship.name)
        .content(relationship.userInfo))
  }

  private func encode(_ property: FetchedPropertyRecord, to xml: inout XMLText) throws(ModelFormatError) {
    try xml.element(
      "fetchedProperty",
      [
        ("name", property.name), ("optional", yes(property.isOptional)), ("elementID", property.renamingIdentifier),
        ("versionHashModifier", property.versionHashModifier),
      ]
    ) { (xml: inout XMLText) throws(ModelFormatError) in
      try XMLFetchRequestEncoder(entityName: entity.name, propertyName: property.name)
        .encode(property.fetchRequest, to: &xml)
      try XMLUserInfoEncoder(entityName: entity.name, propertyName: property.name).encode(property.userInfo, to: &xml)
    }
  }

  private func encode(_ index: FetchIndexRecord, to xml: inout XMLText) throws(ModelFormatError) {
    let predicate = try index.partialIndexPredicate.map { predicate throws(ModelFormatError) in
      try predicate.sourceText(entity: entity.name, property: index.name)
    }
    try xml.element(
      "fetchIndex", [("name", index.name), ("partialIndexPredicate", predicate)]
    ) { (xml: inout XMLText) throws(ModelFormatError) in
      for element in index.elements {
        var attributes: [(String, String?)] = []
        switch element.subject {
        case .property(let name): attributes = [("property", name)]
        case .expression(let text, let type): attributes = [("expression", text), ("expressionType", type.sourceName)]
        }
        attributes.append(("type", element.kind == .binary ? "Binary" : "RTree"))
        attributes.append(("order", element.isAscending ? "ascending" : "descending"))
        try xml.element("fetchIndexElement", attributes)
      }
    }
  }
}

extension PredicateText {
  /// The text for a source file.
  func sourceText(entity: String?, property: String) throws(ModelFormatError) -> String {
    switch self {
    case .format(let text): return text
    case .opaque(let reason):
      throw ModelFormatError(
        .invalidValue, entity: entity, property: property, reason: "a predicate cannot be written as text: \(reason)")
    }
  }
}
