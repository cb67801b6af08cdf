extension ArchivedModelEncoder {
  /// What all kinds of properties have.
  struct CommonFields {
    let name: String
    let isOptional: Bool
    let userInfo: [String: ModelValue]
    var isTransient = false
    var isReadOnly = false
    var isOrdered = false
    var isIndexed = false
    var isIndexedBySpotlight = false
    var renamingIdentifier: String?
    var versionHashModifier: String?

    /// The bits of `_P`, a cache of what is present.
    func presence(hasRules: Bool) -> Int64 {
      let bits: [(Bool, Int64)] = [
        (true, 1), (isOptional, 2), (isReadOnly, 4), (isTransient, 8), (!hasRules, 16), (!hasRules, 32),
        (userInfo.isEmpty, 64), (versionHashModifier == nil, 128), (isIndexedBySpotlight, 256), (isOrdered, 1024),
      ]
      return bits.reduce(0) { $1.0 ? $0 | $1.1 : $0 }
    }
  }

  mutating func fields(
    _ common: CommonFields, rules: [ArchivedRule], in entity: String
  ) throws(ModelFormatError) -> [String: KeyedArchive.Value] {
    var fields: [String: KeyedArchive.Value] = [
      "NSPropertyName": builder.string(common.name), "NSEntity": place(of: entity),
      "NSRenamingIdentifier": builder.string(common.renamingIdentifier ?? common.name),
      "_P": .integer(common.presence(hasRules: !rules.isEmpty)),
    ]
    let flags = [
      ("NSIsOptional", common.isOptional), ("NSIsTransient", common.isTransient), ("NSIsReadOnly", common.isReadOnly),
      ("NSIsOrdered", common.isOrdered), ("NSIsIndexed", common.isIndexed),
      ("NSIndexedBySpotlight", common.isIndexedBySpotlight),
    ]
    for (key, flag) in flags where flag { fields[key] = .boolean(true) }
    if let modifier = common.versionHashModifier { fields["NSVersionHashModifier"] = builder.string(modifier) }
    if !common.userInfo.isEmpty { fields["NSUserInfo"] = try archived(common.userInfo, in: entity) }
    if !rules.isEmpty {
      fields["NSValidationPredicates"] = builder.array(rules.map(\.predicate))
      fields["NSValidationWarnings"] = builder.array(rules.map(\.warning))
    }
    return fields
  }

  mutating func archived(
    _ userInfo: [String: ModelValue], in entity: String
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    var pairs: [(key: String, value: KeyedArchive.Value)] = []
    for (key, value) in userInfo.sorted(by: { $0.key < $1.key }) {
      pairs.append((key: key, value: try archived(value, entity: entity, property: nil)))
    }
    return builder.dictionary(pairs, className: "NSDictionary")
  }
}
