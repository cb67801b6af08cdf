import CoreDataModelFormat

/// An attribute made of several others: its value is a dictionary of theirs, and key paths such as `place.latitude` lead to
/// them in predicates, sort descriptors, indexes and constraints. Follows Apple's `NSCompositeAttributeDescription`.
open class NSCompositeAttributeDescription: NSAttributeDescription {
  private var parts: [NSAttributeDescription] = []
  /// Set when the model is put to use.
  var layout: CompositeLayout?

  /// Makes a composite attribute without elements.
  public override init() {
    super.init()
    attribute.type = .compositeAttributeType
  }

  /// The attributes it is made of; composites may nest.
  open var elements: [NSAttributeDescription] {
    get { parts }
    set { assertMutable(); parts = newValue }
  }

  /// The version hash, which covers the elements: whose method Apple has not made known.
  open override var versionHash: Data {
    VersionHash.composite(super.versionHash, elements: parts.map(\.versionHash))
  }

  override class func blank() -> NSAttributeDescription { NSCompositeAttributeDescription() }

  override func makeCopy() -> NSPropertyDescription {
    let copy = super.makeCopy()
    (copy as? NSCompositeAttributeDescription)?.parts = parts.compactMap { $0.copy() as? NSAttributeDescription }
    return copy
  }
}
