extension ArchivedModelEncoder {
  struct ArchivedRule {
    var predicate: KeyedArchive.Value
    var warning: KeyedArchive.Value
  }

  /// Bounds first, then the rules that are none.
  mutating func validation(of attribute: AttributeRecord, in entity: String) throws(ModelFormatError) -> [ArchivedRule]
  {
    let length = ExpressionNode.keyPath(.evaluatedObject, "length")
    let bounds: [(ValidationBound, ExpressionNode, Int, ModelValue?)] = [
      (.minimum, .evaluatedObject, 3, attribute.minimum), (.maximum, .evaluatedObject, 1, attribute.maximum),
      (.minimumLength, length, 3, attribute.minimumLength.map { .integer(Int64($0)) }),
      (.maximumLength, length, 1, attribute.maximumLength.map { .integer(Int64($0)) }),
      (.pattern, .evaluatedObject, 6, attribute.regularExpression.map { .string($0) }),
    ]
    var rules: [ArchivedRule] = []
    for (bound, subject, symbol, value) in bounds {
      guard let value else { continue }
      let constant = builder.constant(try archived(value, entity: entity, property: attribute.name))
      let predicate = builder.comparison(subject, ComparisonSymbol(type: symbol), constant)
      let warning = builder.boxed(.integer(bound.errorCode(isDate: attribute.type == .date)))
      rules.append(ArchivedRule(predicate: predicate, warning: warning))
    }
    for rule in attribute.validationRules {
      rules.append(try archived(rule, entity: entity, property: attribute.name))
    }
    return rules
  }

  mutating func archived(
    _ rule: ValidationRule, entity: String, property: String
  ) throws(ModelFormatError) -> ArchivedRule {
    ArchivedRule(
      predicate: try archived(rule.predicate, entity: entity, property: property),
      warning: try archived(rule.warning, entity: entity, property: property))
  }

  mutating func archived(
    _ predicate: PredicateText?, entity: String, property: String
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    guard let predicate else { return .null }
    let text = try predicate.sourceText(entity: entity, property: property)
    do throws(FormatFailure) {
      return builder.predicate(try FormatParser.predicate(text))
    } catch {
      throw uncompilable(text, error, entity: entity, property: property)
    }
  }

  mutating func archived(
    expression text: String, entity: String, property: String
  ) throws(ModelFormatError) -> KeyedArchive.Value {
    do throws(FormatFailure) {
      return builder.expression(try FormatParser.expression(text))
    } catch {
      throw uncompilable(text, error, entity: entity, property: property)
    }
  }

  private func uncompilable(
    _ text: String, _ failure: FormatFailure, entity: String, property: String
  ) -> ModelFormatError {
    ModelFormatError(
      .invalidValue, entity: entity, property: property,
      reason: "\"\(text)\" cannot be compiled: \(failure.reason)")
  }
}
