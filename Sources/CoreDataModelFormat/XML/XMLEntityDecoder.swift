/// Decodes `<entity>` elements and what they hold besides attributes.
struct XMLEntityDecoder {
  func entity(from element: MarkupElement) throws(ModelFormatError) -> EntityRecord {
    let name = try element.requiredName()
    var entity = EntityRecord(name: name)
    entity.className = element.nonEmpty("representedClassName").flatMap(EntityRecord.customClassName)
    entity.parentName = element.nonEmpty("parentEntity")
    entity.isAbstract = element.flag("isAbstract") ?? false
    entity.renamingIdentifier = element.renamingIdentifier
    entity.versionHashModifier = element.nonEmpty("versionHashModifier")
    entity.codeGeneration =
      element.attributes["codeGenerationType"].flatMap(EntityRecord.CodeGeneration.init) ?? .manual
    entity.coreSpotlightDisplayNameExpression = element.nonEmpty("coreSpotlightDisplayNameExpression")
    entity.userInfo = element.userInfo
    for child in element.children {
      switch child.name {
      case "attribute":
        entity.attributes.append(try XMLAttributeDecoder(entityName: name).attribute(from: child))
      case "relationship":
        entity.relationships.append(try relationship(from: child, in: name))
      case "fetchedProperty":
        entity.fetchedProperties.append(try fetchedProperty(from: child, in: name))
      case "fetchIndex":
        entity.fetchIndexes.append(try fetchIndex(from: child, in: name))
      case "uniquenessConstraints":
        entity.uniquenessConstraints += nameLists(in: child, group: "uniquenessConstraint", member: "constraint")
      case "compoundIndexes":
        entity.compoundIndexes += nameLists(in: child, group: "compoundIndex", member: "index")
      default:
        break
      }
    }
    return entity
  }

  private func nameLists(in element: MarkupElement, group: String, member: String) -> [[String]] {
    element.children(named: group).map { $0.children(named: member).compactMap { $0.nonEmpty("value") } }
      .filter { !$0.isEmpty }
  }

  private func relationship(from element: MarkupElement, in entity: String) throws(ModelFormatError)
    -> RelationshipRecord
  {
    let name = try element.requiredName(in: entity)
    func count(_ key: String) throws(ModelFormatError) -> Int? {
      guard let text = element.nonEmpty(key) else { return nil }
      guard let count = Int32(text) else {
        throw ModelFormatError(
          .invalidNumber, entity: entity, property: name, reason: "\(key) \"\(text)\" is not a 32-bit number",
          line: element.line)
      }
      return Int(count)
    }
    var relationship = RelationshipRecord(
      name: name, destinationEntityName: element.attributes["destinationEntity"] ?? "")
    relationship.isOptional = element.flag("optional") ?? false
    relationship.isTransient = element.flag("transient") ?? false
    relationship.minCount = try count("minCount") ?? 0
    relationship.maxCount = element.flag("toMany") == true ? try count("maxCount") ?? 0 : 1
    relationship.isOrdered = element.flag("ordered") ?? false
    relationship.deleteRule = try deleteRule(of: element, entity: entity, property: name)
    relationship.inverseName = element.nonEmpty("inverseName")
    relationship.inverseEntityName = element.nonEmpty("inverseEntity")
    relationship.isIndexed = element.flag("indexed") ?? false
    relationship.isIndexedBySpotlight = element.flag("spotlightIndexingEnabled") ?? false
    relationship.renamingIdentifier = element.renamingIdentifier
    relationship.versionHashModifier = element.nonEmpty("versionHashModifier")
    relationship.userInfo = element.userInfo
    return relationship
  }

  private func deleteRule(
    of element: MarkupElement, entity: String, property: String
  ) throws(ModelFormatError) -> RelationshipRecord.DeleteRule {
    guard let text = element.nonEmpty("deletionRule") else { return .nullify }
    guard let rule = RelationshipRecord.DeleteRule.allCases.first(where: { $0.sourceName == text }) else {
      throw ModelFormatError(
        .invalidValue, entity: entity, property: property, reason: "unknown delete rule \"\(text)\"",
        hint: "one of Nullify, Cascade, Deny, No Action", line: element.line)
    }
    return rule
  }

