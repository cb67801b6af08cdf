import CoreDataModelFormat

/// Finds what is allowed in a model and still likely to be a mistake.
struct ModelLint {
  private let document: ModelDocument
  private let entities: [String: EntityRecord]

  init(_ document: ModelDocument) {
    self.document = document
    entities = Dictionary(document.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func problems() -> [ModelFormatError] {
    document.entities.flatMap { entity in
      entity.relationships.flatMap { relationshipProblems($0, of: entity) }
        + entity.attributes.flatMap { attributeProblems($0, of: entity) } + collisions(in: entity)
    }
  }

  private func warning(
    _ kind: ModelFormatError.Kind, _ entity: EntityRecord, _ property: String, _ reason: String, _ hint: String
  ) -> ModelFormatError {
    var problem = ModelFormatError(kind, entity: entity.name, property: property, reason: reason, hint: hint)
    problem.severity = .warning
    return problem
  }

  private func inverse(of relationship: RelationshipRecord) -> RelationshipRecord? {
    var name: String? = relationship.destinationEntityName
    while let current = name, let entity = entities[current] {
      if let found = entity.relationships.first(where: { $0.name == relationship.inverseName }) { return found }
      name = entity.parentName
    }
    return nil
  }

  private func relationshipProblems(
    _ relationship: RelationshipRecord, of entity: EntityRecord
  ) -> [ModelFormatError] {
    guard relationship.inverseName != nil else {
      return [
        warning(
          .unknownInverse, entity, relationship.name, "the relationship has no inverse",
          "give it one, so that both ends stay the same")
      ]
    }
    var problems: [ModelFormatError] = []
    if relationship.deleteRule == .noAction {
      problems.append(
        warning(
          .invalidValue, entity, relationship.name, "the delete rule No Action leaves references to deleted objects",
          "use Nullify"))
    }
    guard let inverse = inverse(of: relationship) else { return problems }
    if relationship.deleteRule == .nullify, !inverse.isToMany, !inverse.isOptional {
      problems.append(
        warning(
          .invalidValue, entity, relationship.name,
          "the delete rule Nullify empties \(relationship.destinationEntityName).\(inverse.name), which is required",
          "use Cascade or Deny, or make the inverse optional"))
    }
    if relationship.deleteRule == .cascade, inverse.deleteRule == .cascade, relationship.isToMany || inverse.isToMany {
      problems.append(
        warning(
          .invalidValue, entity, relationship.name,
          "both ends cascade, so deleting one object deletes all that hang together", "cascade from the owner alone"))
    }
    if !relationship.isOptional, !inverse.isOptional, !relationship.isToMany, !inverse.isToMany {
      problems.append(
        warning(
          .invalidValue, entity, relationship.name, "both ends are required, so neither object can be saved first",
          "make one end optional"))
    }
    return problems
  }

  private func attributeProblems(_ attribute: AttributeRecord, of entity: EntityRecord) -> [ModelFormatError] {
    var problems: [ModelFormatError] = []
    if !attribute.isOptional, attribute.isTransient, attribute.defaultValue == nil {
      problems.append(
        warning(
          .invalidValue, entity, attribute.name, "a required transient attribute without default fails every save",
          "make it optional"))
    }
    if attribute.type == .transformable, attribute.valueTransformerName == nil {
      problems.append(
        warning(
          .invalidValue, entity, attribute.name, "no value transformer is named",
          "name NSSecureUnarchiveFromData or one of your own"))
    }
    if attribute.isOptional, attribute.usesScalarValueType == true, attribute.defaultValue == nil,
      attribute.type != .transformable
    {
      problems.append(
        warning(
          .invalidValue, entity, attribute.name, "an optional scalar reads as 0 when it has no value",
          "give it a default, or do without the scalar type"))
    }
    return problems
  }

  /// Columns are named in capitals, where some names become one.
  private func collisions(in entity: EntityRecord) -> [ModelFormatError] {
    var seen: [String: String] = [:]
    return entity.propertyNames.compactMap { name in
      guard let other = seen.updateValue(name, forKey: name.uppercased()), other != name else { return nil }
      return warning(
        .nameClash, entity, name, "the name differs from \(other) by its capitals only", "rename one of them")
    }
  }
}
