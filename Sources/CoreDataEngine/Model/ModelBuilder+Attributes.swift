import CoreDataModelFormat

extension ModelBuilder {
  func attributeDescription(_ record: AttributeRecord, of entity: EntityRecord) throws -> NSAttributeDescription {
    let attribute: NSAttributeDescription
    if record.isDerived {
      let derived = NSDerivedAttributeDescription()
      derived.derivationExpression = try record.derivationExpression.map { try derivation($0, record, entity) }
      attribute = derived
    } else if record.type == .composite {
      let composite = NSCompositeAttributeDescription()
      composite.elements = try elements(of: record).map { try attributeDescription($0, of: entity) }
      attribute = composite
    } else {
      attribute = NSAttributeDescription()
    }
    attribute.name = record.name
    attribute.attributeType = NSAttributeType(rawValue: UInt(record.type.rawValue)) ?? .undefinedAttributeType
    attribute.isOptional = record.isOptional
    attribute.isTransient = record.isTransient
    attribute.defaultValue = record.defaultValue.flatMap(ModelBuilder.object)
    attribute.valueTransformerName = record.valueTransformerName
    if let className = record.customClassName { attribute.attributeValueClassName = className }
    attribute.allowsExternalBinaryDataStorage = record.allowsExternalBinaryDataStorage
    attribute.preservesValueInHistoryOnDeletion = record.preservesValueInHistoryOnDeletion
    attribute.allowsCloudEncryption = record.allowsCloudEncryption
    attribute.isIndexed = record.isIndexed
    attribute.isIndexedBySpotlight = record.isIndexedBySpotlight
    attribute.isStoredInExternalRecord = record.isStoredInTruthFile
    attribute.renamingIdentifier = record.renamingIdentifier
    attribute.versionHashModifier = record.versionHashModifier
    attribute.userInfo = Dictionary(
      uniqueKeysWithValues: record.userInfo.compactMap { key, value in
        ModelBuilder.object(value).map { (AnyHashable(key), $0) }
      })
    let rules = try ValidationRules(record, entity: entity)
    attribute.setValidationPredicates(rules.predicates, withValidationWarnings: rules.warnings)
    return attribute
  }

  /// The elements of a composite, which stand with it or below the name of a composite of the file.
  private func elements(of record: AttributeRecord) -> [AttributeRecord] {
    if !record.compositeElements.isEmpty { return record.compositeElements }
    return record.compositeName.flatMap { composites[$0] } ?? []
  }

  private func derivation(
    _ text: String, _ record: AttributeRecord, _ entity: EntityRecord
  ) throws -> NSExpression {
    do {
      return try NSExpression(parsing: text)
    } catch {
      throw ModelError.problem(
        "The derivation '\(text)' of '\(record.name)' of '\(entity.name)' cannot be read: \(error)",
        entity: entity.name,
        property: record.name)
    }
  }
}

/// The bounds of an attribute as validation predicates, in the forms that Xcode's compiler gives them.
private struct ValidationRules {
  var predicates: [NSPredicate] = []
  var warnings: [String] = []

  init(_ record: AttributeRecord, entity: EntityRecord) throws {
    let isDate = record.type == .date
    if let minimum = record.minimum.flatMap(ModelBuilder.object) {
      add(
        .evaluatedObject, .greaterThanOrEqualTo, minimum,
        isDate ? NSValidationDateTooSoonError : NSValidationNumberTooSmallError)
    }
    if let maximum = record.maximum.flatMap(ModelBuilder.object) {
      add(
        .evaluatedObject, .lessThanOrEqualTo, maximum,
        isDate ? NSValidationDateTooLateError : NSValidationNumberTooLargeError)
    }
    if let minimum = record.minimumLength {
      add(.path("length"), .greaterThanOrEqualTo, NSNumber(value: minimum), NSValidationStringTooShortError)
    }
    if let maximum = record.maximumLength {
      add(.path("length"), .lessThanOrEqualTo, NSNumber(value: maximum), NSValidationStringTooLongError)
    }
    if let pattern = record.regularExpression {
      add(.evaluatedObject, .matches, pattern, NSValidationStringPatternMatchingError)
    }
    for rule in record.validationRules {
      guard let format = rule.predicate.format else { continue }
      predicates.append(try ModelBuilder.predicate(format, "validation of '\(entity.name).\(record.name)'"))
      warnings.append(rule.warning?.string ?? "")
    }
  }

  private mutating func add(
    _ left: ExpressionTree, _ type: NSComparisonPredicate.Operator, _ bound: Any, _ code: Int
  ) {
    predicates.append(.make(.comparison(PredicateComparison(left, type, .constant(bound)))))
    warnings.append(String(code))
  }
}