  private func fetchedProperty(
    from element: MarkupElement, in entity: String
  ) throws(ModelFormatError) -> FetchedPropertyRecord {
    let name = try element.requiredName(in: entity)
    guard let request = element.children.first(where: { $0.name == "fetchRequest" }) else {
      throw ModelFormatError(
        .invalidValue, entity: entity, property: name, reason: "the fetched property has no fetch request",
        line: element.line)
    }
    var property = FetchedPropertyRecord(
      name: name, fetchRequest: try Self.fetchRequest(from: request, entityName: entity))
    property.isOptional = element.flag("optional") ?? false
    property.renamingIdentifier = element.renamingIdentifier
    property.versionHashModifier = element.nonEmpty("versionHashModifier")
    property.userInfo = element.userInfo
    return property
  }

  /// - Parameter entityName: the entity whose fetched property holds the request; nil for a template.
  static func fetchRequest(
    from element: MarkupElement, entityName owner: String?
  ) throws(ModelFormatError) -> FetchRequestRecord {
    let name = element.attributes["name"] ?? ""
    func number(_ key: String) throws(ModelFormatError) -> Int {
      guard let text = element.nonEmpty(key) else { return 0 }
      guard let number = Int32(text) else {
        throw ModelFormatError(
          .invalidNumber, entity: owner, property: name, reason: "\(key) \"\(text)\" is not a 32-bit number",
          line: element.line)
      }
      return Int(number)
    }
    var request = FetchRequestRecord(name: name, entityName: element.attributes["entity"] ?? "")
    request.predicate = element.nonEmpty("predicateString").map(PredicateText.format)
    request.fetchLimit = try number("fetchLimit")
    request.fetchBatchSize = try number("fetchBatchSize")
    let code = try number("resultType")
    guard let resultType = FetchRequestRecord.ResultType(rawValue: code) else {
      throw ModelFormatError(
        .invalidValue, entity: owner, property: name, reason: "unknown fetch result type \(code)", line: element.line)
    }
    request.resultType = resultType
    request.includesSubentities = element.flag("includeSubentities") ?? true
    // The editor leaves these two out where the result type makes them meaningless; the compiler then clears them.
    request.includesPropertyValues = element.flag("includePropertyValues") ?? (resultType != .objectIDs)
    request.includesPendingChanges = element.flag("includesPendingChanges") ?? (resultType != .dictionaries)
    request.returnsObjectsAsFaults = element.flag("returnObjectsAsFaults") ?? true
    request.returnsDistinctResults = element.flag("returnDistinctResults") ?? false
    return request
  }

  private func fetchIndex(from element: MarkupElement, in entity: String) throws(ModelFormatError) -> FetchIndexRecord {
    var index = FetchIndexRecord(name: try element.requiredName(in: entity))
    index.partialIndexPredicate = element.nonEmpty("partialIndexPredicate").map(PredicateText.format)
    for child in element.children(named: "fetchIndexElement") {
      let subject: FetchIndexRecord.Element.Subject
      if let expression = child.nonEmpty("expression") {
        let spelled = child.nonEmpty("expressionType")
        subject = .expression(expression, type: spelled.flatMap(AttributeType.init(sourceName:)) ?? .undefined)
      } else if let property = child.nonEmpty("property") {
        subject = .property(property)
      } else {
        throw ModelFormatError(
          .invalidValue, entity: entity, property: index.name, reason: "an element of the index names no property",
          line: child.line)
      }
      var part = FetchIndexRecord.Element(subject)
      part.kind = child.attributes["type"] == "RTree" ? .rTree : .binary
      part.isAscending = child.attributes["order"] != "descending"
      index.elements.append(part)
    }
    return index
  }
}
