import CoreDataModelFormat

/// Makes a model of a model file's contents.
struct ModelBuilder {
  private let document: ModelDocument
  private var entities: [String: NSEntityDescription] = [:]
  /// The elements of composites by name. None contains itself: the document has been checked.
  let composites: [String: [AttributeRecord]]

  init(_ document: ModelDocument) {
    self.document = document
    composites = Dictionary(document.composites.map { ($0.name, $0.elements) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func build() throws -> NSManagedObjectModel {
    for record in document.entities { entities[record.name] = entity(record) }
    for record in document.entities {
      guard let entity = entities[record.name] else { continue }
      let children = document.entities.filter { $0.parentName == record.name }
      entity.subentities = children.compactMap { entities[$0.name] }
    }
    for record in document.entities { try addProperties(of: record) }
    for record in document.entities { connectInverses(of: record) }
    // An index may be of properties that the entity inherits.
    for record in document.entities { try addIndexes(of: record) }
    let model = NSManagedObjectModel()
    model.entities = document.entities.filter { $0.parentName == nil }.compactMap { entities[$0.name] }
    model.versionIdentifiers = Set(document.versionIdentifiers.map(AnyHashable.init))
    for (name, members) in document.configurations {
      model.setEntities(members.compactMap { entities[$0] }, forConfigurationName: name)
    }
    for record in document.fetchRequests {
      model.setFetchRequestTemplate(try request(record), forName: record.name)
    }
    return model
  }

  private func entity(_ record: EntityRecord) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = record.name
    if let className = record.className, !className.isEmpty { entity.managedObjectClassName = className }
    entity.isAbstract = record.isAbstract
    entity.renamingIdentifier = record.renamingIdentifier
    entity.versionHashModifier = record.versionHashModifier
    entity.userInfo = userInfo(record.userInfo)
    return entity
  }

  private func userInfo(_ values: [String: ModelValue]) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    for (key, value) in values { info[key] = ModelBuilder.object(value) }
    return info
  }

  private func addProperties(of record: EntityRecord) throws {
    guard let entity = entities[record.name] else { return }
    var properties: [NSPropertyDescription] = []
    for attribute in record.attributes {
      let description = try attributeDescription(attribute, of: record)
      properties.append(description)
    }
    for relationship in record.relationships { properties.append(relationshipDescription(relationship)) }
    for fetched in record.fetchedProperties { properties.append(try fetchedProperty(fetched)) }
    entity.properties = properties
    entity.uniquenessConstraints = record.uniquenessConstraints
    entity.compoundIndexes = record.compoundIndexes
  }

  private func addIndexes(of record: EntityRecord) throws {
    guard let entity = entities[record.name] else { return }
    let table = entity.propertiesByName
    entity.indexes = try record.effectiveFetchIndexes.map { try index($0, properties: table, of: record) }
  }

  private func relationshipDescription(_ record: RelationshipRecord) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = record.name
    relationship.isOptional = record.isOptional
    relationship.isTransient = record.isTransient
    relationship.minCount = record.minCount
    relationship.maxCount = record.maxCount
    relationship.isOrdered = record.isOrdered
    relationship.deleteRule = NSDeleteRule(rawValue: UInt(record.deleteRule.rawValue)) ?? .nullifyDeleteRule
    relationship.destinationEntity = entities[record.destinationEntityName]
    relationship.isIndexed = record.isIndexed
    relationship.isIndexedBySpotlight = record.isIndexedBySpotlight
    relationship.renamingIdentifier = record.renamingIdentifier
    relationship.versionHashModifier = record.versionHashModifier
    relationship.userInfo = userInfo(record.userInfo)
    return relationship
  }

  private func connectInverses(of record: EntityRecord) {
    guard let table = entities[record.name]?.propertiesByName else { return }
    for relationship in record.relationships {
      guard let name = relationship.inverseName,
        let description = table[relationship.name] as? NSRelationshipDescription,
        let destination = entities[relationship.destinationEntityName]
      else { continue }
      description.inverseRelationship = destination.propertiesByName[name] as? NSRelationshipDescription
    }
  }

