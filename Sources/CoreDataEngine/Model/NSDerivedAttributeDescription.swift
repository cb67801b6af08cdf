import CoreDataModelFormat

/// An attribute whose value the store derives from others. Follows Apple's `NSDerivedAttributeDescription`.
open class NSDerivedAttributeDescription: NSAttributeDescription {
  private var expression: NSExpression?

  /// Makes a derived attribute without an expression.
  public override init() { super.init() }

  /// What the value is derived from: a key path, a `@count` or `@sum` of one, `canonical:`, `uppercase:`, `lowercase:`
  /// or `now()`.
  open var derivationExpression: NSExpression? {
    get { expression }
    set { assertMutable(); expression = newValue }
  }

  override var isReadOnly: Bool { true }

  /// Apple's version hash of a derived attribute: it covers the expression alone.
  open override var versionHash: Data {
    VersionHash.derivedAttribute(expression: DerivationText.canonical(expression?.description ?? ""))
  }

  override class func blank() -> NSAttributeDescription { NSDerivedAttributeDescription() }

  override func makeCopy() -> NSPropertyDescription {
    let copy = super.makeCopy()
    (copy as? NSDerivedAttributeDescription)?.expression = expression
    return copy
  }
}
