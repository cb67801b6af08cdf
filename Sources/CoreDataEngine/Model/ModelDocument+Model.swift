import CoreDataModelFormat

/// A model as the contents of a model file: the way back of `ModelBuilder`.
extension ModelDocument {
  package init(_ model: NSManagedObjectModel) {
    self.init(name: "")
    versionIdentifiers = model.versionIdentifiers.compactMap { $0.base as? String }.sorted()
    entities = model.entities.map(EntityRecord.init)
    for name in model.configurations {
      configurations[name] = (model.entities(forConfigurationName: name) ?? []).compactMap(\.name)
    }
    fetchRequests = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }.map {
      FetchRequestRecord($1, name: $0)
    }
  }
}

extension EntityRecord {
  fileprivate init(_ entity: NSEntityDescription) {
    self.init(name: entity.name ?? "")
    className = entity.storage.className
    parentName = entity.superentity?.name
    isAbstract = entity.isAbstract
    renamingIdentifier = entity.storage.renamingIdentifier
    versionHashModifier = entity.versionHashModifier
    uniquenessConstraints = entity.constraintNames
    compoundIndexes = NSEntityDescription.names(of: entity.compoundIndexes)
    userInfo = ModelValue.userInfo(entity.userInfo)
    for property in entity.ownProperties {
      switch property {
      case let attribute as NSAttributeDescription: attributes.append(AttributeRecord(attribute))
      case let relationship as NSRelationshipDescription: relationships.append(RelationshipRecord(relationship))
      case let fetched as NSFetchedPropertyDescription: fetchedProperties.append(FetchedPropertyRecord(fetched))
      default: break
      }
    }
    fetchIndexes = entity.indexes.map(FetchIndexRecord.init)
  }
}

extension AttributeRecord {
  fileprivate init(_ attribute: NSAttributeDescription) {
    self.init(name: attribute.name, type: AttributeType(rawValue: Int(attribute.attributeType.rawValue)) ?? .undefined)
    isOptional = attribute.isOptional
    isTransient = attribute.isTransient
    defaultValue = attribute.defaultValue.flatMap { ModelValue($0, attribute.attributeType) }
    valueTransformerName = attribute.valueTransformerName
    customClassName = attribute.attributeType == .transformableAttributeType ? attribute.attributeValueClassName : nil
    allowsExternalBinaryDataStorage = attribute.allowsExternalBinaryDataStorage
    preservesValueInHistoryOnDeletion = attribute.preservesValueInHistoryOnDeletion
    allowsCloudEncryption = attribute.allowsCloudEncryption
    isIndexed = attribute.isIndexed
    isIndexedBySpotlight = attribute.isIndexedBySpotlight
    renamingIdentifier = attribute.storage.renamingIdentifier
    versionHashModifier = attribute.versionHashModifier
    userInfo = ModelValue.userInfo(attribute.userInfo)
    if let derived = attribute as? NSDerivedAttributeDescription {
      isDerived = true
      derivationExpression = derived.derivationExpression?.description
    }
    if let composite = attribute as? NSCompositeAttributeDescription {
      compositeElements = composite.elements.map(AttributeRecord.init)
    }
    for (place, predicate) in attribute.validationPredicates.enumerated() {
      let warnings = attribute.validationWarnings
      let text = place < warnings.count ? "\(warnings[place])" : ""
      validationRules.append(
        ValidationRule(
          predicate: .format(predicate.tree.format), warning: Int64(text).map(ModelValue.integer) ?? .string(text)))
    }
  }
}

extension RelationshipRecord {
  fileprivate init(_ relationship: NSRelationshipDescription) {
    self.init(name: relationship.name, destinationEntityName: relationship.destinationEntity?.name ?? "")
    isOptional = relationship.isOptional
    isTransient = relationship.isTransient
    minCount = relationship.minCount
    maxCount = relationship.maxCount
    isOrdered = relationship.isOrdered
    deleteRule = DeleteRule(rawValue: Int(relationship.deleteRule.rawValue)) ?? .nullify
    inverseName = relationship.inverseRelationship?.name
    inverseEntityName = relationship.inverseRelationship?.owner?.name
    isIndexed = relationship.isIndexed
    isIndexedBySpotlight = relationship.isIndexedBySpotlight
    renamingIdentifier = relationship.storage.renamingIdentifier
    versionHashModifier = relationship.versionHashModifier
    userInfo = ModelValue.userInfo(relationship.userInfo)
  }
}

