extension ArchivedModelDecoder {
  /// Predicates that spell a bound become the bound; a rule with a message of its own stays a rule.
  mutating func decodeValidation(
    of fields: [String: KeyedArchive.Value], into attribute: inout AttributeRecord
  ) throws(ModelFormatError) {
    let warnings = try elements(fields["NSValidationWarnings"])
    for (index, value) in try elements(fields["NSValidationPredicates"]).enumerated() {
      let warning = index < warnings.count ? plainValue(warnings[index]) : nil
      if warning?.string == nil, decodeBound(value, into: &attribute) { continue }
      guard let predicate = try predicate(value) else { continue }
      attribute.validationRules.append(ValidationRule(predicate: predicate, warning: warning))
    }
  }

  mutating func validationRules(
    of fields: [String: KeyedArchive.Value]
  ) throws(ModelFormatError) -> [ValidationRule] {
    let warnings = try elements(fields["NSValidationWarnings"])
    var rules: [ValidationRule] = []
    for (index, value) in try elements(fields["NSValidationPredicates"]).enumerated() {
      guard let predicate = try predicate(value) else { continue }
      let warning = index < warnings.count ? plainValue(warnings[index]) : nil
      rules.append(ValidationRule(predicate: predicate, warning: warning))
    }
    return rules
  }

  /// Whether the predicate is `SELF <= x`, `length >= n`, `SELF MATCHES "…"` or the like, and the bound was free.
  private func decodeBound(_ value: KeyedArchive.Value, into attribute: inout AttributeRecord) -> Bool {
    guard let comparison = archive.object(value), comparison.className == "NSComparisonPredicate",
      let left = archive.object(comparison.fields["NSLeftExpression"]),
      let right = archive.object(comparison.fields["NSRightExpression"]),
      right.className == "NSConstantValueExpression", let constant = right.fields["NSConstantValue"],
      let comparisonOperator = archive.object(comparison.fields["NSPredicateOperator"]),
      !archive.flag(comparisonOperator.fields["NSModifier"]),
      let type = archive.integer(comparisonOperator.fields["NSOperatorType"])
    else { return false }
    let text = ArchivedPredicateText(archive: archive)
    let subject = left.className == "NSSelfExpression" ? "SELF" : try? text.expression(.null, object: left).get()
    switch (subject, type) {
    case ("SELF", 1):
      return fill(&attribute.maximum, with: typedValue(constant, type: attribute.type))
    case ("SELF", 3):
      return fill(&attribute.minimum, with: typedValue(constant, type: attribute.type))
    case ("length", 1):
      return fill(&attribute.maximumLength, with: archive.integer(constant))
    case ("length", 3):
      return fill(&attribute.minimumLength, with: archive.integer(constant))
    case ("SELF", 6) where !archive.flag(comparisonOperator.fields["NSFlags"]):
      return fill(&attribute.regularExpression, with: archive.string(constant))
    default:
      return false
    }
  }

  private func fill<Bound>(_ slot: inout Bound?, with value: Bound?) -> Bool {
    guard slot == nil, let value else { return false }
    slot = value
    return true
  }
}
