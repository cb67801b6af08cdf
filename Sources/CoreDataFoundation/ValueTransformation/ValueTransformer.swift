import Foundation

/// Turns a value into another one, and back if it can. Transformable attributes name the transformer they use.
///
/// Subclass it and register an instance by name. Follows Apple's `ValueTransformer`.
open class ValueTransformer: NSObject, _FactoryInitializable {
  public override init() { super.init() }

  /// The class of the values that `transformedValue(_:)` makes.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether values can be turned back. True unless overridden.
  open class func allowsReverseTransformation() -> Bool { true }

  /// The value made of another one. This class returns the value itself.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// The value that another one was made of. Traps when the class does not allow it.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    precondition(Self.allowsReverseTransformation(), "\(type(of: self)) does not transform values back")
    return transformedValue(value)
  }
}