extension FetchedPropertyRecord {
  fileprivate init(_ fetched: NSFetchedPropertyDescription) {
    let request = fetched.fetchRequest ?? NSFetchRequest<NSFetchRequestResult>()
    self.init(name: fetched.name, fetchRequest: FetchRequestRecord(request, name: FetchedPropertyRecord.requestName))
    isOptional = fetched.isOptional
    renamingIdentifier = fetched.storage.renamingIdentifier
    versionHashModifier = fetched.versionHashModifier
    userInfo = ModelValue.userInfo(fetched.userInfo)
  }
}

extension FetchRequestRecord {
  fileprivate init(_ request: NSFetchRequest<NSFetchRequestResult>, name: String) {
    self.init(name: name, entityName: request.entityName ?? "")
    predicate = request.predicate.map { .format($0.tree.format) }
    sortKeys = (request.sortDescriptors ?? []).compactMap { descriptor in
      descriptor.key.map { SortKey(key: $0, ascending: descriptor.ascending) }
    }
    fetchLimit = request.fetchLimit
    fetchOffset = request.fetchOffset
    fetchBatchSize = request.fetchBatchSize
    resultType = ResultType(rawValue: Int(request.resultType.rawValue)) ?? .objects
    includesSubentities = request.includesSubentities
    includesPropertyValues = request.includesPropertyValues
    includesPendingChanges = request.includesPendingChanges
    returnsObjectsAsFaults = request.returnsObjectsAsFaults
    returnsDistinctResults = request.returnsDistinctResults
  }
}

extension FetchIndexRecord {
  fileprivate init(_ index: NSFetchIndexDescription) {
    self.init(name: index.name)
    partialIndexPredicate = index.partialIndexPredicate.map { .format($0.tree.format) }
    elements = index.elements.compactMap { element in
      var subject: Element.Subject?
      if let computed = element.property as? NSExpressionDescription, let expression = computed.expression {
        let type = AttributeType(rawValue: Int(computed.expressionResultType.rawValue)) ?? .undefined
        subject = .expression(expression.description, type: type)
      } else {
        subject = element.propertyName.map(Element.Subject.property)
      }
      guard let subject else { return nil }
      var record = Element(subject)
      record.kind = element.collationType == .rTree ? .rTree : .binary
      record.isAscending = element.isAscending
      return record
    }
  }
}

extension ModelValue {
  fileprivate static func userInfo(_ info: [AnyHashable: Any]?) -> [String: ModelValue] {
    var values: [String: ModelValue] = [:]
    for (key, value) in info ?? [:] {
      guard let key = key.base as? String, let text = value as? String else { continue }
      values[key] = .string(text)
    }
    return values
  }

  /// nil for a value that a model file has no form for.
  fileprivate init?(_ value: Any, _ type: NSAttributeType) {
    let number = value as? NSNumber
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      guard let number else { return nil }
      self = .integer(number.int64Value)
    case .booleanAttributeType:
      guard let number else { return nil }
      self = .boolean(number.boolValue)
    case .doubleAttributeType, .floatAttributeType:
      guard let number else { return nil }
      self = .double(number.doubleValue)
    case .decimalAttributeType: self = .decimal("\(value)")
    case .stringAttributeType:
      guard let text = value as? String else { return nil }
      self = .string(text)
    case .dateAttributeType:
      guard let date = value as? Date else { return nil }
      self = .date(date.timeIntervalSinceReferenceDate)
    case .binaryDataAttributeType:
      guard let data = value as? Data else { return nil }
      self = .data(data)
    case .UUIDAttributeType:
      guard let uuid = value as? UUID else { return nil }
      self = .uuid(uuid)
    case .URIAttributeType:
      guard let url = value as? URL else { return nil }
      self = .url(url.absoluteString)
    default: return nil
    }
  }
}
