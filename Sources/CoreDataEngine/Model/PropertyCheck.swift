/// What a model asks of the values of a property, without references: a save goes over the checks of every object.
///
/// A property that takes any value has none.
struct PropertyCheck: BitwiseCopyable {
  enum Subject: BitwiseCopyable {
    case attribute(AttributeKind, hasRules: Bool)
    case toOne
    case toMany
  }

  let slot: Int
  let cell: Int
  let isRequired: Bool
  let subject: Subject

  init?(_ property: PropertyLayout) {
    slot = property.slot
    cell = property.cell
    switch property.kind {
    case .attribute(let kind):
      isRequired = property.isRequired
      // The elements of a composite have rules of their own.
      let hasRules = kind == .composite || !property.description.validationPredicates.isEmpty
      guard isRequired || hasRules || kind.isLimited else { return nil }
      subject = .attribute(kind, hasRules: hasRules)
    case .toOne:
      isRequired = property.isRequired
      subject = .toOne
    case .toMany:
      guard let relationship = property.relationship, !property.isTransient else { return nil }
      isRequired = property.isRequired
      guard isRequired || relationship.minCount > 0 || relationship.maxCount > 0 else { return nil }
      subject = .toMany
    }
  }
}

extension PropertyLayout {
  /// Whether nil is refused.
  var isRequired: Bool { !isOptional && !isTransient && !(description is NSDerivedAttributeDescription) }
}
