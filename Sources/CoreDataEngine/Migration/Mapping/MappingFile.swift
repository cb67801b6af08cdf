import CoreDataModelFormat

/// Makes mappings of a mapping file's contents.
enum MappingFile {
  typealias Contents = (mappings: [NSEntityMapping], versionNames: (source: String?, destination: String?))

  /// Throws `ModelFormatError` for a file that cannot be read, 134060 for an expression that cannot.
  static func contents(of url: URL) throws -> Contents {
    let document = try MappingReader.document(at: url)
    let mappings = try document.entityMappings.map { try entityMapping($0, of: url) }
    return (mappings, (document.sourceModelName, document.destinationModelName))
  }

  private static func entityMapping(_ record: MappingDocument.EntityMapping, of url: URL) throws -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = record.name
    mapping.mappingType = NSEntityMappingType(rawValue: UInt(record.type)) ?? .undefinedEntityMappingType
    if record.type == 0 {
      if record.sourceEntity == nil {
        mapping.mappingType = .addEntityMappingType
      } else if record.destinationEntity == nil {
        mapping.mappingType = .removeEntityMappingType
      } else {
        mapping.mappingType = record.policyClassName == nil ? .transformEntityMappingType : .customEntityMappingType
      }
    }
    mapping.sourceEntityName = record.sourceEntity
    mapping.destinationEntityName = record.destinationEntity
    mapping.sourceEntityVersionHash = record.sourceHash
    mapping.destinationEntityVersionHash = record.destinationHash
    mapping.entityMigrationPolicyClassName = record.policyClassName
    mapping.sourceExpression = try record.sourceExpression.map { try expression($0, record.name, url) }
    mapping.attributeMappings = try record.attributes.map { try attribute($0, of: record, url) }
    mapping.relationshipMappings = try record.relationships.map { try relationship($0, of: record, url) }
    return mapping
  }

  private static func attribute(
    _ record: MappingDocument.PropertyMapping, of entity: MappingDocument.EntityMapping, _ url: URL
  ) throws -> NSPropertyMapping {
    try property(record, of: entity, url) { MappingExpression.source(record.sourceKeyPath ?? record.name) }
  }

  private static func relationship(
    _ record: MappingDocument.PropertyMapping, of entity: MappingDocument.EntityMapping, _ url: URL
  ) throws -> NSPropertyMapping {
    try property(record, of: entity, url) {
      let path = record.sourceKeyPath ?? record.name
      if let mapping = record.sourceMapping { return MappingExpression.destinations(ofMapping: mapping, at: path) }
      return MappingExpression.destinations(ofRelationship: path)
    }
  }

  private static func property(
    _ record: MappingDocument.PropertyMapping, of entity: MappingDocument.EntityMapping, _ url: URL,
    generated: () -> ExpressionTree
  ) throws -> NSPropertyMapping {
    let mapping = NSPropertyMapping()
    mapping.name = record.name
    mapping.valueExpression = try record.expression.map { try expression($0, "\(entity.name).\(record.name)", url) }
    if record.isGenerated, entity.sourceEntity != nil {
      mapping.valueExpression = NSExpression.make(generated())
      mapping.isGenerated = true
    }
    return mapping
  }

  private static func expression(_ text: String, _ place: String, _ url: URL) throws -> NSExpression {
    do {
      return try NSExpression(parsing: text)
    } catch {
      throw NSError.coreData(
        NSCoreDataError, reason: "The expression '\(text)' of \(place) in \(url.path) cannot be read: \(error)",
        userInfo: [NSFilePathErrorKey: url.path])
    }
  }
}
