/// A token of a Swift source, as far as declarations need to be told apart.
struct SwiftToken: Equatable {
  enum Kind {
    /// A name or keyword.
    case word
    /// A name between backticks, which is never a keyword.
    case quotedWord
    case number
    /// One character that is none of the others.
    case symbol
    /// A string literal, whatever it holds.
    case string
    /// `#if`, `#elseif`, `#else` or `#endif`; the text is the whole line.
    case condition
  }

  var kind: Kind
  var text: String
  /// 1-based.
  var line: Int

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }
  func isWord(_ word: String) -> Bool { kind == .word && text == word }
  var isName: Bool { kind == .word || kind == .quotedWord }
}
