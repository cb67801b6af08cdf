import Foundation

/// A predicate that compares two expressions.
///
/// Comparison predicates never change once made. Follows Apple's `NSComparisonPredicate`.
open class NSComparisonPredicate: NSPredicate {
  /// Which members of a collection must satisfy the comparison.
  public enum Modifier: UInt, Sendable { case direct, all, any }

  /// How the sides are compared. The raw values are Apple's.
  public enum Operator: UInt, Sendable {
    case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo, equalTo, notEqualTo
    case matches, like, beginsWith, endsWith, `in`, customSelector
    case contains = 99
    case between = 100
  }

  /// How text is compared.
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `[c]`: upper and lower case are the same.
    public static let caseInsensitive = Options(rawValue: 1)
    /// `[d]`: accents do not count.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// `[n]`: the text is already normalised; compared exactly.
    public static let normalized = Options(rawValue: 4)
  }

  package let comparison: PredicateComparison
  /// The form that is evaluated, which looks long lists up by hash.
  private let prepared: PredicateTree

  /// Makes a predicate that compares two expressions.
  public init(
    leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
    options: Options = []
  ) {
    comparison = PredicateComparison(lhs.tree, type, rhs.tree, modifier: modifier, options: options)
    prepared = PredicateTree.comparison(comparison).prepared
    super.init(value: false)
  }

  package init(_ comparison: PredicateComparison) {
    self.comparison = comparison
    prepared = PredicateTree.comparison(comparison).prepared
    super.init(value: false)
  }

  /// The left side.
  open var leftExpression: NSExpression { .make(comparison.left) }
  /// The right side.
  open var rightExpression: NSExpression { .make(comparison.right) }
  /// How the sides are compared.
  open var predicateOperatorType: Operator { comparison.type }
  /// Whether the left side is compared as it is, or each of its members.
  open var comparisonPredicateModifier: Modifier { comparison.modifier }
  /// How text is compared.
  open var options: Options { comparison.options }

  /// Text that parses back to an equal predicate.
  open override var predicateFormat: String { tree.format }
  open override var description: String { tree.format }

  /// Evaluates the predicate in memory; traps when it has no answer, as for an unknown key.
  open override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    prepared.evaluate(with: object, bindings)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSComparisonPredicate else { return false }
    return tree.isEqual(to: other.tree)
  }

  open override var hash: Int { tree.hashValue }
  open override func copy() -> Any { self }

  /// The predicate itself: it never changes.
  open override func copy(with zone: NSZone? = nil) -> Any { self }
}
