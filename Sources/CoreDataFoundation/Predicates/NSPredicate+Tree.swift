import Foundation

extension NSPredicate {
  /// The parsed form of any predicate; blocks and subclasses of unknown meaning stand for themselves.
  package var tree: PredicateTree {
    switch self {
    case let predicate as NSComparisonPredicate: return .comparison(predicate.comparison)
    case let predicate as NSCompoundPredicate:
      let parts = predicate.subpredicates.map(\.tree)
      switch predicate.compoundPredicateType {
      case .and: return .and(parts)
      case .or: return .or(parts)
      case .not: return .not(parts[0])
      }
    case _ where type(of: self) == NSPredicate.self:
      // Foundation keeps the kind to itself, but predicates made of a value are equal exactly when the values are.
      if isEqual(NSPredicate(value: true)) { return .literal(true) }
      if isEqual(NSPredicate(value: false)) { return .literal(false) }
      return .opaque(self)
    default: return .opaque(self)
    }
  }

  /// The predicate object for a parsed form.
  package static func make(_ tree: PredicateTree) -> NSPredicate {
    switch tree {
    case .literal(let value): NSPredicate(value: value)
    case .comparison(let comparison): NSComparisonPredicate(comparison)
    case .and(let parts): ParsedCompoundPredicate(type: .and, subpredicates: parts.map(make))
    case .or(let parts): ParsedCompoundPredicate(type: .or, subpredicates: parts.map(make))
    case .not(let part): ParsedCompoundPredicate(type: .not, subpredicates: [make(part)])
    case .opaque(let predicate): predicate
    }
  }
}
