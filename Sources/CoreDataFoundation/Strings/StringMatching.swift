import Foundation

/// Comparison of text, shared by the evaluator and by the SQL functions of a store, so that both always agree.
///
/// Without options text is compared by its Unicode scalars: "é" in one scalar differs from "e" with an accent.
/// `[c]` compares full case foldings ("ß" equals "SS", "ς" equals "Σ"), `[d]` drops the nonspacing marks of the
/// decomposed text. `[n]` asks for the exact comparison that is the default anyway.
package enum StringMatching {
  package typealias Options = NSComparisonPredicate.Options

  package static func equals(_ left: String, _ right: String, _ options: Options = []) -> Bool {
    if !options.folds { return left.utf8.elementsEqual(right.utf8) }
    return folded(left, options).utf8.elementsEqual(folded(right, options).utf8)
  }

  package static func compare(_ left: String, _ right: String, _ options: Options = []) -> ComparisonResult {
    if options.folds { return compare(folded(left, options), folded(right, options)) }
    if left.utf8.lexicographicallyPrecedes(right.utf8) { return .orderedAscending }
    return left.utf8.elementsEqual(right.utf8) ? .orderedSame : .orderedDescending
  }

  package static func beginsWith(_ text: String, _ prefix: String, _ options: Options = []) -> Bool {
    if options.folds { return beginsWith(folded(text, options), folded(prefix, options)) }
    return text.utf8.starts(with: prefix.utf8)
  }

  package static func endsWith(_ text: String, _ suffix: String, _ options: Options = []) -> Bool {
    if options.folds { return endsWith(folded(text, options), folded(suffix, options)) }
    return text.utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// An empty text is contained in every text.
  package static func contains(_ text: String, _ part: String, _ options: Options = []) -> Bool {
    if options.folds { return contains(folded(text, options), folded(part, options)) }
    var (text, part) = (text, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard let first = part.first else { return true }
        guard text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
          if text[start..<(start + part.count)].elementsEqual(part) { return true }
        }
        return false
      }
    }
  }
}

extension NSComparisonPredicate.Options {
  /// Whether text must be folded before it is compared.
  var folds: Bool { rawValue & 3 != 0 }
}
