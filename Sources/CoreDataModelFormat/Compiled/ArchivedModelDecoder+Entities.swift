extension ArchivedModelDecoder {
  /// - Parameter key: the name under which the model lists the entity.
  mutating func entity(
    from object: KeyedArchive.Object, key: String, propertyNames: [String: Set<String>]
  ) throws(ModelFormatError) -> EntityRecord {
    let fields = object.fields
    guard let name = archive.string(fields["NSEntityName"]), !name.isEmpty else {
      throw ModelFormatError(.missingName, entity: key, reason: "the archived entity has no name")
    }
    var entity = EntityRecord(name: name)
    entity.className = archive.string(fields["NSClassNameForEntity"]).flatMap(EntityRecord.customClassName)
    entity.parentName = entityName(fields["NSSuperentity"])
    entity.isAbstract = archive.flag(fields["NSIsAbstract"])
    entity.renamingIdentifier = renamingIdentifier(of: fields, name: name)
    entity.versionHashModifier = nonEmpty(fields["NSVersionHashModifier"])
    entity.userInfo = try userInfo(of: fields, entityName: name)
    entity.uniquenessConstraints = try nameLists(fields["NSUniqueTuples"])
    entity.compoundIndexes = try nameLists(fields["NSCompoundIndexes"])
    for value in try elements(fields["NSFetchIndexDescriptions"]) {
      if let index = archive.object(value) { entity.fetchIndexes.append(try fetchIndex(from: index, in: name)) }
    }
    // A model cache lists inherited properties with every entity; they belong to the parent alone.
    let inherited = entity.parentName.flatMap { propertyNames[$0] } ?? []
    for (propertyKey, value) in try pairs(fields["NSProperties"]).sorted(by: { $0.key < $1.key })
    where !inherited.contains(propertyKey) {
      try decodeProperty(value, key: propertyKey, into: &entity)
    }
    return entity
  }

  private mutating func decodeProperty(
    _ value: KeyedArchive.Value, key: String, into entity: inout EntityRecord
  ) throws(ModelFormatError) {
    guard let object = underlyingProperty(value) else {
      throw ModelFormatError(
        .malformedArchive, entity: entity.name, property: key, reason: "the archived property is no object")
    }
    guard let name = archive.string(object.fields["NSPropertyName"]), !name.isEmpty else {
      throw ModelFormatError(
        .missingName, entity: entity.name, property: key, reason: "the archived property has no name")
    }
    if object.classNames.contains("NSAttributeDescription") {
      entity.attributes.append(try attribute(from: object, name: name, entityName: entity.name))
    } else if object.classNames.contains("NSRelationshipDescription") {
      entity.relationships.append(try relationship(from: object, name: name, entityName: entity.name))
    } else if object.classNames.contains("NSFetchedPropertyDescription") {
      entity.fetchedProperties.append(try fetchedProperty(from: object, name: name, entityName: entity.name))
    } else if !object.classNames.contains("NSExpressionDescription") {
      throw ModelFormatError(
        .malformedArchive, entity: entity.name, property: name,
        reason: "the archived property is a \(object.className), which is no kind of property")
    }
  }

  /// Old model caches put proxies in place of inherited properties.
  private func underlyingProperty(_ value: KeyedArchive.Value) -> KeyedArchive.Object? {
    var object = archive.object(value)
    var steps = 0
    while let proxy = object, let underlying = proxy.fields["NSUnderlyingProperty"], steps < 8 {
      object = archive.object(underlying)
      steps += 1
    }
    return object
  }

  private mutating func nameLists(_ value: KeyedArchive.Value?) throws(ModelFormatError) -> [[String]] {
    var lists: [[String]] = []
    for list in try elements(value) {
      let names = try propertyNames(list)
      if !names.isEmpty { lists.append(names) }
    }
    return lists
  }

  private mutating func fetchIndex(
    from object: KeyedArchive.Object, in entity: String
  ) throws(ModelFormatError) -> FetchIndexRecord {
    guard let name = archive.string(object.fields["NSIndexName"]) else {
      throw ModelFormatError(.missingName, entity: entity, reason: "an archived fetch index has no name")
    }
    var index = FetchIndexRecord(name: name)
    index.partialIndexPredicate = try predicate(object.fields["NSPartialIndexPredicate"])
    for value in try elements(object.fields["NSIndexElements"]) {
      guard let part = archive.object(value) else { continue }
      let subject: FetchIndexRecord.Element.Subject
      if let property = archive.string(part.fields["NSPropertyName"]) {
        subject = .property(property)
      } else if let (expression, type) = try indexedExpression(part.fields["NSProperty"]) {
        subject = .expression(expression, type: type)
      } else {
        throw ModelFormatError(
          .malformedArchive, entity: entity, property: name, reason: "an element of the index names no property")
      }
      var element = FetchIndexRecord.Element(subject)
      element.kind = archive.integer(part.fields["NSFetchIndexElementType"]) == 1 ? .rTree : .binary
      element.isAscending = archive.flag(part.fields["NSAscending"])
      index.elements.append(element)
    }
    return index
  }

  private mutating func indexedExpression(
    _ value: KeyedArchive.Value?
  ) throws(ModelFormatError) -> (String, AttributeType)? {
    guard let object = archive.object(value), let expression = try expression(object.fields["NSExpression"])
    else { return nil }
    let code = archive.integer(object.fields["NSExpressionResultType"]) ?? 0
    return (expression, AttributeType(rawValue: code) ?? .undefined)
  }
}
