import Foundation

/// Reads the value at the end of a chain of keys.
///
/// nil along the way reads as nil, and as an empty collection before a collection operator. Through a collection the
/// rest of the path is read from every member; members of members end up in one list, in which `NSNull` is nil.
package enum KeyPathReader {
  /// With `membersOfNothing` a to-many relationship of nothing is an empty list, as in SQL, where an object knows of it.
  package static func value(
    at keys: some Collection<String>, of object: Any?, membersOfNothing: Bool = false
  ) throws -> Any? {
    if keys.count == 1, let key = keys.first, !key.isCollectionOperator, let object = object as? any KeyValueCoding {
      return AnyValue.unwrapped(object.value(forKey: key))
    }
    var current = object
    var rest = Array(keys)[...]
    while let key = rest.first {
      if key.isCollectionOperator {
        rest.removeFirst()
        let members = current.map { AnyValue.elements($0) ?? [$0] } ?? []
        return try CollectionOperator.value(key, of: members, at: rest)
      }
      guard let value = current else {
        rest.removeFirst()
        continue
      }
      if let members = AnyValue.elements(value) {
        let end = rest.firstIndex { $0.isCollectionOperator } ?? rest.endIndex
        current = try list(at: rest[..<end], of: members)
        rest = rest[end...]
      } else {
        current = AnyValue.unwrapped(try property(key, of: value))
        if current == nil, membersOfNothing, rest.count > 1, (value as? any KeyPathTyping)?.leadsToMany(rest) == true {
          current = [Any]()
        }
        rest.removeFirst()
      }
    }
    return current
  }

  package static func trappingValue(at keyPath: String, of object: Any?) -> Any? {
    do {
      return try value(at: keyPath.split(separator: ".").map(String.init), of: object)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The values at a path of every member, in one flat list.
  static func list(at keys: some Collection<String>, of members: [Any]) throws -> [Any] {
    if keys.isEmpty { return members }
    var result: [Any] = []
    result.reserveCapacity(members.count)
    for member in members {
      guard let value = try value(at: keys, of: AnyValue.unwrapped(member)) else {
        result.append(NSNull())
        continue
      }
      if let inner = AnyValue.elements(value) {
        result.append(contentsOf: inner)
      } else {
        result.append(value)
      }
    }
    return result
  }

  /// One property of one object. Objects without key-value coding answer by their stored properties.
  static func property(_ key: String, of object: Any) throws -> Any? {
    switch object {
    case let object as any KeyValueCoding: return object.value(forKey: key)
    case _ where key == "self" || key == "SELF": return object
    case let dictionary as [String: Any]: return dictionary[key]
    case let dictionary as NSDictionary: return dictionary.object(forKey: key)
    case let text as String: if let value = property(key, ofText: text) { return value }
    case let date as Date:
      if key == "timeIntervalSinceReferenceDate" { return date.timeIntervalSinceReferenceDate }
      if key == "timeIntervalSince1970" { return date.timeIntervalSince1970 }
    default: break
    }
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == key }) { return child.value }
      mirror = current.superclassMirror
    }
    throw PredicateEvaluationError("\(type(of: object)) is not key value coding-compliant for the key \"\(key)\"")
  }

  private static func property(_ key: String, ofText text: String) -> Any? {
    switch key {
    case "length": text.utf16.count
    case "uppercaseString": text.uppercased()
    case "lowercaseString": text.lowercased()
    case "capitalizedString": text.capitalized
    case "integerValue", "intValue", "longLongValue": (text as NSString).integerValue
    case "doubleValue", "floatValue": (text as NSString).doubleValue
    case "boolValue": (text as NSString).boolValue
    default: nil
    }
  }
}

extension String {
  fileprivate var isCollectionOperator: Bool { utf8.first == UInt8(ascii: "@") }
}
