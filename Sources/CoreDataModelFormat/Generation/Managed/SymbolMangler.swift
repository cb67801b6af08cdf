/// Writes the symbol names of Swift's ABI for members of classes; only what managed declarations need.
///
/// The rules are those of the Swift project's document "Mangling": what was written before is referred to by its place
/// (a substitution), and a word of an identifier that occurred before by its letter.
struct SymbolMangler {
  private static let maximumWords = 26

  private(set) var text = "$s"
  /// Identifiers and types in the order they were written, by a spelling that tells them apart.
  private var substitutions: [String: Int] = [:]
  private var words: [String] = []
  private var last: (letter: Character, count: Int, isStandard: Bool, end: Int)?

  mutating func append(_ operators: String) { text += operators }

  private mutating func remember(_ key: String) { substitutions[key] = substitutions.count }

  /// Refers to what was written before; false if it was not.
  mutating func appendReference(to key: String) -> Bool {
    guard let place = substitutions[key] else { return false }
    if place >= 26 {
      text += "A" + (place == 26 ? "" : String(place - 27)) + "_"
    } else {
      appendReference(Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(place))), isStandard: false)
    }
    return true
  }

  /// A type of the standard library that has a letter of its own.
  mutating func appendStandard(_ letter: Character) { appendReference(letter, isStandard: true) }

  /// References that follow each other share one operator: repeated ones by a count, others by small letters.
  private mutating func appendReference(_ letter: Character, isStandard: Bool) {
    let end = text.utf8.count
    if let before = last, before.end == end, before.isStandard == isStandard {
      if before.letter == letter {
        text.removeLast(before.count == 1 ? 1 : String(before.count).count + 1)
        text += "\(before.count + 1)\(letter)"
        last = (letter, before.count + 1, isStandard, text.utf8.count)
        return
      }
      if !isStandard {
        text.removeLast()
        text += before.letter.lowercased() + String(letter)
        last = (letter, 1, isStandard, text.utf8.count)
        return
      }
    }
    text += (isStandard ? "S" : "A") + String(letter)
    last = (letter, 1, isStandard, text.utf8.count)
  }

  /// Notes a type that has just been written.
  mutating func rememberType(_ key: String) { remember("type " + key) }

  mutating func appendTypeReference(to key: String) -> Bool { appendReference(to: "type " + key) }

  mutating func appendIdentifier(_ identifier: String) {
    let key = "identifier " + identifier
    if appendReference(to: key) { return }
    appendWords(of: Array(identifier.utf8))
    remember(key)
  }

  private mutating func appendWords(of bytes: [UInt8]) {
    var parts: [(range: Range<Int>, word: Int)] = []
    for range in Self.words(of: bytes) {
      let word = String(decoding: bytes[range], as: UTF8.self)
      if let index = words.firstIndex(of: word) {
        parts.append((range, index))
      } else if range.count >= 2, words.count < Self.maximumWords {
        words.append(word)
      }
    }
    if !parts.isEmpty { text += "0" }
    var position = 0
    for (index, part) in parts.enumerated() {
      appendLiteral(bytes[position..<part.range.lowerBound])
      position = part.range.upperBound
      let letter = UInt8(ascii: index == parts.count - 1 ? "A" : "a") + UInt8(part.word)
      text.unicodeScalars.append(UnicodeScalar(letter))
    }
    if position < bytes.count { appendLiteral(bytes[position...]) } else if !parts.isEmpty { text += "0" }
  }

  private mutating func appendLiteral(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    text += "\(bytes.count)" + String(decoding: bytes, as: UTF8.self)
  }

  /// The words of an identifier: split at underscores, and where a capital follows what is none.
  private static func words(of bytes: [UInt8]) -> [Range<Int>] {
    func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
    let underscore = UInt8(ascii: "_")
    var result: [Range<Int>] = []
    var start: Int?
    for position in 0...bytes.count {
      let byte = position < bytes.count ? bytes[position] : underscore
      if let begin = start, byte == underscore || isUpper(byte) && !isUpper(bytes[position - 1]) {
        result.append(begin..<position)
        start = nil
      }
      if start == nil, byte != underscore, !(byte >= 0x30 && byte <= 0x39) { start = position }
    }
    return result
  }
}
