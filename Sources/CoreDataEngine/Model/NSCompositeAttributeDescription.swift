/// An attribute made of several others. Follows Apple's `NSCompositeAttributeDescription`.
open class NSCompositeAttributeDescription: NSAttributeDescription {
  private var parts: [NSAttributeDescription] = []

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

  override class func blank() -> NSAttributeDescription { NSCompositeAttributeDescription() }

  override func makeCopy() -> NSPropertyDescription {
    let copy = super.makeCopy()
    (copy as? NSCompositeAttributeDescription)?.parts = parts.compactMap { $0.copy() as? NSAttributeDescription }
    return copy
  }
}
