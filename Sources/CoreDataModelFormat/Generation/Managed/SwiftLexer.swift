/// Splits Swift source into tokens; comments are left out, and string literals are one token each.
struct SwiftLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ source: String) { bytes = Array(source.utf8) }

  static func tokens(of source: String) -> [SwiftToken] {
    var lexer = SwiftLexer(source)
    var tokens: [SwiftToken] = []
    while let token = lexer.next() { tokens.append(token) }
    return tokens
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func advance() {
    if bytes[position] == UInt8(ascii: "\n") { line += 1 }
    position += 1
  }

  mutating func next() -> SwiftToken? {
    skipBlanksAndComments()
    guard let byte = current else { return nil }
    let start = position
    let startLine = line
    func token(_ kind: SwiftToken.Kind) -> SwiftToken {
      SwiftToken(kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), line: startLine)
    }
    if Self.startsName(byte) {
      while let byte = current, Self.continuesName(byte) { advance() }
      return token(.word)
    }
    if Self.isDigit(byte) {
      while let byte = current, Self.continuesName(byte) { advance() }
      return token(.number)
    }
    if byte == UInt8(ascii: "`") {
      advance()
      while let byte = current, byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") { advance() }
      let text = String(decoding: bytes[start + 1..<position], as: UTF8.self)
      if current == UInt8(ascii: "`") { advance() }
      return SwiftToken(kind: .quotedWord, text: text, line: startLine)
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), skipString() { return token(.string) }
    if byte == UInt8(ascii: "#"), isCondition {
      while let byte = current, byte != UInt8(ascii: "\n") { advance() }
      return token(.condition)
    }
    advance()
    return token(.symbol)
  }

  private var isCondition: Bool {
    ["#if ", "#if(", "#elseif", "#else", "#endif"].contains { word in
      bytes[position...].starts(with: word.utf8)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func startsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }
  private static func continuesName(_ byte: UInt8) -> Bool { startsName(byte) || isDigit(byte) }

  private mutating func skipBlanksAndComments() {
    while let byte = current {
      if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while let byte = current, byte != UInt8(ascii: "\n") { advance() }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        skipBlockComment()
      } else if byte <= 0x20 {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while let byte = current {
      if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        advance()
      } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        advance()
      }
      advance()
      if depth == 0 { return }
    }
  }

  /// Skips a string literal of any kind; false, and nothing skipped, if none starts here.
  private mutating func skipString() -> Bool {
    var hashes = 0
    while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
    guard peek(hashes) == UInt8(ascii: "\"") else { return false }
    let isMultiline = peek(hashes + 1) == UInt8(ascii: "\"") && peek(hashes + 2) == UInt8(ascii: "\"")
    let quotes = isMultiline ? 3 : 1
    for _ in 0..<hashes + quotes { advance() }
    while let byte = current {
      if matches(UInt8(ascii: "\""), quotes, then: hashes) {
        for _ in 0..<quotes + hashes { advance() }
        return true
      }
      if byte == UInt8(ascii: "\n"), !isMultiline { return true }
      if byte == UInt8(ascii: "\\"), matches(UInt8(ascii: "\\"), 1, then: hashes) {
        for _ in 0...hashes { advance() }
        if current == UInt8(ascii: "(") { skipInterpolation() } else if current != nil { advance() }
      } else {
        advance()
      }
    }
    return true
  }

  private func matches(_ byte: UInt8, _ count: Int, then hashes: Int) -> Bool {
    (0..<count).allSatisfy { peek($0) == byte } && (0..<hashes).allSatisfy { peek(count + $0) == UInt8(ascii: "#") }
  }

  private mutating func skipInterpolation() {
    var depth = 0
    while let byte = current {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"), skipString() { continue }
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      advance()
      if depth == 0 { return }
    }
  }
}
