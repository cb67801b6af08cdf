/// The decoded value of a transformable or undefined attribute, in a form that a slot can hold.
final class TransformableValue: NSObject {
  let value: Any

  init(_ value: Any) { self.value = value }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? TransformableValue else { return false }
    if let a = value as? AnyHashable, let b = other.value as? AnyHashable { return a == b }
    return (value as AnyObject) === (other.value as AnyObject)
  }

  override var hash: Int { (value as? AnyHashable)?.hashValue ?? 0 }
}
