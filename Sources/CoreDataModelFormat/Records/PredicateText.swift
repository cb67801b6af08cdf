/// A predicate as a model file holds it.
package enum PredicateText: Equatable, Sendable {
  /// In the format language of `NSPredicate(format:)`, variables as `$NAME`.
  case format(String)
  /// An archived predicate that has no text, and why.
  case opaque(reason: String)

  /// The text; nil if the predicate is opaque.
  package var format: String? {
    if case .format(let text) = self { text } else { nil }
  }
}
