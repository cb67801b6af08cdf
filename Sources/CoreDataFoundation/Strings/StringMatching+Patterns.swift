import Foundation
import Synchronization

extension StringMatching {
  /// Wildcard match: `*` stands for any text, `?` for one Unicode scalar, a backslash makes the next scalar literal.
  /// Takes time proportional to the product of the lengths at worst, never more.
  package static func like(_ text: String, _ pattern: String, _ options: Options = []) -> Bool {
    let text = ContiguousArray(folded(text, options).unicodeScalars)
    let pattern = WildcardPattern(folded(pattern, options))
    return pattern.matches(text)
  }

  /// Whether the whole text matches a regular expression. Throws `PredicateEvaluationError` for an invalid one.
  package static func matches(_ text: String, _ pattern: String, _ options: Options = []) throws -> Bool {
    // A pattern is not case-folded: that would turn \S into \s. The engine folds for us.
    let marks = options.intersection(.diacriticInsensitive)
    let expression = try RegularExpressionCache.shared.expression(
      folded(pattern, marks), caseInsensitive: options.contains(.caseInsensitive))
    let text = folded(text, marks)
    return expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }
}

/// A pattern of `LIKE`, split into literals and wildcards.
private struct WildcardPattern {
  private enum Element {
    case anyText, anyScalar
    case scalar(Unicode.Scalar)
  }

  private var elements = ContiguousArray<Element>()

  init(_ pattern: String) {
    var scalars = pattern.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "*": elements.append(.anyText)
      case "?": elements.append(.anyScalar)
      case "\\": elements.append(.scalar(scalars.next() ?? scalar))
      default: elements.append(.scalar(scalar))
      }
    }
  }

  /// Remembers only the last `*`: a later one makes every earlier choice good enough.
  func matches(_ text: ContiguousArray<Unicode.Scalar>) -> Bool {
    var (position, element) = (0, 0)
    var retry: (position: Int, element: Int)?
    while position < text.count {
      if element < elements.count {
        switch elements[element] {
        case .anyText:
          retry = (position, element)
          element += 1
          continue
        case .anyScalar:
          position += 1
          element += 1
          continue
        case .scalar(let scalar) where scalar == text[position]:
          position += 1
          element += 1
          continue
        case .scalar: break
        }
      }
      guard let last = retry else { return false }
      retry = (last.position + 1, last.element)
      position = last.position + 1
      element = last.element + 1
    }
    return elements[element...].allSatisfy { if case .anyText = $0 { true } else { false } }
  }
}

/// Compiled regular expressions: compiling one costs far more than running it.
private final class RegularExpressionCache: Sendable {
  static let shared = RegularExpressionCache()

  private struct Key: Hashable {
    var pattern: String
    var caseInsensitive: Bool
  }

  private static let limit = 256
  private let expressions = Mutex<[Key: NSRegularExpression]>([:])

  func expression(_ pattern: String, caseInsensitive: Bool) throws -> NSRegularExpression {
    let key = Key(pattern: pattern, caseInsensitive: caseInsensitive)
    if let known = expressions.withLock({ $0[key] }) { return known }
    let options: NSRegularExpression.Options = caseInsensitive ? .caseInsensitive : []
    do {
      // Compiled alone first: "a)(b" is invalid, but would be valid inside the brackets.
      _ = try NSRegularExpression(pattern: pattern, options: options)
      let expression = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: options)
      expressions.withLock {
        if $0.count >= Self.limit { $0.removeAll() }
        $0[key] = expression
      }
      return expression
    } catch {
      throw PredicateEvaluationError("'\(pattern)' is not a valid regular expression")
    }
  }
}
