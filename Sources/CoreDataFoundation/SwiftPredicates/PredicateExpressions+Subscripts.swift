import Foundation

extension PredicateExpressions.CollectionIndexSubscript: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    // Other collections have indexes that mean nothing outside of them.
    guard Wrapped.Output.Index.self == Int.self else { throw SwiftPredicateConverter.Unconvertible() }
    let (list, place) = (try converter.expression(wrapped), try converter.expression(index))
    if case .constant = list, case .constant = place { throw SwiftPredicateConverter.Unconvertible() }
    return .expression(.function(PredicateFunction.index, [list, place]))
  }
}

extension PredicateExpressions.DictionaryKeySubscript: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    .expression(try converter.member(of: wrapped, key))
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SwiftPredicateNode {
  func converted(by converter: SwiftPredicateConverter) throws -> SwiftPredicatePart {
    let (value, fallback) = (try converter.member(of: wrapped, key), try converter.expression(`default`))
    return .expression(.conditional(SwiftPredicateConverter.isNil(value), then: fallback, otherwise: value))
  }
}

extension SwiftPredicateConverter {
  /// The value of a dictionary under a key: what a composite attribute has under a name is read by key path.
  fileprivate func member(of dictionary: Any, _ key: Any) throws -> ExpressionTree {
    let (owner, key) = (try expression(dictionary), try expression(key))
    guard case .constant(let name as String) = key else { throw Unconvertible() }
    if case .constant = owner { throw Unconvertible() }
    return name.isKey ? owner.appending([name]) : .function(PredicateFunction.index, [owner, key])
  }
}

extension String {
  /// Whether the text can stand as a key in a format.
  fileprivate var isKey: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy(\.continuesWord) && first.properties.generalCategory != .nonspacingMark
  }
}
