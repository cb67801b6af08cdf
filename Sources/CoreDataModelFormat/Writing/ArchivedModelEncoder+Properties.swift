extension ArchivedModelEncoder {
  mutating func archived(_ attribute: AttributeRecord, in entity: String) throws(ModelFormatError) -> KeyedArchive.Value
  {
    let rules = try validation(of: attribute, in: entity)
    var common = CommonFields(name: attribute.name, isOptional: attribute.isOptional, userInfo: attribute.userInfo)
    common.isTransient = attribute.isTransient
    common.isReadOnly = attribute.isDerived
    common.isIndexed = attribute.isIndexed
    common.isIndexedBySpotlight = attribute.isIndexedBySpotlight
    common.renamingIdentifier = attribute.renamingIdentifier
    common.versionHashModifier = attribute.versionHashModifier
    var fields = try self.fields(common, rules: rules, in: entity)
    fields["NSAttributeType"] = .integer(Int64(attribute.type.rawValue))
    fields["NSAttributeValueClassName"] = builder.string(attribute.customClassName ?? attribute.type.valueClassName)
    fields["NSValueTransformerName"] = builder.string(attribute.valueTransformerName)
    fields["NSDefaultValue"] = try archived(attribute.defaultValue, entity: entity, property: attribute.name)
    let external = attribute.allowsExternalBinaryDataStorage ? AttributeFlags.externalBinaryData : 0
    let preserved = attribute.preservesValueInHistoryOnDeletion ? AttributeFlags.preservedInHistory : 0
    fields["NSFlagsKey"] = .integer(Int64(external | preserved))
    if attribute.type == .composite {
      var elements: [KeyedArchive.Value] = []
      for element in attribute.compositeElements { elements.append(try archived(element, in: entity)) }
      fields[AttributeRecord.elementsKey] = builder.array(elements)
      return builder.object("NSCompositeAttributeDescription", fields)
    }
    guard attribute.isDerived else { return builder.object("NSAttributeDescription", fields) }
    if let expression = attribute.derivationExpression {
      fields["NSDerivationExpression"] = try archived(
        expression: expression, entity: entity, property: attribute.name)
    }
    fields["NSFilteringPredicate"] = try archived(
      attribute.derivationFilter, entity: entity, property: attribute.name)
    return builder.object("NSDerivedAttributeDescription", fields)
  }

  mutating func archived(
    _ relationship: RelationshipRecord, in entity: String
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    var rules: [ArchivedRule] = []
    for rule in relationship.validationRules {
      rules.append(try archived(rule, entity: entity, property: relationship.name))
    }
    var common = CommonFields(
      name: relationship.name, isOptional: relationship.isOptional, userInfo: relationship.userInfo)
    common.isTransient = relationship.isTransient
    common.isOrdered = relationship.isOrdered
    common.isIndexed = relationship.isIndexed
    common.isIndexedBySpotlight = relationship.isIndexedBySpotlight
    common.renamingIdentifier = relationship.renamingIdentifier
    common.versionHashModifier = relationship.versionHashModifier
    var fields = try self.fields(common, rules: rules, in: entity)
    fields["NSDestinationEntity"] = place(of: relationship.destinationEntityName)
    fields["_NSDestinationEntityName"] = builder.string(relationship.destinationEntityName)
    fields["_NSInverseRelationshipName"] = builder.string(relationship.inverseName)
    fields["NSInverseRelationship"] = .null
    if let name = relationship.inverseName, let owner = relationship.inverseEntityName {
      fields["NSInverseRelationship"] = relationships[owner]?[name] ?? .null
    }
    fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.rawValue))
    fields["NSMinCount"] = .integer(Int64(relationship.minCount))
    fields["NSMaxCount"] = .integer(Int64(relationship.maxCount))
    let place = relationships[entity]?[relationship.name] ?? .null
    builder.fill(place, className: "NSRelationshipDescription", fields: fields)
    return place
  }

  mutating func archived(
    _ property: FetchedPropertyRecord, in entity: String
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    var common = CommonFields(name: property.name, isOptional: true, userInfo: property.userInfo)
    common.isTransient = true
    common.isReadOnly = true
    common.renamingIdentifier = property.renamingIdentifier
    common.versionHashModifier = property.versionHashModifier
    var fields = try self.fields(common, rules: [], in: entity)
    fields["NSFetchRequest"] = try archived(property.fetchRequest, entity: entity, property: property.name)
    fields["_NSFetchRequestEntityName"] = builder.string(property.fetchRequest.entityName)
    return builder.object("NSFetchedPropertyDescription", fields)
  }

  mutating func archived(
    _ request: FetchRequestRecord, entity: String, property: String
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    let sortKeys = request.sortKeys.map { sort in
      builder.object(
        "NSSortDescriptor",
        [
          "NSKey": builder.string(sort.key), "NSAscending": .boolean(sort.ascending),
          "NSSelector": builder.string("compare:"), "NSReverseNullOrder": .boolean(false),
        ])
    }
    return builder.object(
      "NSFetchRequest",
      [
        "NSEntity": place(of: request.entityName),
        "NSPredicate": try archived(request.predicate, entity: entity, property: property),
        "NSHavingPredicate": try archived(request.havingPredicate, entity: entity, property: property),
        "NSSortDescriptors": sortKeys.isEmpty ? .null : builder.array(sortKeys),
        "NSFetchLimit": .integer(Int64(request.fetchLimit)), "NSFetchOffset": .integer(Int64(request.fetchOffset)),
        "NSBatchSize": .integer(Int64(request.fetchBatchSize)),
        "NSResultType": .integer(Int64(request.resultType.rawValue)), "NSAllocationType": .integer(0),
        "NSHasFetchRequestFlags": .boolean(true), "NSFetchRequestFlags": .integer(Int64(request.flags)),
        "NSValuesToFetch": archived(names: request.propertiesToFetch),
        "NSValuesToGroupBy": archived(names: request.propertiesToGroupBy),
        "NSRelationshipKeyPathsForPrefetching": archived(names: request.relationshipKeyPathsForPrefetching),
      ])
  }

  private mutating func archived(names: [String]) -> KeyedArchive.Value {
    names.isEmpty ? .null : builder.array(names.map { builder.string($0) })
  }
}
