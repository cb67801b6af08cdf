import Foundation

/// The compound predicate of a parsed format.
///
/// Linux Foundation's own class can neither be copied (the copy is a plain false) nor compared (any two are equal),
/// so ours does both by its tree.
final class ParsedCompoundPredicate: NSCompoundPredicate {
  override var predicateFormat: String { tree.format }
  override var description: String { tree.format }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSCompoundPredicate else { return false }
    return tree.isEqual(to: other.tree)
  }

  override var hash: Int { tree.hashValue }
  override func copy() -> Any { copy(with: nil) }

  override func copy(with zone: NSZone? = nil) -> Any {
    ParsedCompoundPredicate(type: compoundPredicateType, subpredicates: subpredicates)
  }
}
