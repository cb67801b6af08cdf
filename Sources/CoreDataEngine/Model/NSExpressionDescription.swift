/// A computed column of a dictionary fetch; never part of an entity. Follows Apple's `NSExpressionDescription`.
open class NSExpressionDescription: NSPropertyDescription {
  /// What is computed.
  open var expression: NSExpression?
  /// The type of the result.
  open var expressionResultType = NSAttributeType.undefinedAttributeType

  /// Makes a description without an expression.
  public override init() { super.init() }

  /// `expressionResultType` in its Swift spelling.
  open var resultType: NSAttributeDescription.AttributeType {
    get { .init(rawValue: expressionResultType) }
    set { expressionResultType = newValue.rawValue }
  }

  override func makeCopy() -> NSPropertyDescription {
    let copy = NSExpressionDescription()
    copy.expression = expression
    copy.expressionResultType = expressionResultType
    return copy
  }
}
