extension ModelValidator {
  func relationshipProblems(of entity: EntityRecord, names: [String: [String: String]]) -> [ModelFormatError] {
    entity.relationships.compactMap { relationship in
      guard let destination = entities[relationship.destinationEntityName] else {
        return ModelFormatError(
          .unknownDestination, entity: entity.name, property: relationship.name,
          reason: relationship.destinationEntityName.isEmpty
            ? "the relationship has no destination entity"
            : "the destination entity \"\(relationship.destinationEntityName)\" does not exist",
          hint: suggestion(for: relationship.destinationEntityName, among: entities.keys))
      }
      return inverseProblem(of: relationship, in: entity, destination: destination, names: names)
    }
  }

  private func inverseProblem(
    of relationship: RelationshipRecord, in entity: EntityRecord, destination: EntityRecord,
    names: [String: [String: String]]
  ) -> ModelFormatError? {
    guard let inverseName = relationship.inverseName else { return nil }
    let target = relationship.inverseEntityName ?? destination.name
    // The inverse may be inherited by the entity that the file names.
    guard let owner = names[target]?[inverseName],
      let inverse = relationships[owner]?[inverseName]
    else {
      return ModelFormatError(
        .unknownInverse, entity: entity.name, property: relationship.name,
        reason: "the inverse \"\(target).\(inverseName)\" does not exist",
        hint: suggestion(for: inverseName, among: names[target].map { Array($0.keys) } ?? []))
    }
    guard !pointsBack(inverse, at: relationship.name, of: entity.name) else { return nil }
    let actual = inverse.inverseName.map { "\"\(inverse.destinationEntityName).\($0)\"" } ?? "nothing"
    var problem = ModelFormatError(
      .inverseMismatch, entity: entity.name, property: relationship.name,
      reason: "the inverse \"\(owner).\(inverseName)\" points back at \(actual)")
    // Xcode lets two relationships name one inverse; the pair that agrees holds and the other is one-way.
    if isPaired(inverse, of: owner, names: names) { problem.severity = .warning }
    return problem
  }

  private func pointsBack(_ inverse: RelationshipRecord, at name: String, of entity: String) -> Bool {
    inverse.inverseName == name && isKin(inverse.destinationEntityName, entity)
  }

  private func isPaired(_ relationship: RelationshipRecord, of entity: String, names: [String: [String: String]])
    -> Bool
  {
    guard let inverseName = relationship.inverseName,
      let owner = names[relationship.destinationEntityName]?[inverseName],
      let inverse = relationships[owner]?[inverseName]
    else { return false }
    return pointsBack(inverse, at: relationship.name, of: entity)
  }

  /// Whether one entity is the other or an ancestor of it.
  private func isKin(_ first: String, _ second: String) -> Bool {
    isAncestor(first, of: second) || isAncestor(second, of: first)
  }

  private func isAncestor(_ ancestor: String, of name: String) -> Bool {
    var step: String? = name
    while let current = step {
      if current == ancestor { return true }
      step = entities[current]?.parentName
    }
    return false
  }

  func attributeProblems(of entity: EntityRecord) -> [ModelFormatError] {
    entity.attributes.compactMap { attribute in
      if attribute.type == .undefined, !attribute.isTransient, !attribute.isDerived {
        return ModelFormatError(
          .unknownAttributeType, entity: entity.name, property: attribute.name,
          reason: "the attribute has no type, which only a transient attribute may")
      }
      return unknownComposite(of: attribute, in: entity.name)
    }
  }

  func unknownComposite(of attribute: AttributeRecord, in owner: String) -> ModelFormatError? {
    guard attribute.type == .composite, attribute.compositeElements.isEmpty else { return nil }
    // Without a name it is a composite that has no elements.
    guard let name = attribute.compositeName, !compositeNames.contains(name) else { return nil }
    return ModelFormatError(
      .unknownComposite, entity: owner, property: attribute.name, reason: "the composite \"\(name)\" does not exist",
      hint: suggestion(for: name, among: document.composites.map(\.name)))
  }

  /// Whether a name is that of a property, or a path into a composite one.
  private func isKnown(_ name: String, _ known: [String: String]) -> Bool {
    if known[name] != nil { return true }
    let path = name.split(separator: ".").map(String.init)
    guard path.count > 1, let owner = known[path[0]].flatMap({ entities[$0] }) else { return false }
    let composites = Dictionary(document.composites.map { ($0.name, $0.elements) }) { first, _ in first }
    var found = owner.attributes.first { $0.name == path[0] }
    for step in path.dropFirst() { found = found?.elements(in: composites).first { $0.name == step } }
    return found != nil
  }

  func indexProblems(of entity: EntityRecord, names: [String: [String: String]]) -> [ModelFormatError] {
    let known = names[entity.name] ?? [:]
    let constraints = entity.uniquenessConstraints.joined().filter { !isKnown($0, known) }.map { name in
      ModelFormatError(
        .unknownConstraintProperty, entity: entity.name, property: name,
        reason: "a uniqueness constraint names a property that does not exist",
        hint: suggestion(for: name, among: known.keys))
    }
    let compound = entity.compoundIndexes.joined().filter { !isKnown($0, known) }
    let fetch = entity.fetchIndexes.flatMap(\.elements).compactMap { element -> String? in
      guard case .property(let name) = element.subject, !isKnown(name, known) else { return nil }
      return name
    }
    return constraints
      + (compound + fetch).map { name in
        ModelFormatError(
          .unknownIndexProperty, entity: entity.name, property: name,
          reason: "an index names a property that does not exist", hint: suggestion(for: name, among: known.keys))
      }
  }
}
