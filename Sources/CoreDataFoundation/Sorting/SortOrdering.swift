import Foundation

/// By what a sort descriptor orders the values of its key.
package enum SortOrdering {
  /// By the values themselves.
  case natural
  /// By a method of text.
  case text(TextOrder)
  /// By a method that nothing here knows: refused where the descriptor is used.
  case unknown(Selector)
  /// By code of the caller's, which no store can run.
  case code(Comparator)

  init(_ selector: Selector?) {
    switch selector?.description {
    case nil, "compare:": self = .natural
    case let name?: self = TextOrder(rawValue: name).map(SortOrdering.text) ?? .unknown(Selector(name))
    }
  }

  /// The method that compares; nil for code of the caller's.
  package var selector: Selector? {
    switch self {
    case .natural: "compare:"
    case .text(let order): Selector(order.rawValue)
    case .unknown(let selector): selector
    case .code: nil
    }
  }

  /// How two values compare when ascending. nil is the smallest; no code of the caller's sees it.
  package func compare(_ left: Any?, _ right: Any?) -> ComparisonResult {
    guard let left, let right else { return AnyValue.compareSorting(left, right) }
    switch self {
    case .natural: return AnyValue.compareSorting(left, right)
    case .code(let comparator): return comparator(left, right)
    case .text(let order):
      guard let left = left as? String, let right = right as? String else {
        preconditionFailure("\(order.rawValue) compares texts, not \(type(of: left)) with \(type(of: right))")
      }
      return order.compare(left, right)
    case .unknown(let selector): preconditionFailure("unsupported NSSortDescriptor selector: \(selector)")
    }
  }
}
