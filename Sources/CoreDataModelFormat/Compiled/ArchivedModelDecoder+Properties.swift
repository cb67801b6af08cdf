extension ArchivedModelDecoder {
  mutating func attribute(
    from object: KeyedArchive.Object, name: String, entityName: String, depth: Int = 0
  ) throws(ModelFormatError) -> AttributeRecord {
    let fields = object.fields
    let isComposite = object.classNames.contains("NSCompositeAttributeDescription")
    let code = archive.integer(fields["NSAttributeType"]) ?? (isComposite ? AttributeType.composite.rawValue : 0)
    guard let type = AttributeType(rawValue: code) else {
      throw ModelFormatError(
        .unknownAttributeType, entity: entityName, property: name, reason: "unknown attribute type \(code)")
    }
    var attribute = AttributeRecord(name: name, type: type)
    attribute.isOptional = archive.flag(fields["NSIsOptional"])
    attribute.isTransient = archive.flag(fields["NSIsTransient"])
    attribute.isIndexed = archive.flag(fields["NSIsIndexed"])
    attribute.isIndexedBySpotlight = archive.flag(fields["NSIndexedBySpotlight"])
    let flags = archive.integer(fields["NSFlagsKey"]) ?? 0
    attribute.allowsExternalBinaryDataStorage = flags & AttributeFlags.externalBinaryData != 0
    attribute.preservesValueInHistoryOnDeletion = flags & AttributeFlags.preservedInHistory != 0
    attribute.valueTransformerName = nonEmpty(fields["NSValueTransformerName"])
    if let className = nonEmpty(fields["NSAttributeValueClassName"]), className != type.valueClassName {
      attribute.customClassName = className
    }
    attribute.defaultValue = try modelValue(
      fields["NSDefaultValue"], type: type, entityName: entityName, property: name)
    attribute.renamingIdentifier = renamingIdentifier(of: fields, name: name)
    attribute.versionHashModifier = nonEmpty(fields["NSVersionHashModifier"])
    attribute.userInfo = try userInfo(of: fields, entityName: entityName, property: name)
    try decodeValidation(of: fields, into: &attribute)
    if object.classNames.contains("NSDerivedAttributeDescription") {
      attribute.isDerived = true
      attribute.derivationExpression = try expression(fields["NSDerivationExpression"])
      attribute.derivationFilter = try predicate(fields["NSFilteringPredicate"])
    }
    if isComposite { try decodeElements(of: fields, into: &attribute, entityName: entityName, depth: depth) }
    return attribute
  }

  private mutating func decodeElements(
    of fields: [String: KeyedArchive.Value], into attribute: inout AttributeRecord, entityName: String, depth: Int
  ) throws(ModelFormatError) {
    guard depth < AttributeRecord.deepestComposite else {
      throw ModelFormatError(
        .limitExceeded, entity: entityName, property: attribute.name, reason: "composite attributes nest too deep")
    }
    for value in try elements(fields[AttributeRecord.elementsKey]) {
      guard let element = archive.object(value), let name = archive.string(element.fields["NSPropertyName"]) else {
        continue
      }
      attribute.compositeElements.append(
        try self.attribute(from: element, name: name, entityName: entityName, depth: depth + 1))
    }
  }

  mutating func relationship(
    from object: KeyedArchive.Object, name: String, entityName owner: String
  ) throws(ModelFormatError) -> RelationshipRecord {
    let fields = object.fields
    let destination =
      nonEmpty(fields["_NSDestinationEntityName"]) ?? entityName(fields["NSDestinationEntity"]) ?? ""
    var relationship = RelationshipRecord(name: name, destinationEntityName: destination)
    relationship.isOptional = archive.flag(fields["NSIsOptional"])
    relationship.isTransient = archive.flag(fields["NSIsTransient"])
    relationship.isOrdered = archive.flag(fields["NSIsOrdered"])
    relationship.isIndexed = archive.flag(fields["NSIsIndexed"])
    relationship.isIndexedBySpotlight = archive.flag(fields["NSIndexedBySpotlight"])
    relationship.minCount = archive.integer(fields["NSMinCount"]) ?? 0
    relationship.maxCount = archive.integer(fields["NSMaxCount"]) ?? 0
    let code = archive.integer(fields["NSDeleteRule"]) ?? RelationshipRecord.DeleteRule.nullify.rawValue
    guard let rule = RelationshipRecord.DeleteRule(rawValue: code) else {
      throw ModelFormatError(.invalidValue, entity: owner, property: name, reason: "unknown delete rule \(code)")
    }
    relationship.deleteRule = rule
    let inverse = archive.object(fields["NSInverseRelationship"])
    relationship.inverseName =
      nonEmpty(fields["_NSInverseRelationshipName"]) ?? inverse.flatMap { archive.string($0.fields["NSPropertyName"]) }
    if relationship.inverseName != nil {
      relationship.inverseEntityName = inverse.flatMap { entityName($0.fields["NSEntity"]) } ?? destination
    }
    relationship.renamingIdentifier = renamingIdentifier(of: fields, name: name)
    relationship.versionHashModifier = nonEmpty(fields["NSVersionHashModifier"])
    relationship.userInfo = try userInfo(of: fields, entityName: owner, property: name)
    relationship.validationRules = try validationRules(of: fields)
    return relationship
  }

  mutating func fetchedProperty(
    from object: KeyedArchive.Object, name: String, entityName owner: String
  ) throws(ModelFormatError) -> FetchedPropertyRecord {
    let fields = object.fields
    let request = try fetchRequest(
      from: archive.object(fields["NSFetchRequest"]) ?? KeyedArchive.Object(classNames: [], fields: [:]),
      name: FetchedPropertyRecord.requestName, entityName: nonEmpty(fields["_NSFetchRequestEntityName"]))
    var property = FetchedPropertyRecord(name: name, fetchRequest: request)
    property.isOptional = archive.flag(fields["NSIsOptional"])
    property.renamingIdentifier = renamingIdentifier(of: fields, name: name)
    property.versionHashModifier = nonEmpty(fields["NSVersionHashModifier"])
    property.userInfo = try userInfo(of: fields, entityName: owner, property: name)
    return property
  }

  mutating func fetchRequest(
    from object: KeyedArchive.Object, name: String, entityName given: String?
  ) throws(ModelFormatError) -> FetchRequestRecord {
    let fields = object.fields
    var request = FetchRequestRecord(
      name: name, entityName: given ?? entityName(fields["NSEntity"]) ?? nonEmpty(fields["NSEntityName"]) ?? "")
    request.predicate = try predicate(fields["NSPredicate"])
    request.havingPredicate = try predicate(fields["NSHavingPredicate"])
    request.sortKeys = try elements(fields["NSSortDescriptors"]).compactMap { value in
      guard let sort = archive.object(value), let key = archive.string(sort.fields["NSKey"]) else { return nil }
      return FetchRequestRecord.SortKey(key: key, ascending: archive.flag(sort.fields["NSAscending"]))
    }
    request.fetchLimit = archive.integer(fields["NSFetchLimit"]) ?? 0
    request.fetchOffset = archive.integer(fields["NSFetchOffset"]) ?? 0
    request.fetchBatchSize = archive.integer(fields["NSBatchSize"]) ?? 0
    request.resultType =
      archive.integer(fields["NSResultType"]).flatMap(FetchRequestRecord.ResultType.init) ?? .objects
    if archive.flag(fields["NSHasFetchRequestFlags"]) {
      request.flags = archive.integer(fields["NSFetchRequestFlags"]) ?? FetchRequestRecord.defaultFlags
    }
    request.propertiesToFetch = try propertyNames(fields["NSValuesToFetch"])
    request.propertiesToGroupBy = try propertyNames(fields["NSValuesToGroupBy"])
    request.relationshipKeyPathsForPrefetching = try strings(fields["NSRelationshipKeyPathsForPrefetching"])
    return request
  }

  /// Names given as such or by their properties.
  mutating func propertyNames(_ value: KeyedArchive.Value?) throws(ModelFormatError) -> [String] {
    try elements(value).compactMap { element in
      archive.string(element) ?? archive.object(element).flatMap { archive.string($0.fields["NSPropertyName"]) }
    }
  }
}
