import Foundation

/// What predicates, sort descriptors and collection operators know about values of unknown type.
package enum AnyValue {
  /// `value` without layers of optionals, nil for `NSNull`.
  package static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    let type = type(of: value)
    if type is AnyClass { return value is NSNull ? nil : value }
    if type == String.self || type == Int.self || type == Double.self || type == Bool.self || type == Date.self {
      return value
    }
    guard let optional = value as? any OptionalValue else { return value }
    return optional.flattened
  }

  package static func isEqual(_ left: Any, _ right: Any) -> Bool {
    switch (ValueKind(left), ValueKind(right)) {
    case (.text(let left), .text(let right)): return StringMatching.equals(left, right)
    case (.number(let left), .number(let right)): return left.compare(right) == .orderedSame
    case (.date(let left), .date(let right)): return left == right
    case (.id(let left), .id(let right)): return left == right
    case (.data(let left), .data(let right)): return left == right
    case (.url(let left), .url(let right)): return left == right
    case (.other, .other): return equalObjects(left, right)
    default: return false
    }
  }

  private static func equalObjects(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any IdentifiedValue, let right = right as? any IdentifiedValue {
      return left.comparisonIdentity == right.comparisonIdentity
    }
    if let left = elements(left), let right = elements(right) { return equalCollections(left, right) }
    if let left = hashable(left), let right = hashable(right) { return left == right }
    if type(of: left) is AnyClass, type(of: right) is AnyClass { return left as AnyObject === right as AnyObject }
    return false
  }

  /// A form that can be hashed; an object of Foundation and the Swift value it stands for have the same one. The hash of an
  /// `NSDecimalNumber` itself never ends on Linux.
  package static func hashable(_ value: Any) -> AnyHashable? {
    switch ValueKind(value) {
    case .date(let date): date
    case .id(let id): id
    case .data(let data): data
    case .url(let url): url
    case .number: (value as? NSDecimalNumber).map { AnyHashable($0.decimalValue) } ?? value as? AnyHashable
    case .text, .other: value as? AnyHashable
    }
  }

  /// The order of two values; nil when they cannot be compared. Text is compared by its Unicode scalars, which is
  /// the order of a binary collation.
  package static func compare(_ left: Any, _ right: Any) -> ComparisonResult? {
    switch (ValueKind(left), ValueKind(right)) {
    case (.text(let left), .text(let right)): StringMatching.compare(left, right)
    case (.number(let left), .number(let right)): left.compare(right)
    case (.date(let left), .date(let right)): left.compare(right)
    case (.id(let left), .id(let right)): StringMatching.compare(left.uuidString, right.uuidString)
    case (.data(let left), .data(let right)): order(left, right)
    case (.url(let left), .url(let right)): StringMatching.compare(left.absoluteString, right.absoluteString)
    case (.other, .other): equalObjects(left, right) ? .orderedSame : nil
    default: nil
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
    let (first, second) = (left.compactMap(distinctKey), right.compactMap(distinctKey))
    return first.count == left.count && second.count == right.count && Set(first) == Set(second)
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

extension ArraySlice: CollectionValue {
  fileprivate var anyElements: [Any] { map { $0 } }
}

extension Set: CollectionValue {
  fileprivate var anyElements: [Any] { map { $0 } }
}
