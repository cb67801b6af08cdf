import Foundation

/// Splits a predicate format into tokens.
struct PredicateLexer {
  private let format: String
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var argumentCount = 0

  init(_ format: String) {
    self.format = format
    scalars = Array(format.unicodeScalars)
  }

  static func tokens(of format: String) throws(PredicateFormatError) -> [PredicateToken] {
    var lexer = PredicateLexer(format)
    var tokens: [PredicateToken] = []
    while true {
      let token = try lexer.next()
      tokens.append(token)
      if case .end = token.kind { return tokens }
    }
  }

  private mutating func next() throws(PredicateFormatError) -> PredicateToken {
    while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
    let start = position
    return PredicateToken(kind: try nextKind(), position: start)
  }

  private mutating func nextKind() throws(PredicateFormatError) -> PredicateToken.Kind {
    guard let scalar = peek() else { return .end }
    switch scalar {
    case "0"..."9": return try number()
    case "." where peek(1).map { ("0"..."9").contains($0) } ?? false: return try number()
    case "\"", "'": return .string(try string(quote: scalar))
    case "$": return .variable(try name(after: "a variable's name"))
    case "#": return .escapedKey(try name(after: "a key"))
    case "@": return .word("@" + (try name(after: "a collection operator")))
    case "%": return try placeholder()
    case _ where scalar.startsWord: return .word(word())
    default: return try sign(scalar)
    }
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  private func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<position])
    return String(text)
  }

  private func error(_ expected: String, at position: Int) -> PredicateFormatError {
    let found = position < scalars.count ? "'\(scalars[position])'" : "the end"
    return PredicateFormatError(format: format, position: position, expected: expected, found: found)
  }

  // MARK: Words and signs

  private mutating func name(after expected: String) throws(PredicateFormatError) -> String {
    position += 1
    guard let first = peek(), first.startsWord else { throw error(expected, at: position) }
    let start = position
    while let scalar = peek(), scalar.continuesWord { position += 1 }
    return text(from: start)
  }

  /// A word, with the colons of a function's name.
  private mutating func word() -> String {
    let start = position
    while let scalar = peek(), scalar.continuesWord || (scalar == ":" && peek(1) != "=") { position += 1 }
    return text(from: start)
  }

  private mutating func sign(_ scalar: Unicode.Scalar) throws(PredicateFormatError) -> PredicateToken.Kind {
    if let next = peek(1) {
      let pair = "\(scalar)\(next)"
      if Self.pairs.contains(pair) {
        position += 2
        return .sign(pair)
      }
    }
    guard Self.singles.contains(scalar) else { throw error("a predicate", at: position) }
    position += 1
    return .sign(String(scalar))
  }

  private static let pairs: Set<String> = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**"]
  private static let singles = Set("=<>!()[]{},.+-*/".unicodeScalars)

  // MARK: Numbers

  private mutating func number() throws(PredicateFormatError) -> PredicateToken.Kind {
    let start = position
    if peek() == "0", let mark = peek(1), let radix = Self.radices[mark] {
      position += 2
      let digits = position
      while let scalar = peek(), scalar.continuesWord { position += 1 }
      guard let value = UInt64(text(from: digits), radix: radix) else {
        throw error("a whole number of base \(radix)", at: start)
      }
      return .number(Self.narrowed(value))
    }
    skipDigits()
    var isWhole = true
    if peek() == ".", let digit = peek(1), ("0"..."9").contains(digit) {
      isWhole = false
      position += 1
      skipDigits()
    }
    if peek() == "e" || peek() == "E" {
      isWhole = false
      position += 1
      if peek() == "+" || peek() == "-" { position += 1 }
      skipDigits()
    }
    let text = text(from: start)
    if let scalar = peek(), scalar.continuesWord { throw error("a number", at: start) }
    if isWhole, let value = UInt64(text) { return .number(Self.narrowed(value)) }
    guard let value = Double(text), value.isFinite else { throw error("a number", at: start) }
    return .number(value)
  }

  private mutating func skipDigits() {
    while let scalar = peek(), ("0"..."9").contains(scalar) { position += 1 }
  }

  private static let radices: [Unicode.Scalar: Int] = ["x": 16, "X": 16, "o": 8, "O": 8, "b": 2, "B": 2]

  private static func narrowed(_ value: UInt64) -> any Sendable { Int(exactly: value) ?? value }

  // MARK: Text

  private mutating func string(quote: Unicode.Scalar) throws(PredicateFormatError) -> String {
    let start = position
    var result = String.UnicodeScalarView()
    position += 1
    while let scalar = peek() {
      position += 1
      if scalar == quote { return String(result) }
      if scalar == "\\" {
        result.append(try escaped())
      } else {
        result.append(scalar)
      }
    }
    throw error("the closing \(quote) of the text that begins at \(start)", at: position)
  }

  /// What follows a backslash; before a character without a meaning of its own the backslash is dropped.
  private mutating func escaped() throws(PredicateFormatError) -> Unicode.Scalar {
    guard let scalar = peek() else { throw error("a character", at: position) }
    position += 1
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u", "U":
      let start = position
      guard let high = hexDigits(), let unit = UInt16(exactly: high) else {
        throw error("four hexadecimal digits", at: start)
      }
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // Half of a surrogate pair: the other half must follow.
      guard peek() == "\\", peek(1) == "u" || peek(1) == "U" else {
        throw error("the second half of a surrogate pair", at: position)
      }
      position += 2
      guard let low = hexDigits(), (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      else { throw error("the second half of a surrogate pair", at: position) }
      return scalar
    default: return scalar
    }
  }

  private mutating func hexDigits() -> UInt32? {
    guard position + 4 <= scalars.count else { return nil }
    var value: UInt32 = 0
    for scalar in scalars[position..<(position + 4)] {
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    return value
  }

  // MARK: Placeholders

  private mutating func placeholder() throws(PredicateFormatError) -> PredicateToken.Kind {
    let start = position
    position += 1
    var index = argumentCount
    let digits = position
    skipDigits()
    if position > digits {
      guard peek() == "$", let number = Int(text(from: digits)), number > 0 else {
        throw error("a conversion such as %@ or %1$@", at: start)
      }
      position += 1
      index = number - 1
    } else {
      argumentCount += 1
    }
    let lengthStart = position
    while let scalar = peek(), "hlqLzjt".unicodeScalars.contains(scalar) { position += 1 }
    let length = text(from: lengthStart)
    guard let conversion = peek(), let kind = Self.conversions[conversion] else {
      throw error("a conversion such as %@, %K or %d", at: start)
    }
    position += 1
    return .placeholder(
      FormatPlaceholder(
        kind: kind, length: length, isSigned: "diDhq".unicodeScalars.contains(conversion), index: index,
        text: text(from: start)))
  }

  private static let conversions: [Unicode.Scalar: FormatPlaceholder.Kind] = [
    "@": .object, "K": .keyPath, "d": .integer, "D": .integer, "i": .integer, "u": .integer, "U": .integer,
    "x": .integer, "X": .integer, "o": .integer, "O": .integer, "f": .real, "F": .real, "g": .real, "G": .real,
    "e": .real, "E": .real, "a": .real, "A": .real, "c": .character, "C": .character, "s": .cString, "S": .cString,
    "p": .pointer,
  ]
}

extension Unicode.Scalar {
  fileprivate var startsWord: Bool { self == "_" || properties.isAlphabetic }
  var continuesWord: Bool {
    startsWord || ("0"..."9").contains(self) || properties.generalCategory == .nonspacingMark
  }
}
