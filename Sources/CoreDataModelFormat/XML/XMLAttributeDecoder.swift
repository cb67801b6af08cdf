import Foundation

/// Decodes `<attribute>` elements.
struct XMLAttributeDecoder {
  /// The entity or composite that owns the attribute, for error messages.
  let entityName: String

  func attribute(from element: MarkupElement) throws(ModelFormatError) -> AttributeRecord {
    let name = try element.requiredName(in: entityName)
    var attribute = AttributeRecord(name: name, type: try type(of: element, property: name))
    attribute.isOptional = element.flag("optional") ?? false
    attribute.isTransient = element.flag("transient") ?? false
    attribute.valueTransformerName = element.nonEmpty("valueTransformerName")
    attribute.customClassName = element.nonEmpty("customClassName")
    attribute.usesScalarValueType = element.flag("usesScalarValueType")
    attribute.allowsExternalBinaryDataStorage = element.flag("allowsExternalBinaryDataStorage") ?? false
    attribute.preservesValueInHistoryOnDeletion = element.flag("preserveAfterDeletion") ?? false
    attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption") ?? false
    attribute.isIndexedBySpotlight = element.flag("spotlightIndexingEnabled") ?? false
    attribute.isStoredInTruthFile = element.flag("storedInTruthFile") ?? false
    attribute.isIndexed = element.flag("indexed") ?? false
    attribute.isDerived = element.flag("derived") ?? false
    attribute.derivationExpression = element.nonEmpty("derivationExpression")
    attribute.compositeName = element.nonEmpty("composite")
    attribute.renamingIdentifier = element.renamingIdentifier
    attribute.versionHashModifier = element.nonEmpty("versionHashModifier")
    attribute.userInfo = element.userInfo
    try decodeValues(of: element, into: &attribute)
    for child in element.children(named: "attribute") {
      attribute.compositeElements.append(try self.attribute(from: child))
    }
    return attribute
  }

  private func type(of element: MarkupElement, property: String) throws(ModelFormatError) -> AttributeType {
    guard let text = element.nonEmpty("attributeType") else { return .undefined }
    guard let type = AttributeType(sourceName: text) else {
      throw ModelFormatError(
        .unknownAttributeType, entity: entityName, property: property, reason: "unknown attribute type \"\(text)\"",
        hint: "known types: " + AttributeType.allCases.compactMap(\.sourceName).joined(separator: ", "),
        line: element.line)
    }
    return type
  }

  private func decodeValues(of element: MarkupElement, into attribute: inout AttributeRecord) throws(ModelFormatError) {
    let parser = XMLValueParser(entityName: entityName, propertyName: attribute.name, line: element.line)
    switch attribute.type {
    case .string:
      attribute.defaultValue = element.attributes["defaultValueString"].map(ModelValue.string)
      attribute.minimumLength = try element.nonEmpty("minValueString").map(parser.length)
      attribute.maximumLength = try element.nonEmpty("maxValueString").map(parser.length)
      attribute.regularExpression = element.nonEmpty("regularExpressionString")
    case .date:
      // The …ValueString twins hold text in the editor's locale, so they cannot be relied on.
      attribute.defaultValue = try element.nonEmpty("defaultDateTimeInterval").map(parser.date)
      attribute.minimum = try element.nonEmpty("minDateTimeInterval").map(parser.date)
      attribute.maximum = try element.nonEmpty("maxDateTimeInterval").map(parser.date)
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean, .uuid, .uri:
      let type = attribute.type
      attribute.defaultValue = try element.nonEmpty("defaultValueString").map { text throws(ModelFormatError) in
        try parser.value(text, of: type)
      }
      guard type != .boolean, type != .uuid, type != .uri else { return }
      attribute.minimum = try element.nonEmpty("minValueString").map { text throws(ModelFormatError) in
        try parser.value(text, of: type)
      }
      attribute.maximum = try element.nonEmpty("maxValueString").map { text throws(ModelFormatError) in
        try parser.value(text, of: type)
      }
    case .undefined, .binary, .transformable, .objectID, .composite:
      break
    }
  }
}
