import Synchronization

/// What the engine knows of a property once its model is in use. Inherited properties are shared with the parent.
final class PropertyLayout {
  enum Kind {
    case attribute(AttributeKind)
    case toOne
    case toMany
  }

  let name: String
  /// Unique in the process, so that accessors can tell whether what they remember still holds.
  let token: UInt32
  let kind: Kind
  /// The place among the entity's properties; the same in every sub-entity.
  let slot: Int
  /// The place of the value in a packed row; -1 when it has none. A polymorphic to-one also uses `cell + 1`.
  let cell: Int
  let isOptional: Bool
  let isTransient: Bool
  let description: NSPropertyDescription
  let attribute: NSAttributeDescription?
  /// The elements of a composite attribute; nil for another.
  let composite: CompositeLayout?
  let relationship: NSRelationshipDescription?
  let isToOne: Bool
  let isToMany: Bool
  let isOrdered: Bool
  /// Whether stored values carry the mark that tells where their bytes are.
  let usesExternalStorage: Bool
  /// The entity that declares the property. Not retained: the model holds it.
  unowned(unsafe) let owner: EntityLayout

  private static let lastToken = Atomic<UInt32>(0)

  // Relationships; set once, while the model is compiled.
  @exclusivity(unchecked) unowned(unsafe) fileprivate(set) var destinationLayout: EntityLayout?
  @exclusivity(unchecked) unowned(unsafe) fileprivate(set) var inverse: PropertyLayout?

  init(
    _ description: NSPropertyDescription, kind: Kind, slot: Int, cell: Int, owner: EntityLayout
  ) {
    name = description.name
    token = PropertyLayout.lastToken.add(1, ordering: .relaxed).newValue
    self.kind = kind
    self.slot = slot
    self.cell = cell
    self.owner = owner
    self.description = description
    isOptional = description.isOptional
    isTransient = description.isTransient
    attribute = description as? NSAttributeDescription
    composite = (description as? NSCompositeAttributeDescription)?.layout
    relationship = description as? NSRelationshipDescription
    if case .toOne = kind { isToOne = true } else { isToOne = false }
    if case .toMany = kind { isToMany = true } else { isToMany = false }
    isOrdered = relationship?.isOrdered ?? false
    switch kind {
    case .attribute(.binary), .attribute(.transformable):
      usesExternalStorage = attribute?.allowsExternalBinaryDataStorage ?? false
    default: usesExternalStorage = false
    }
  }

  func connect(destination: EntityLayout, inverse: PropertyLayout?) {
    destinationLayout = destination
    self.inverse = inverse
  }

  var isStored: Bool { cell >= 0 }
  var isAttribute: Bool { !isRelationship }
  var isRelationship: Bool { isToOne || isToMany }

  var attributeKind: AttributeKind? { if case .attribute(let kind) = kind { kind } else { nil } }

  /// The entity at the other end; compiling the model has made sure that there is one.
  var destination: EntityLayout {
    guard let destinationLayout else { fatalError("'\(name)' of '\(owner.name)' is not a relationship.") }
    return destinationLayout
  }

  var deleteRule: NSDeleteRule { relationship?.deleteRule ?? .noActionDeleteRule }
}
