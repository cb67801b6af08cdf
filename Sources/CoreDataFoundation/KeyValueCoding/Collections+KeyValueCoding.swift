import Foundation

extension NSArray {
  /// An array of the members' values for a key; `NSNull` stands for nil.
  public func value(forKey key: String) -> Any { mapped(key) }

  /// The value at a dotted path, collection operators such as `@sum.age` included.
  public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.trappingValue(at: keyPath, of: self) }

  /// Sets a property of every member.
  public func setValue(_ value: Any?, forKey key: String) { setMembers(map { $0 }, value, key) }
}

extension NSSet {
  /// The set of the members' values for a key, without nil.
  public func value(forKey key: String) -> Any {
    NSSet(array: mapped(key).compactMap { AnyValue.unwrapped($0) })
  }

  /// The value at a dotted path, collection operators such as `@sum.age` included.
  public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.trappingValue(at: keyPath, of: self) }

  /// Sets a property of every member.
  public func setValue(_ value: Any?, forKey key: String) { setMembers(allObjects, value, key) }
}

extension NSOrderedSet {
  /// The ordered set of the members' values for a key; `NSNull` stands for nil.
  public func value(forKey key: String) -> Any { NSOrderedSet(array: mapped(key)) }

  /// The value at a dotted path, collection operators such as `@sum.age` included.
  public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.trappingValue(at: keyPath, of: self) }

  /// Sets a property of every member.
  public func setValue(_ value: Any?, forKey key: String) { setMembers(map { $0 }, value, key) }
}

extension NSDictionary {
  /// The value at a dotted path that begins with a key of the dictionary; nil when there is none.
  public func value(forKeyPath keyPath: String) -> Any? { KeyPathReader.trappingValue(at: keyPath, of: self) }
}

extension NSObject {
  fileprivate func mapped(_ key: String) -> [Any] {
    let value = KeyPathReader.trappingValue(at: key, of: self)
    return value.flatMap { AnyValue.elements($0) } ?? value.map { [$0] } ?? []
  }

  fileprivate func setMembers(_ members: [Any], _ value: Any?, _ key: String) {
    for member in members {
      guard let member = member as? any KeyValueCoding else {
        preconditionFailure("\(type(of: member)) is not key value coding-compliant for the key \"\(key)\"")
      }
      member.setValue(value, forKey: key)
    }
  }
}
