/// Encodes an attribute as an `<attribute>` element.
struct XMLAttributeEncoder {
  /// The owner, for error messages.
  let entityName: String

  func encode(_ attribute: AttributeRecord, to xml: inout XMLText) throws(ModelFormatError) {
    guard attribute.validationRules.isEmpty, attribute.derivationFilter == nil else {
      throw unsayable(attribute, "validation and filter predicates")
    }
    guard attribute.type != .string || attribute.minimum == nil && attribute.maximum == nil else {
      throw unsayable(attribute, "bounds of a string other than its length and pattern")
    }
    guard attribute.type != .objectID else { throw unsayable(attribute, "attributes of type ObjectID") }
    var pairs: [(String, String?)] = [
      ("name", attribute.name), ("optional", yes(attribute.isOptional)), ("transient", yes(attribute.isTransient)),
      ("attributeType", attribute.type.sourceName),
    ]
    pairs += try values(of: attribute)
    pairs += [
      ("valueTransformerName", attribute.valueTransformerName), ("customClassName", attribute.customClassName),
      ("usesScalarValueType", attribute.usesScalarValueType.map { $0 ? "YES" : "NO" }),
      ("allowsExternalBinaryDataStorage", yes(attribute.allowsExternalBinaryDataStorage)),
      ("preserveAfterDeletion", yes(attribute.preservesValueInHistoryOnDeletion)),
      ("allowsCloudEncryption", yes(attribute.allowsCloudEncryption)),
      ("spotlightIndexingEnabled", yes(attribute.isIndexedBySpotlight)),
      ("storedInTruthFile", yes(attribute.isStoredInTruthFile)), ("indexed", yes(attribute.isIndexed)),
      ("derived", yes(attribute.isDerived)), ("derivationExpression", attribute.derivationExpression),
      ("composite", attribute.compositeName), ("elementID", attribute.renamingIdentifier),
      ("versionHashModifier", attribute.versionHashModifier),
    ]
    let userInfo = XMLUserInfoEncoder(entityName: entityName, propertyName: attribute.name)
    guard !attribute.compositeElements.isEmpty else {
      try xml.element("attribute", pairs, content: userInfo.content(attribute.userInfo))
      return
    }
    try xml.element("attribute", pairs) { (xml: inout XMLText) throws(ModelFormatError) in
      for element in attribute.compositeElements { try encode(element, to: &xml) }
      try userInfo.encode(attribute.userInfo, to: &xml)
    }
  }

  private func values(of attribute: AttributeRecord) throws(ModelFormatError) -> [(String, String?)] {
    let isDate = attribute.type == .date
    let bounds: [(String, String, ModelValue?)] = [
      ("minValueString", "minDateTimeInterval", attribute.minimum),
      ("maxValueString", "maxDateTimeInterval", attribute.maximum),
      ("defaultValueString", "defaultDateTimeInterval", attribute.defaultValue),
    ]
    var pairs: [(String, String?)] = []
    for (key, dateKey, value) in bounds {
      guard let value else { continue }
      guard let text = text(of: value, type: attribute.type) else {
        throw unsayable(attribute, "this \(attribute.type) value as text")
      }
      pairs.append((isDate ? dateKey : key, text))
    }
    pairs.append(("minValueString", attribute.minimumLength.map(String.init)))
    pairs.append(("maxValueString", attribute.maximumLength.map(String.init)))
    pairs.append(("regularExpressionString", attribute.regularExpression))
    return pairs
  }

  /// Nil for a value that is not of the type.
  private func text(of value: ModelValue, type: AttributeType) -> String? {
    switch (type, value) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
      String(number)
    case (.double, .double(let number)), (.float, .double(let number)): "\(number)"
    case (.decimal, .decimal(let text)), (.string, .string(let text)), (.uri, .url(let text)): text
    case (.boolean, .boolean(let flag)): flag ? "YES" : "NO"
    case (.uuid, .uuid(let uuid)): uuid.uuidString
    case (.date, .date(let interval)): Int64(exactly: interval).map(String.init) ?? "\(interval)"
    default: nil
    }
  }

  private func unsayable(_ attribute: AttributeRecord, _ what: String) -> ModelFormatError {
    ModelFormatError(
      .invalidValue, entity: entityName, property: attribute.name, reason: "a source model cannot hold \(what)")
  }
}
