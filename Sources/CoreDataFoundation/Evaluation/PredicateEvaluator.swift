import Foundation

/// Evaluates predicates and expressions in memory.
package struct PredicateEvaluator {
  /// How nil compares.
  package enum NilRule: Sendable {
    /// Apple's rule in memory: nil equals nil and differs from everything else; no other comparison with it holds.
    case memory
    /// SQL's rule: a comparison with nil is unknown, and so is its negation; only a constant nil asks for nil itself.
    case sql
  }

  package let nilRule: NilRule
  var bindings: [String: Any?]

  package init(nilRule: NilRule = .memory, bindings: [String: Any?] = [:]) {
    self.nilRule = nilRule
    self.bindings = bindings
  }

  /// Whether the predicate holds for an object; unknown counts as no. Throws `PredicateEvaluationError`.
  ///
  /// For many objects pass `tree.prepared`.
  package func matches(_ tree: PredicateTree, _ object: Any?) throws -> Bool {
    try truth(tree, object) == true
  }

  /// nil when the answer is unknown, which it can be by SQL's rule only.
  package func truth(_ tree: PredicateTree, _ object: Any?) throws -> Bool? {
    switch tree {
    case .literal(let value): return value
    case .comparison(let comparison): return try truth(comparison, object)
    case .and(let parts): return try combine(parts, object, deciding: false)
    case .or(let parts): return try combine(parts, object, deciding: true)
    case .not(let part): return try truth(part, object).map { !$0 }
    case .opaque(let predicate):
      return predicate.evaluate(with: object, substitutionVariables: bindings.mapValues { $0 ?? NSNull() })
    }
  }

  private func combine(_ parts: [PredicateTree], _ object: Any?, deciding: Bool) throws -> Bool? {
    var result: Bool? = !deciding
    for part in parts {
      let truth = try truth(part, object)
      if truth == deciding { return deciding }
      if truth == nil { result = nil }
    }
    return result
  }

  private func truth(_ comparison: PredicateComparison, _ object: Any?) throws -> Bool? {
    let left = try value(of: comparison.left, object)
    let right = try value(of: comparison.right, object)
    let comparer = ValueComparer(
      type: comparison.type, options: comparison.options, nilRule: nilRule,
      asksForNil: comparison.left.isConstant && left == nil || comparison.right.isConstant && right == nil)
    switch comparison.modifier {
    case .direct: return try comparer.truth(left, right)
    case .any: return try members(left).contains { try comparer.truth(AnyValue.unwrapped($0), right) == true }
    case .all: return try members(left).allSatisfy { try comparer.truth(AnyValue.unwrapped($0), right) == true }
    }
  }

  private func members(_ value: Any?) -> [Any] {
    value.map { AnyValue.elements($0) ?? [$0] } ?? []
  }

  // MARK: Expressions

  /// The value of an expression for an object. Throws `PredicateEvaluationError`.
  package func value(of expression: ExpressionTree, _ object: Any?) throws -> Any? {
    switch expression {
    case .constant(let value): return value
    case .evaluatedObject: return object
    case .variable(let name):
      guard let value = bindings[name] else { throw PredicateEvaluationError("The variable $\(name) has no value") }
      return value
    case .keyPath(let keys, of: .evaluatedObject):
      return try KeyPathReader.value(at: keys, of: object, membersOfNothing: true)
    case .keyPath(let keys, of: let operand):
      return try KeyPathReader.value(at: keys, of: value(of: operand, object), membersOfNothing: true)
    case .function(let name, let arguments):
      return try FunctionEvaluator.value(of: name, arguments.map { try value(of: $0, object) })
    case .aggregate(let members): return try members.map { try value(of: $0, object) ?? NSNull() }
    case .subquery(let members, variable: let name, let predicate):
      var inner = self
      return try self.members(value(of: members, object)).filter { member in
        inner.bindings[name] = .some(AnyValue.unwrapped(member))
        return try inner.matches(predicate, object)
      }
    case .conditional(let predicate, then: let first, otherwise: let second):
      return try value(of: matches(predicate, object) ? first : second, object)
    case .union(let left, let right):
      return Self.set(of: try members(value(of: left, object)) + members(value(of: right, object))) { _ in true }
    case .intersect(let left, let right):
      let keys = Self.keys(of: try members(value(of: right, object)))
      return Self.set(of: try members(value(of: left, object))) { keys.contains($0) }
    case .minus(let left, let right):
      let keys = Self.keys(of: try members(value(of: right, object)))
      return Self.set(of: try members(value(of: left, object))) { !keys.contains($0) }
    case .anyKey: throw PredicateEvaluationError("ANYKEY has no value: it is for Spotlight only")
    case .opaque(let expression):
      let context = NSMutableDictionary()
      for (name, value) in bindings { context[name] = value ?? NSNull() }
      return AnyValue.unwrapped(expression.expressionValue(with: object, context: context))
    }
  }

  /// The different values among some, in a list: Foundation's sets cannot hold all of them. nil is none.
  private static func set(of values: [Any], where isWanted: (AnyHashable) -> Bool) -> [Any] {
    var seen = Set<AnyHashable>()
    return values.filter { value in
      guard let value = AnyValue.unwrapped(value), let key = AnyValue.distinctKey(value) else { return false }
      return isWanted(key) && seen.insert(key).inserted
    }
  }

  private static func keys(of values: [Any]) -> Set<AnyHashable> {
    Set(values.compactMap { AnyValue.unwrapped($0).flatMap(AnyValue.distinctKey) })
  }
}

extension ExpressionTree {
  /// Whether the value is the same for every object, so that nil is meant as such.
  fileprivate var isConstant: Bool {
    switch self {
    case .constant, .variable: true
    default: false
    }
  }
}

extension PredicateTree {
  /// Evaluates as `NSPredicate.evaluate(with:substitutionVariables:)` does: by the rule of memory; traps on an error.
  func evaluate(with object: Any?, _ variables: [String: Any]?) -> Bool {
    let bindings = variables?.mapValues { AnyValue.unwrapped($0) } ?? [:]
    do {
      return try PredicateEvaluator(bindings: bindings).matches(self, AnyValue.unwrapped(object))
    } catch {
      preconditionFailure("Cannot evaluate \(format): \(error)")
    }
  }
}
