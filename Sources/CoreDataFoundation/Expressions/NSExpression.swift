import Foundation

/// One side of a comparison: a constant, a key path, a function call and so on.
///
/// Expressions never change once made. Follows Apple's `NSExpression`.
open class NSExpression: NSObject, NSCopying {
  /// What an expression stands for. The raw values are Apple's.
  public enum ExpressionType: UInt, Sendable {
    case constantValue = 0
    case evaluatedObject = 1
    case variable = 2
    case keyPath = 3
    case function = 4
    case unionSet = 5
    case intersectSet = 6
    case minusSet = 7
    case subquery = 13
    case aggregate = 14
    case anyKey = 15
    case block = 19
    case conditional = 20
    /// A fetch request, in Core Data only; Apple's framework has the raw value without a name, as
    /// `NSFetchRequestExpressionType`.
    case fetchRequest = 50
  }

  private let form: ExpressionTree?
  private let declaredType: ExpressionType?
  private let block: ((Any?, NSMutableDictionary?) -> Any?)?

  /// Makes an expression of a subclass, which then answers `expressionValue(with:context:)` itself.
  public init(expressionType type: ExpressionType) {
    form = nil
    declaredType = type
    block = nil
  }

  /// An expression computed by a closure from the evaluated object, the arguments and the context. It can be
  /// evaluated but has no text form.
  public init(block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?) {
    form = nil
    declaredType = .block
    let arguments = arguments ?? []
    self.block = { object, context in
      block(object, arguments.map { $0.expressionValue(with: object, context: context) ?? NSNull() }, context)
    }
  }

  package init(tree: ExpressionTree) {
    form = tree
    declaredType = nil
    block = nil
  }

  /// The parsed form; an expression made by its own class stands for itself.
  package var tree: ExpressionTree { form ?? .opaque(self) }

  /// The expression object for a parsed form.
  package static func make(_ tree: ExpressionTree) -> NSExpression {
    if case .opaque(let expression) = tree { return expression }
    return NSExpression(tree: tree)
  }

  /// What the expression stands for.
  open var expressionType: ExpressionType { declaredType ?? tree.expressionType }

  /// The value of the expression for an object; nil is a valid value.
  ///
  /// `context` holds the values of variables by name. Traps when the expression has no value there, as for an unknown
  /// function. A subclass overrides this.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    if let block { return AnyValue.unwrapped(block(object, context)) }
    guard let form else { preconditionFailure("\(Swift.type(of: self)) does not evaluate itself") }
    do {
      let value = try PredicateEvaluator(bindings: context.bindings).value(of: form, object)
      switch form {
      case .union, .intersect, .minus: return AnyValue.set(value)
      default: return value
      }
    } catch {
      preconditionFailure("Cannot evaluate \(form.format): \(error)")
    }
  }

  /// Text that parses back to an equal expression.
  open override var description: String { form?.format ?? super.description }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSExpression else { return false }
    guard let form, let otherForm = other.form else { return self === other }
    return form.isEqual(to: otherForm)
  }

  open override var hash: Int {
    guard let form else { return ObjectIdentifier(self).hashValue }
    var hasher = Hasher()
    form.hash(into: &hasher)
    return hasher.finalize()
  }

  open override func copy() -> Any { self }

  /// The expression itself: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension Optional where Wrapped == NSMutableDictionary {
  /// The variables in an evaluation context.
  fileprivate var bindings: [String: Any?] {
    var bindings: [String: Any?] = [:]
    for (key, value) in self ?? [:] {
      if let key = key as? String { bindings[key] = .some(AnyValue.unwrapped(value)) }
    }
    return bindings
  }
}
