/// An attribute as a model file describes it.
package struct AttributeRecord: Equatable, Sendable {
  package var name: String
  package var type: AttributeType
  package var isOptional = false
  package var isTransient = false
  package var defaultValue: ModelValue?
  /// Inclusive bounds of a number or date.
  package var minimum: ModelValue?
  package var maximum: ModelValue?
  /// Inclusive bounds of a string's length.
  package var minimumLength: Int?
  package var maximumLength: Int?
  package var regularExpression: String?
  /// Rules that are not bounds: only models built in code and then compiled carry them.
  package var validationRules: [ValidationRule] = []
  package var valueTransformerName: String?
  /// The class of a transformable's value as spelled in the file; may be Swift text such as `[Int64]`.
  package var customClassName: String?
  /// Generated accessors use a scalar. Source form only; nil if the file does not say.
  package var usesScalarValueType: Bool?
  package var allowsExternalBinaryDataStorage = false
  package var preservesValueInHistoryOnDeletion = false
  package var allowsCloudEncryption = false
  package var isIndexedBySpotlight = false
  package var isStoredInTruthFile = false
  /// Legacy single-property index.
  package var isIndexed = false
  package var isDerived = false
  /// The text of a derived attribute's expression; nil if it could not be rendered.
  package var derivationExpression: String?
  package var derivationFilter: PredicateText?
  /// The key of a composite's elements in archives. No archive of Apple's with one has been seen: the key is our own.
  package static let elementsKey = "NSElements"
  /// How deep composites may nest.
  package static let deepestComposite = 32
  /// The name of the composite that a composite attribute is made of.
  package var compositeName: String?
  /// The parts of a composite attribute where the file nests them instead of naming a composite.
  package var compositeElements: [AttributeRecord] = []
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var userInfo: [String: ModelValue] = [:]

  package init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }
}
