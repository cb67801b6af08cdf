/// The type of an `NSFetchRequestExpression`.
public var NSFetchRequestExpressionType: NSExpression.ExpressionType { .fetchRequest }

/// An expression whose value is what a fetch gives: an array, or the number of objects. Follows Apple's
/// `NSFetchRequestExpression`.
///
/// In the predicate of another fetch it is evaluated once, before that fetch; it can then depend on no object of it.
open class NSFetchRequestExpression: NSExpression {
  private let request: NSExpression
  private let context: NSExpression
  private let countsOnly: Bool

  private init(_ request: NSExpression, _ context: NSExpression, countOnly: Bool) {
    self.request = request
    self.context = context
    countsOnly = countOnly
    super.init(expressionType: .fetchRequest)
  }

  /// Makes an expression. `fetch` must give an `NSFetchRequest`, `context` an `NSManagedObjectContext`.
  open class func expression(
    forFetch fetch: NSExpression, context: NSExpression, countOnly countFlag: Bool
  ) -> NSExpression { NSFetchRequestExpression(fetch, context, countOnly: countFlag) }

  /// The expression that gives the request.
  open var requestExpression: NSExpression { request }

  /// The expression that gives the context.
  open var contextExpression: NSExpression { context }

  /// Whether the value is the number of objects.
  open var isCountOnlyRequest: Bool { countsOnly }

  /// Executes the request. Traps when it fails, and when there is no request or no context.
  open override func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    do {
      return try value(with: object, context)
    } catch {
      fatalError("The fetch of \(self) failed: \(error)")
    }
  }

  func value(with object: Any?, _ bindings: NSMutableDictionary?) throws -> Any? {
    guard let fetch = request.expressionValue(with: object, context: bindings) as? NSPersistentStoreRequest,
      let context = context.expressionValue(with: object, context: bindings) as? NSManagedObjectContext
    else {
      throw NSError.coreData(
        NSPersistentStoreInvalidTypeError, reason: "\(self) has no fetch request, or no context to execute it in.")
    }
    let found = fetch.answer(try context.execute(fetch))
    guard countsOnly, let list = found as? [Any] else { return found }
    return NSNumber(value: list.count)
  }

  open override var description: String { "FETCH(\(request), \(context), \(countsOnly))" }
}

extension PredicateTree {
  /// The tree with the results of fetch request expressions as constants.
  func replacingFetches() throws -> PredicateTree {
    switch self {
    case .literal, .opaque: return self
    case .and(let parts): return .and(try parts.map { try $0.replacingFetches() })
    case .or(let parts): return .or(try parts.map { try $0.replacingFetches() })
    case .not(let part): return .not(try part.replacingFetches())
    case .comparison(var comparison):
      comparison.left = try comparison.left.replacingFetch()
      comparison.right = try comparison.right.replacingFetch()
      return .comparison(comparison)
    }
  }
}

extension ExpressionTree {
  /// A fetch request expression stands alone on its side of a comparison.
  fileprivate func replacingFetch() throws -> ExpressionTree {
    guard case .opaque(let expression as NSFetchRequestExpression) = self else { return self }
    return .constant(try expression.value(with: nil, nil))
  }
}
