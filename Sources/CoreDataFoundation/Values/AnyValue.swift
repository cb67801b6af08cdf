import Foundation

/// What predicates, sort descriptors and collection operators know about values of unknown type.
package enum AnyValue {
  /// `value` without layers of optionals, nil for `NSNull`.
  package static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if let optional = value as? any OptionalValue { return optional.flattened }
    return value is NSNull ? nil : value
  }

  package static func isEqual(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? String { return (right as? String).map { StringMatching.equals(left, $0) } ?? false }
    if let left = NumericValue(left) {
      return NumericValue(right).map { left.compare($0) == .orderedSame } ?? false
    }
    if let left = left as? any IdentifiedValue, let right = right as? any IdentifiedValue {
      return left.comparisonIdentity == right.comparisonIdentity
    }
    if let left = elements(left), let right = elements(right) { return equalCollections(left, right) }
    if let left = hashable(left), let right = hashable(right) { return left == right }
    if type(of: left) is AnyClass, type(of: right) is AnyClass { return left as AnyObject === right as AnyObject }
    return false
  }

  /// A form that can be hashed; an object of Foundation and the Swift value it stands for have the same one.
  static func hashable(_ value: Any) -> AnyHashable? {
    switch value {
    case let date as Date: date
    case let id as UUID: id
    case let data as Data: data
    case let url as URL: url
    default: value as? AnyHashable
    }
  }

  /// The order of two values; nil when they cannot be compared. Text is compared by its Unicode scalars, which is
  /// the order of a binary collation.
  package static func compare(_ left: Any, _ right: Any) -> ComparisonResult? {
    if let left = left as? String { return (right as? String).map { StringMatching.compare(left, $0) } }
    if let left = NumericValue(left) { return NumericValue(right).flatMap { left.compare($0) } }
    switch left {
    case let left as Date: return (right as? Date).map { left.compare($0) }
    case let left as UUID: return (right as? UUID).map { StringMatching.compare(left.uuidString, $0.uuidString) }
    case let left as Data: return (right as? Data).map { order(left, $0) }
    case let left as URL:
      return (right as? URL).map { StringMatching.compare(left.absoluteString, $0.absoluteString) }
    default: return isEqual(left, right) ? .orderedSame : nil
    }
  }

  /// Compares with nil as the smallest value.
  package static func compareSorting(_ left: Any?, _ right: Any?) -> ComparisonResult {
    switch (left, right) {
    case (nil, nil): .orderedSame
    case (nil, _): .orderedAscending
    case (_, nil): .orderedDescending
    case (let left?, let right?): compare(left, right) ?? .orderedSame
    }
  }

  /// The members of a collection; nil when `value` is none. Text and dictionaries are no collections.
  package static func elements(_ value: Any) -> [Any]? {
    if type(of: value) is AnyClass {
      switch value {
      case let array as NSArray: return array.map { $0 }
      case let set as NSSet: return set.allObjects
      case let set as NSOrderedSet: return set.map { $0 }
      default: return nil
      }
    }
    return (value as? any CollectionValue)?.anyElements
  }

  package static func isCollection(_ value: Any) -> Bool {
    value is NSArray || value is NSSet || value is NSOrderedSet || value is any CollectionValue
  }

  private static func order(_ left: Data, _ right: Data) -> ComparisonResult {
    if left.lexicographicallyPrecedes(right) { return .orderedAscending }
    return left == right ? .orderedSame : .orderedDescending
  }

  private static func equalCollections(_ left: [Any], _ right: [Any]) -> Bool {
    guard left.count == right.count else { return false }
    if zip(left, right).allSatisfy({ isEqual($0, $1) }) { return true }
    guard let first = left as? [AnyHashable], let second = right as? [AnyHashable] else { return false }
    return Set(first) == Set(second)
  }
}

private protocol OptionalValue {
  var flattened: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var flattened: Any? { AnyValue.unwrapped(map { $0 as Any }) }
}

private protocol CollectionValue {
  var anyElements: [Any] { get }
}

extension Array: CollectionValue {
  fileprivate var anyElements: [Any] { map { $0 } }
}

extension Set: CollectionValue {
  fileprivate var anyElements: [Any] { map { $0 } }
}
