import Foundation

/// The orders of text that Foundation has methods for. Sorting in memory and the collations of stores both ask them.
package enum TextOrder: String, CaseIterable, Sendable {
  /// By the rules of the user's language.
  case localized = "localizedCompare:"
  case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
  /// Numbers in a text by their value, as file managers sort.
  case localizedStandard = "localizedStandardCompare:"
  case caseInsensitive = "caseInsensitiveCompare:"

  package func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .localized: left.localizedCompare(right)
    case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
    case .localizedStandard: left.localizedStandardCompare(right)
    case .caseInsensitive: left.caseInsensitiveCompare(right)
    }
  }
}
