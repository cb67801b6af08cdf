extension TraceEvent {
  /// The bound values in order, as SQL writes them, read off the SQL that carries them; empty when it was not wanted.
  package var bindings: [String] {
    guard let expandedSQL else { return [] }
    var plain = sql.utf8[...]
    var expanded = expandedSQL.utf8[...]
    var values: [String] = []
    while let byte = plain.popFirst() {
      if byte == UInt8(ascii: "?") {
        while let digit = plain.first, digit.isDigit { plain.removeFirst() }
        let rest = TraceEvent.afterLiteral(expanded)
        values.append(String(Substring(expanded[..<rest.startIndex])))
        expanded = rest
        continue
      }
      expanded = expanded.dropFirst()
      guard byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") else { continue }
      // A question mark in a text or a name is no parameter.
      let length = plain.distance(from: plain.startIndex, to: TraceEvent.afterQuoted(plain, byte).startIndex)
      plain = plain.dropFirst(length)
      expanded = expanded.dropFirst(length)
    }
    return values
  }

  private typealias Bytes = Substring.UTF8View

  /// What follows the literal at the start: a number, NULL, a text, `x'…'` or `zeroblob(…)`.
  private static func afterLiteral(_ text: Bytes) -> Bytes {
    var rest = text
    var before: UInt8?
    while let byte = rest.first {
      if byte == UInt8(ascii: "'") { return afterQuoted(rest.dropFirst(), byte) }
      // A sign belongs to a number at its start and after the e of its exponent.
      if "+-".utf8.contains(byte),
        before.map({ $0 | 0x20 != UInt8(ascii: "e") || text.first?.isLetter == true }) ?? false
      {
        break
      }
      before = byte
      if byte == UInt8(ascii: "("), text.startIndex != rest.startIndex {
        return rest.drop { $0 != UInt8(ascii: ")") }.dropFirst()
      }
      guard byte.isLetter || byte.isDigit || "+-.".utf8.contains(byte) else { break }
      rest.removeFirst()
    }
    return rest
  }

  /// What follows the end of a quoted text that has begun; doubled marks belong to it.
  private static func afterQuoted(_ text: Bytes, _ mark: UInt8) -> Bytes {
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == mark else { continue }
      guard rest.first == mark else { break }
      rest.removeFirst()
    }
    return rest
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
