/// Splits a predicate's text into tokens.
struct FormatLexer {
  private static let symbols = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", ":=", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]",
    ",", ".", ":", "+", "-", "*", "/",
  ]

  private var rest: Substring

  static func tokens(of text: String) throws(FormatFailure) -> [FormatToken] {
    var lexer = FormatLexer(rest: text[...])
    var tokens: [FormatToken] = []
    while let token = try lexer.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() throws(FormatFailure) -> FormatToken? {
    rest = rest.drop(while: \.isWhitespace)
    guard let first = rest.first else { return nil }
    switch first {
    case "\"", "'":
      rest.removeFirst()
      return .string(try quoted(until: first))
    case "$", "#", "@":
      rest.removeFirst()
      let word = takeWord()
      guard !word.isEmpty else { throw FormatFailure(reason: "\"\(first)\" is followed by no name") }
      return first == "$" ? .variable(word) : first == "#" ? .key(word) : .collectionOperator("@" + word)
    case "0"..."9":
      return try number()
    default:
      let word = takeWord()
      if !word.isEmpty { return .word(word) }
      guard let symbol = Self.symbols.first(where: { rest.hasPrefix($0) }) else {
        throw FormatFailure(reason: "\"\(first)\" is not understood")
      }
      rest.removeFirst(symbol.count)
      return .symbol(symbol)
    }
  }

  private mutating func takeWord() -> String {
    let word = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    rest = rest[word.endIndex...]
    return String(word)
  }

  private mutating func number() throws(FormatFailure) -> FormatToken {
    var end = rest.startIndex
    var isWhole = true
    while end < rest.endIndex {
      let character = rest[end]
      let next = rest.index(after: end)
      if character == ".", next < rest.endIndex, rest[next].isNumber {
        isWhole = false
      } else if character == "e" || character == "E" {
        isWhole = false
        if next < rest.endIndex, rest[next] == "-" || rest[next] == "+" { end = next }
      } else if !character.isNumber {
        break
      }
      end = rest.index(after: end)
    }
    let text = rest[..<end]
    rest = rest[end...]
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text) else { throw FormatFailure(reason: "\"\(text)\" is not a number") }
    return .double(double)
  }

  private mutating func quoted(until quote: Character) throws(FormatFailure) -> String {
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "t": text.append("\t")
      case let escaped?: text.append(escaped)
      case nil: break
      }
    }
    throw FormatFailure(reason: "a string has no end")
  }
}
