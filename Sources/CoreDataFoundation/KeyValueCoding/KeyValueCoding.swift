import Foundation

/// Access to an object's properties by name.
///
/// On Apple's platforms every `NSObject` has it; on Linux a class conforms to be used in predicates, sort descriptors and
/// collection operators. Follows Apple's `NSKeyValueCoding`.
public protocol KeyValueCoding: AnyObject {
  /// The value of a property; nil when it has none. Numbers come as `NSNumber`.
  func value(forKey key: String) -> Any?

  /// Sets the value of a property; nil clears it.
  func setValue(_ value: Any?, forKey key: String)
}

extension KeyValueCoding {
  /// The value at a dotted path, collection operators such as `members.@count` included; nil when the path breaks off.
  ///
  /// Traps for a key that an object on the way does not have.
  public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.trappingValue(at: keyPath, of: self) }

  /// Sets the value at a dotted path; does nothing when the path breaks off at nil.
  ///
  /// Dictionaries on the way are values: one with the new entry takes the place of the old one in its owner. Traps when an
  /// object on the way has no settable properties.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
    let path = String(keyPath[..<dot])
    guard let owner = self.value(forKeyPath: path) else { return }
    let key = String(keyPath[keyPath.index(after: dot)...])
    switch owner {
    case let owner as any KeyValueCoding: owner.setValue(value, forKey: key)
    case let owner as NSMutableDictionary: owner[key] = value
    case var owner as [String: Any]:
      owner[key] = value
      setValue(owner, forKeyPath: path)
    default:
      guard let members = AnyValue.elements(owner) else {
        preconditionFailure("\(type(of: owner)) is not key value coding-compliant for the key \"\(key)\"")
      }
      for case let member as any KeyValueCoding in members { member.setValue(value, forKey: key) }
    }
  }

  /// The values of several properties; `NSNull` stands for nil.
  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets several properties; `NSNull` clears one.
  public func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(AnyValue.unwrapped(value), forKey: key) }
  }
}
