extension EntityLayout {
  /// Gives slots to the properties that the entity declares: attributes by name, then relationships by name.
  func appendOwnProperties() throws {
    let own = entity.ownProperties
    try checkNames(own)
    let byName = own.sorted { $0.name < $1.name }
    for case let attribute as NSAttributeDescription in byName { try append(attribute) }
    for case let relationship as NSRelationshipDescription in byName { try append(relationship) }
    for case let fetched as NSFetchedPropertyDescription in byName { append(fetched) }
  }

  private func checkNames(_ own: [NSPropertyDescription]) throws {
    var seen = Set<String>()
    for property in own {
      guard !property.name.isEmpty else {
        throw ModelError.problem("A property of the entity '\(name)' has no name.", entity: name)
      }
      guard seen.insert(property.name).inserted else {
        throw ModelError.problem(
          "The entity '\(name)' has two properties named '\(property.name)'.", entity: name, property: property.name)
      }
      if slots[property.name] != nil {
        throw ModelError.problem(
          "The entity '\(name)' declares '\(property.name)', which it also inherits.", entity: name,
          property: property.name)
      }
      if property is NSExpressionDescription {
        throw ModelError.problem(
          "The expression '\(property.name)' cannot be a property of an entity.", entity: name, property: property.name)
      }
    }
  }

  private func append(_ attribute: NSAttributeDescription) throws {
    let kind = AttributeKind(attribute.attributeType)
    if kind == .object, !attribute.isTransient {
      throw ModelError.problem(
        "The attribute '\(attribute.name)' of '\(name)' is of type \(attribute.attributeType.name) and not transient; only a transient attribute may be.",
        entity: name, property: attribute.name)
    }
    var value = Value.null
    if let composite = attribute as? NSCompositeAttributeDescription {
      let layout = try CompositeLayout(composite, of: name)
      composite.layout = layout
      value = try layout.defaultValue(of: name)
    } else if kind == .composite {
      throw ModelError.problem(
        "The composite attribute '\(attribute.name)' of '\(name)' is no NSCompositeAttributeDescription.", entity: name,
        property: attribute.name)
    }
    if let given = attribute.defaultValue {
      switch Value.coerced(given, to: kind, of: attribute) {
      case .success(let coerced): value = coerced
      case .failure(let reason):
        throw ModelError.problem(
          "The default value of '\(attribute.name)' of '\(name)' does not fit its type: \(reason.text)", entity: name,
          property: attribute.name)
      }
    }
    append(attribute, kind: .attribute(kind), cells: attribute.isTransient ? 0 : 1, defaultValue: value)
  }

  private func append(_ relationship: NSRelationshipDescription) throws {
    guard let destination = relationship.destinationEntity else {
      throw ModelError.problem(
        "The relationship '\(relationship.name)' of '\(name)' has no destination entity.", entity: name,
        property: relationship.name)
    }
    let isStored = !relationship.isToMany && !relationship.isTransient
    let cells = isStored ? (destination.subentities.isEmpty ? 1 : 2) : 0
    append(relationship, kind: relationship.isToMany ? .toMany : .toOne, cells: cells, defaultValue: .null)
  }

  /// Connects the relationships the entity declares, once all layouts exist.
  func connectRelationships(in layouts: [String: EntityLayout]) throws {
    for property in properties[(superlayout?.properties.count ?? 0)...] {
      guard let relationship = property.relationship else { continue }
      guard let destination = relationship.destinationEntity?.name.flatMap({ layouts[$0] }) else {
        throw ModelError.problem(
          "The relationship '\(property.name)' of '\(name)' leads to '\(relationship.destinationEntity?.name ?? "-")', which is not in the model.",
          entity: name, property: property.name)
      }
      var inverse: PropertyLayout?
      if let description = relationship.inverseRelationship {
        let named = destination.property(named: description.name)
        guard let named, named.description === description else {
          throw ModelError.problem(
            "The inverse '\(description.name)' of '\(name).\(property.name)' is not a relationship of '\(destination.name)'.",
            entity: name, property: property.name)
        }
        // Two relationships may name one inverse, as published models do: the one it does not name is one-way.
        if named.relationship?.inverseRelationship === relationship { inverse = named }
      }
      property.connect(destination: destination, inverse: inverse)
    }
  }
}
