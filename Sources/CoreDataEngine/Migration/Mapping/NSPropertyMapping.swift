/// How a property of a newer entity gets its value. Follows Apple's `NSPropertyMapping`.
open class NSPropertyMapping: NSObject {
  /// The name of the property of the newer entity.
  open var name: String?

  /// Gives the value, from the variables `$source`, `$destination`, `$manager`, `$entityMapping`, `$propertyMapping` and
  /// `$entityPolicy`; nil leaves the property as a new object has it.
  open var valueExpression: NSExpression? { didSet { isGenerated = false } }

  /// Free information.
  open var userInfo: [AnyHashable: Any]?

  /// Whether the expression was made up from names, so that it counts only where the older entity has such a property.
  var isGenerated = false

  /// Makes a mapping without name and expression.
  public override init() { super.init() }
}
