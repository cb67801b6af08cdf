/// Decides whether a migration between two models can be inferred.
struct MappingInference {
  let matching: ModelMatching

  /// What stands in the way; empty when the migration can be inferred. Each property is named once, in order.
  func problems() -> [InferenceProblem] {
    var found: [InferenceProblem] = []
    var seen = Set<ObjectIdentifier>()
    for entity in matching.destination.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
      let predecessors = matching.predecessors(ofPropertiesOf: entity)
      for (name, older) in predecessors.sorted(by: { $0.key < $1.key }) {
        guard let newer = entity.propertiesByName[name], let reason = reason(older, newer),
          seen.insert(ObjectIdentifier(newer)).inserted
        else { continue }
        let owner = newer.owner?.name ?? entity.name ?? ""
        found.append(InferenceProblem(entity: owner, property: name, reason: reason))
      }
    }
    return found
  }

  private func reason(_ older: NSPropertyDescription, _ newer: NSPropertyDescription) -> String? {
    switch (older, newer) {
    case (let older as NSAttributeDescription, let newer as NSAttributeDescription): attributeReason(older, newer)
    case (let older as NSRelationshipDescription, let newer as NSRelationshipDescription):
      relationshipReason(older, newer)
    case (is NSAttributeDescription, _): "An attribute cannot become a relationship"
    default: "A relationship cannot become an attribute"
    }
  }

  private func attributeReason(_ older: NSAttributeDescription, _ newer: NSAttributeDescription) -> String? {
    let (a, b) = (older.attributeType, newer.attributeType)
    if let older = older as? NSCompositeAttributeDescription, let newer = newer as? NSCompositeAttributeDescription {
      return elementReason(older, newer)
    }
    guard !MappingInference.areCompatible(a, b) else { return nil }
    // Apple's words first, then what they leave open.
    return "Source and destination attribute types are incompatible (\(a.name) to \(b.name))"
  }

  /// Elements can come and go; those that stay keep their types.
  private func elementReason(
    _ older: NSCompositeAttributeDescription, _ newer: NSCompositeAttributeDescription
  ) -> String? {
    let before = Dictionary(older.elements.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for element in newer.elements {
      guard let old = before[element.name] else { continue }
      if let old = old as? NSCompositeAttributeDescription, let element = element as? NSCompositeAttributeDescription {
        if let reason = elementReason(old, element) { return reason }
      } else if old.attributeType != element.attributeType {
        let (a, b) = (old.attributeType.name, element.attributeType.name)
        return "Source and destination types of the element '\(element.name)' are incompatible (\(a) to \(b))"
      }
    }
    return nil
  }

  /// Numbers are interchangeable; everything else keeps its type.
  static func areCompatible(_ older: NSAttributeType, _ newer: NSAttributeType) -> Bool {
    older == newer || (isNumber(older) && isNumber(newer))
  }

  private static func isNumber(_ type: NSAttributeType) -> Bool {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .decimalAttributeType,
      .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
      true
    default: false
    }
  }

  private func relationshipReason(
    _ older: NSRelationshipDescription, _ newer: NSRelationshipDescription
  ) -> String? {
    if older.isToMany && !newer.isToMany { return "A to-many relationship cannot become a to-one relationship" }
    guard let from = older.destinationEntity, let to = newer.destinationEntity else { return nil }
    // The objects it leads to must live on in the hierarchy of the new destination.
    let remains = descendants(of: from).contains { entity in
      guard let successor = matching.successor(of: entity) else { return false }
      return successor.isKindOf(entity: to) || to.isKindOf(entity: successor)
    }
    return remains
      ? nil : "The relationship leads to \(to.name ?? "-"), which does not continue \(from.name ?? "-")"
  }

  private func descendants(of entity: NSEntityDescription) -> [NSEntityDescription] {
    [entity] + entity.subentities.flatMap(descendants)
  }
}
