import Foundation

/// Reads compiled mapping models: keyed archives of an `NSMappingModel`.
package struct CompiledMappingReader {
  package init() {}

  /// - Throws: `ModelFormatError` for what is no such archive, and for expressions that have no text.
  package func document(from data: Data) throws(ModelFormatError) -> MappingDocument {
    let archive = try KeyedArchive(data: data)
    guard let root = archive.object(archive.top["root"]), root.classNames.contains("NSMappingModel"),
      let mappings = archive.elements(root.fields["NSEntityMappings"])
    else { throw ModelFormatError(.malformedArchive, reason: "the archive holds no NSMappingModel") }
    var document = MappingDocument()
    for value in mappings {
      guard let object = archive.object(value), let name = archive.string(object.fields["NSMappingName"]) else {
        throw ModelFormatError(.malformedArchive, reason: "an entity mapping has no name")
      }
      document.entityMappings.append(try entityMapping(object, named: name, archive))
    }
    return document
  }

  private func entityMapping(
    _ object: KeyedArchive.Object, named name: String, _ archive: KeyedArchive
  ) throws(ModelFormatError) -> MappingDocument.EntityMapping {
    let fields = object.fields
    var mapping = MappingDocument.EntityMapping(name: name)
    mapping.type = archive.integer(fields["NSMappingType"]) ?? 0
    mapping.sourceEntity = archive.string(fields["NSSourceEntityName"])
    mapping.destinationEntity = archive.string(fields["NSDestinationEntityName"])
    mapping.sourceHash = archive.data(fields["NSSourceEntityVersionHash"])
    mapping.destinationHash = archive.data(fields["NSDestinationEntityVersionHash"])
    mapping.policyClassName = archive.string(fields["NSEntityMigrationPolicyClassName"])
    mapping.sourceExpression = try expression(fields["NSSourceExpression"], archive, mapping: name, property: nil)
    mapping.attributes = try properties(fields["NSAttributeMappings"], archive, mapping: name)
    mapping.relationships = try properties(fields["NSRelationshipMappings"], archive, mapping: name)
    return mapping
  }

  private func properties(
    _ value: KeyedArchive.Value?, _ archive: KeyedArchive, mapping: String
  ) throws(ModelFormatError) -> [MappingDocument.PropertyMapping] {
    var properties: [MappingDocument.PropertyMapping] = []
    for element in archive.elements(value) ?? [] {
      guard let object = archive.object(element), let name = archive.string(object.fields["NSDestinationPropertyName"])
      else { continue }
      var property = MappingDocument.PropertyMapping(name: name)
      property.expression = try expression(
        object.fields["NSValueExpression"], archive, mapping: mapping, property: name)
      properties.append(property)
    }
    return properties
  }

  private func expression(
    _ value: KeyedArchive.Value?, _ archive: KeyedArchive, mapping: String, property: String?
  ) throws(ModelFormatError) -> String? {
    if archive.isNull(value) { return nil }
    switch ArchivedPredicateText(archive: archive).expression(value) {
    case .success(let text): return text
    case .failure(let failure):
      throw ModelFormatError(
        .malformedArchive, entity: mapping, property: property,
        reason: "the expression cannot be read: \(failure.reason)")
    }
  }
}
