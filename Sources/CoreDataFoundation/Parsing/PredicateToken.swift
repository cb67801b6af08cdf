import Foundation

/// One word, literal or sign of a predicate format.
struct PredicateToken {
  enum Kind {
    /// A word; a function's name may hold colons, a collection operator begins with `@`.
    case word(String)
    /// `#word`: a key, even if the word is reserved.
    case escapedKey(String)
    /// `Int`, `UInt64` or `Double`.
    case number(any Sendable)
    case string(String)
    case variable(String)
    case placeholder(FormatPlaceholder)
    case sign(String)
    case end
  }

  var kind: Kind
  var position: Int

  /// How an error message names the token.
  var found: String {
    switch kind {
    case .word(let text): "'\(text)'"
    case .escapedKey(let text): "'#\(text)'"
    case .number(let value): "the number \(value)"
    case .string(let text): "the text \"\(text)\""
    case .variable(let name): "'$\(name)'"
    case .placeholder(let placeholder): "'\(placeholder.text)'"
    case .sign(let text): "'\(text)'"
    case .end: "the end"
    }
  }
}

/// A `%` conversion of a format.
struct FormatPlaceholder {
  enum Kind {
    case object, keyPath, integer, real, character, cString, pointer
  }

  var kind: Kind
  /// The width of the C type, in the notation of `printf`: `hh`, `h`, nothing, `l`, `ll`.
  var length: String
  var isSigned: Bool
  /// The argument it stands for, counted from 0.
  var index: Int
  var text: String
}
