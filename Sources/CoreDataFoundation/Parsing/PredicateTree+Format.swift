import Foundation

extension PredicateTree {
  /// Text that parses back to an equal tree, except for objects and blocks, which have no text form.
  package var format: String {
    switch self {
    case .literal(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): comparison.format
    case .and(let parts): parts.isEmpty ? "TRUEPREDICATE" : Self.joined(parts, " AND ")
    case .or(let parts): parts.isEmpty ? "FALSEPREDICATE" : Self.joined(parts, " OR ")
    case .not(let part): "NOT " + part.bracketed
    case .opaque(let predicate):
      type(of: predicate) == NSPredicate.self ? "BLOCKPREDICATE" : predicate.description
    }
  }

  private var bracketed: String {
    switch self {
    case .and(let parts) where !parts.isEmpty: "(\(format))"
    case .or(let parts) where !parts.isEmpty: "(\(format))"
    default: format
    }
  }

  private static func joined(_ parts: [PredicateTree], _ separator: String) -> String {
    parts.map(\.bracketed).joined(separator: separator)
  }
}

extension PredicateComparison {
  var format: String {
    let modifiers = ["", "ALL ", "ANY "]
    return modifiers[Int(modifier.rawValue)] + left.format + " " + type.symbol + options.format + " " + right.format
  }
}

extension NSComparisonPredicate.Operator {
  var symbol: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .customSelector: "CUSTOMSELECTOR"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    }
  }
}

extension NSComparisonPredicate.Options {
  /// `[l]`, for which Foundation has no name.
  static let localized = NSComparisonPredicate.Options(rawValue: 8)

  var format: String {
    let letters =
      (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.normalized) ? "n" : "") + (contains(.localized) ? "l" : "")
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}
