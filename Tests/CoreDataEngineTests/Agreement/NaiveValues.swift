import Foundation

/// Comparisons of two values that are there.
enum NaiveValues {
  static func isEqual(_ left: Sample, _ right: Sample, _ options: Claim.Options) -> Bool {
    if case .object(let first) = left, case .object(let second) = right { return first == second }
    return order(left, right, options) == 0
  }

  static func compare(_ left: Sample, _ sign: Claim.Sign, _ right: Sample, _ options: Claim.Options) -> Bool {
    switch sign {
    case .equal: return isEqual(left, right, options)
    case .notEqual: return !isEqual(left, right, options)
    case .less: return order(left, right, options).map { $0 < 0 } ?? false
    case .lessOrEqual: return order(left, right, options).map { $0 <= 0 } ?? false
    case .greater: return order(left, right, options).map { $0 > 0 } ?? false
    case .greaterOrEqual: return order(left, right, options).map { $0 >= 0 } ?? false
    case .beginsWith, .endsWith, .contains, .like, .matches:
      guard case .text(let text) = left, case .text(let pattern) = right else { return false }
      return NaiveText.compare(text, sign, pattern, options)
    }
  }

  /// Below 0, 0 or above 0; nil for values of different kinds.
  static func order(_ left: Sample, _ right: Sample, _ options: Claim.Options) -> Int? {
    if let first = NaiveNumber(left), let second = NaiveNumber(right) { return first.order(second) }
    switch (left, right) {
    case (.text(let left), .text(let right)):
      return order(NaiveText.folded(left, options).map(\.value), NaiveText.folded(right, options).map(\.value))
    case (.date(let left), .date(let right)): return left < right ? -1 : left > right ? 1 : 0
    case (.uuid(let left), .uuid(let right)): return left < right ? -1 : left > right ? 1 : 0
    case (.uri(let left), .uri(let right)): return order(Array(left.utf8), Array(right.utf8))
    case (.data(let left), .data(let right)): return order(left, right)
    default: return nil
    }
  }

  private static func order<T: Comparable>(_ left: [T], _ right: [T]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}

/// Comparisons of the texts that worlds are made of, whose foldings are listed here.
enum NaiveText {
  private static let lower: [Unicode.Scalar: String] = ["Ä": "ä", "É": "é", "ß": "ss", "Σ": "σ", "ς": "σ"]
  private static let bare: [Unicode.Scalar: String] = ["ä": "a", "Ä": "A", "é": "e", "É": "E", "\u{301}": ""]

  static func folded(_ text: String, _ options: Claim.Options) -> [Unicode.Scalar] {
    var scalars = Array(text.unicodeScalars)
    if options.ignoresMarks { scalars = scalars.flatMap { bare[$0].map { Array($0.unicodeScalars) } ?? [$0] } }
    if options.ignoresCase {
      scalars = scalars.flatMap { scalar -> [Unicode.Scalar] in
        if ("A"..."Z").contains(scalar) { return [Unicode.Scalar(UInt8(scalar.value + 32))] }
        return lower[scalar].map { Array($0.unicodeScalars) } ?? [scalar]
      }
    }
    return scalars
  }

  static func compare(_ text: String, _ sign: Claim.Sign, _ pattern: String, _ options: Claim.Options) -> Bool {
    if sign == .matches { return matches(text, pattern, options) }
    let (text, pattern) = (folded(text, options)[...], folded(pattern, options)[...])
    switch sign {
    case .beginsWith: return text.starts(with: pattern)
    case .endsWith: return text.reversed().starts(with: pattern.reversed())
    case .contains: return text.indices.contains { text[$0...].starts(with: pattern) } || pattern.isEmpty
    default: return isLike(text, pattern)
    }
  }

  private static func isLike(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*": return isLike(text, rest) || !text.isEmpty && isLike(text.dropFirst(), pattern)
    case "?": return !text.isEmpty && isLike(text.dropFirst(), rest)
    case "\\" where !rest.isEmpty: return text.first == rest.first && isLike(text.dropFirst(), rest.dropFirst())
    default: return text.first == first && isLike(text.dropFirst(), rest)
    }
  }

  /// By Swift's own regular expressions; the patterns are ones that all engines read alike.
  private static func matches(_ text: String, _ pattern: String, _ options: Claim.Options) -> Bool {
    let marks = Claim.Options(ignoresCase: false, ignoresMarks: options.ignoresMarks)
    func bare(_ text: String) -> String { String(String.UnicodeScalarView(folded(text, marks))) }
    guard let regex = try? Regex(bare(pattern)).matchingSemantics(.unicodeScalar).ignoresCase(options.ignoresCase)
    else { return false }
    return bare(text).wholeMatch(of: regex) != nil
  }
}
