import Foundation

/// The constant list of an `IN`, looked up by hash: filtering many objects by a long list stays linear.
package final class Membership {
  private enum Key: Hashable {
    case text(String)
    case number(Double)
    case other(AnyHashable)
    case unhashable
  }

  private struct Table {
    var buckets: [Key: [Any]] = [:]
    var containsNil = false
  }

  private let options: NSComparisonPredicate.Options
  private let collection: Any
  /// Built at the first look-up, under the lock: threads may share a predicate.
  private var table: Table?
  private let lock = NSLock()

  package init(_ collection: Any, options: NSComparisonPredicate.Options) {
    self.collection = collection
    self.options = options
  }

  /// Whether a member equals `value`, and whether one is nil.
  func contains(_ value: Any?) -> (found: Bool, hasNil: Bool) {
    let table = lock.withLock {
      let built = self.table ?? build()
      self.table = built
      return built
    }
    guard let value else { return (table.containsNil, table.containsNil) }
    let bucket = table.buckets[key(value)] ?? []
    return (bucket.contains { equal($0, value) }, table.containsNil)
  }

  private func build() -> Table {
    var table = Table()
    for member in AnyValue.elements(collection) ?? [] {
      if let member = AnyValue.unwrapped(member) {
        table.buckets[key(member), default: []].append(member)
      } else {
        table.containsNil = true
      }
    }
    return table
  }

  private func key(_ value: Any) -> Key {
    switch ValueKind(value) {
    case .text(let text): return .text(options.folds ? StringMatching.folded(text, options) : text)
    case .number(let number): return .number(number.double)
    case .date, .id, .data, .url, .other: break
    }
    if let object = value as? any IdentifiedValue { return .other(object.comparisonIdentity) }
    return AnyValue.hashable(value).map { .other($0) } ?? .unhashable
  }

  private func equal(_ left: Any, _ right: Any) -> Bool {
    if options.folds, let left = left as? String, let right = right as? String {
      return StringMatching.equals(left, right, options)
    }
    return AnyValue.isEqual(left, right)
  }
}

extension PredicateTree {
  /// The tree to evaluate for many objects: constant lists are made ready for look-up.
  package var prepared: PredicateTree {
    switch self {
    case .literal, .opaque: return self
    case .comparison(var comparison):
      if comparison.type == .in, let list = comparison.right.constantList {
        comparison.right = .constant(Membership(list, options: comparison.options))
      }
      return .comparison(comparison)
    case .and(let parts): return .and(parts.map(\.prepared))
    case .or(let parts): return .or(parts.map(\.prepared))
    case .not(let part): return .not(part.prepared)
    }
  }
}

extension ExpressionTree {
  /// The list that the expression stands for, whatever it is evaluated with; nil when it is no such list.
  fileprivate var constantList: Any? {
    switch self {
    case .constant(let list?): return AnyValue.isCollection(list) ? list : nil
    case .aggregate(let members):
      var values: [Any] = []
      for member in members {
        guard case .constant(let value) = member else { return nil }
        values.append(value ?? NSNull())
      }
      return values
    default: return nil
    }
  }
}