  private func fetchedProperty(_ record: FetchedPropertyRecord) throws -> NSFetchedPropertyDescription {
    let fetched = NSFetchedPropertyDescription()
    fetched.name = record.name
    fetched.isOptional = record.isOptional
    fetched.renamingIdentifier = record.renamingIdentifier
    fetched.versionHashModifier = record.versionHashModifier
    fetched.userInfo = userInfo(record.userInfo)
    fetched.fetchRequest = try request(record.fetchRequest)
    return fetched
  }

  private func request(_ record: FetchRequestRecord) throws -> NSFetchRequest<NSFetchRequestResult> {
    let request = NSFetchRequest<NSFetchRequestResult>()
    request.entity = entities[record.entityName]
    request.predicate = try record.predicate?.format.map {
      try ModelBuilder.predicate($0, "fetch request '\(record.name)'")
    }
    if !record.sortKeys.isEmpty {
      request.sortDescriptors = record.sortKeys.map { NSSortDescriptor(key: $0.key, ascending: $0.ascending) }
    }
    request.fetchLimit = record.fetchLimit
    request.fetchOffset = record.fetchOffset
    request.fetchBatchSize = record.fetchBatchSize
    request.resultType = NSFetchRequestResultType(rawValue: UInt(record.resultType.rawValue))
    request.includesSubentities = record.includesSubentities
    request.includesPropertyValues = record.includesPropertyValues
    request.includesPendingChanges = record.includesPendingChanges
    request.returnsObjectsAsFaults = record.returnsObjectsAsFaults
    request.returnsDistinctResults = record.returnsDistinctResults
    if !record.propertiesToFetch.isEmpty { request.propertiesToFetch = record.propertiesToFetch }
    if !record.propertiesToGroupBy.isEmpty { request.propertiesToGroupBy = record.propertiesToGroupBy }
    if !record.relationshipKeyPathsForPrefetching.isEmpty {
      request.relationshipKeyPathsForPrefetching = record.relationshipKeyPathsForPrefetching
    }
    return request
  }

  private func index(
    _ record: FetchIndexRecord, properties: [String: NSPropertyDescription], of entity: EntityRecord
  ) throws -> NSFetchIndexDescription {
    let elements = try record.elements.compactMap { element -> NSFetchIndexElementDescription? in
      guard let property = try self.property(of: element.subject, properties, index: record.name, of: entity) else {
        return nil
      }
      let description = NSFetchIndexElementDescription(
        property: property, collationType: element.kind == .rTree ? .rTree : .binary)
      description.isAscending = element.isAscending
      return description
    }
    let index = NSFetchIndexDescription(name: record.name, elements: elements)
    index.partialIndexPredicate = try record.partialIndexPredicate?.format.map {
      try ModelBuilder.predicate($0, "index '\(record.name)' of '\(entity.name)'")
    }
    return index
  }

  /// What an element of an index is of: a property, an element of a composite one by its path, or an expression.
  private func property(
    of subject: FetchIndexRecord.Element.Subject, _ properties: [String: NSPropertyDescription], index: String,
    of entity: EntityRecord
  ) throws -> NSPropertyDescription? {
    let (text, type): (String, NSAttributeType)
    switch subject {
    case .property(let name):
      if let property = properties[name] { return property }
      guard name.contains(".") else { return nil }
      (text, type) = (name, .undefinedAttributeType)
    case .expression(let expression, let result):
      (text, type) = (expression, NSAttributeType(rawValue: UInt(result.rawValue)) ?? .undefinedAttributeType)
    }
    let description = NSExpressionDescription()
    description.name = text
    description.expressionResultType = type
    do {
      description.expression = try NSExpression(parsing: text)
    } catch {
      throw ModelError.problem(
        "The expression '\(text)' of the index '\(index)' of '\(entity.name)' cannot be read: \(error)",
        entity: entity.name)
    }
    return description
  }

  static func predicate(_ format: String, _ place: String) throws -> NSPredicate {
    do {
      return try NSPredicate.parse(format)
    } catch {
      throw ModelError.problem("The predicate of the \(place) cannot be read: \(error)", entity: nil)
    }
  }

  /// A value of a model file as an attribute's default value or user info.
  static func object(_ value: ModelValue) -> Any? {
    switch value {
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .decimal(let text): NSDecimalNumber(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case .boolean(let flag): NSNumber(value: flag)
    case .string(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .url(let text): URL(string: text)
    case .archived: nil
    }
  }
}
