import Foundation

/// One comparison of two values.
struct ValueComparer {
  var type: NSComparisonPredicate.Operator
  var options: NSComparisonPredicate.Options
  var nilRule: PredicateEvaluator.NilRule
  /// Whether a side is nil itself rather than a property without a value.
  var asksForNil: Bool

  /// nil when the answer is unknown. Values of different kinds are neither equal nor in any order.
  func truth(_ left: Any?, _ right: Any?) throws -> Bool? {
    switch type {
    case .equalTo: return equality(left, right)
    case .notEqualTo: return equality(left, right).map { !$0 }
    case .in: return isMember(left, of: right)
    default: break
    }
    guard let left, let right else { return unknown }
    switch type {
    case .lessThan: return order(left, right).map { $0 == .orderedAscending } ?? false
    case .lessThanOrEqualTo: return order(left, right).map { $0 != .orderedDescending } ?? false
    case .greaterThan: return order(left, right).map { $0 == .orderedDescending } ?? false
    case .greaterThanOrEqualTo: return order(left, right).map { $0 != .orderedAscending } ?? false
    case .between: return try isBetween(left, right)
    case .contains:
      if let members = AnyValue.elements(left) { return find(right, in: members).found }
      return text(left, right) { StringMatching.contains($0, $1, options) }
    case .beginsWith: return text(left, right) { StringMatching.beginsWith($0, $1, options) }
    case .endsWith: return text(left, right) { StringMatching.endsWith($0, $1, options) }
    case .like: return text(left, right) { StringMatching.like($0, $1, options) }
    case .matches: return try text(left, right) { try StringMatching.matches($0, $1, options) }
    case .customSelector: throw PredicateEvaluationError("Selectors do not exist on this platform")
    case .equalTo, .notEqualTo, .in: return unknown
    }
  }

  /// The answer of a comparison that nil takes part in.
  private var unknown: Bool? { nilRule == .sql ? nil : false }

  private func equality(_ left: Any?, _ right: Any?) -> Bool? {
    guard let left, let right else {
      return nilRule == .memory || asksForNil ? left == nil && right == nil : nil
    }
    return equal(left, right)
  }

  private func equal(_ left: Any, _ right: Any) -> Bool {
    if options.folds, let left = left as? String, let right = right as? String {
      return StringMatching.equals(left, right, options)
    }
    return AnyValue.isEqual(left, right)
  }

  private func order(_ left: Any, _ right: Any) -> ComparisonResult? {
    if options.folds, let left = left as? String, let right = right as? String {
      return StringMatching.compare(left, right, options)
    }
    return AnyValue.compare(left, right)
  }

  private func text(_ left: Any, _ right: Any, _ body: (String, String) throws -> Bool) rethrows -> Bool {
    guard let left = left as? String, let right = right as? String else { return false }
    return try body(left, right)
  }

  /// Both bounds belong to the range; a bound that is nil makes the answer unknown unless the other one decides.
  private func isBetween(_ value: Any, _ range: Any) throws -> Bool? {
    guard let bounds = AnyValue.elements(range), bounds.count == 2 else {
      throw PredicateEvaluationError("BETWEEN needs two bounds")
    }
    let results = zip(bounds, [ComparisonResult.orderedAscending, .orderedDescending]).map { bound, outside -> Bool? in
      guard let bound = AnyValue.unwrapped(bound) else { return unknown }
      return order(value, bound).map { $0 != outside } ?? false
    }
    if results.contains(false) { return false }
    return results.contains(nil) ? nil : true
  }

  private func isMember(_ value: Any?, of collection: Any?) -> Bool? {
    guard let collection, nilRule == .memory || value != nil else { return unknown }
    if let text = collection as? String {
      guard let value else { return unknown }
      return self.text(text, value) { StringMatching.contains($0, $1, options) }
    }
    let (found, hasNil) =
      (collection as? Membership)?.contains(value) ?? find(value, in: AnyValue.elements(collection) ?? [])
    if found { return true }
    return hasNil ? unknown : false
  }

  private func find(_ value: Any?, in members: [Any]) -> (found: Bool, hasNil: Bool) {
    var hasNil = false
    for member in members {
      guard let member = AnyValue.unwrapped(member) else {
        hasNil = true
        continue
      }
      if let value, equal(member, value) { return (true, hasNil) }
    }
    return (value == nil && hasNil, hasNil)
  }
}
