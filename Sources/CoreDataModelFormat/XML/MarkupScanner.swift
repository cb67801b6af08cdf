import Foundation

/// Splits XML into tags and text.
struct MarkupScanner {
  enum Item {
    case start(MarkupElement, isEmpty: Bool)
    case end(String)
    case text(String)
  }

  var bytes: [UInt8]
  var position = 0
  private var line = 1
  private var lineStart = 0
  /// Up to where lines have been counted.
  private var counted = 0

  init(_ data: Data) throws(ModelFormatError) {
    if data.starts(with: [0xff, 0xfe]) || data.starts(with: [0xfe, 0xff]) {
      bytes = Array((String(data: data, encoding: .utf16) ?? "").utf8)
    } else {
      bytes = Array(data.starts(with: [0xef, 0xbb, 0xbf]) ? data.dropFirst(3) : data)
    }
    // Checked once, so that every part of it is text.
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw error("the file is not UTF-8 text")
    }
  }

  /// Nil at the end.
  mutating func next() throws(ModelFormatError) -> Item? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let start = position
        position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return .text(try decode(start..<position))
      }
      if skip("<!--") {
        try skipPast("-->")
      } else if skip("<?") {
        try skipPast("?>")
      } else if skip("<![CDATA[") {
        let start = position
        try skipPast("]]>")
        return .text(String(decoding: bytes[start..<(position - 3)], as: UTF8.self))
      } else if skip("<!") {
        let start = position
        try skipPast(">")
        guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
          throw error("the file declares XML entities, which model files never do")
        }
      } else if skip("</") {
        let name = try name()
        skipBlanks()
        guard skip(">") else { throw error("</\(name) has no end") }
        return .end(name)
      } else {
        position += 1
        return try startTag()
      }
    }
    return nil
  }

  private mutating func startTag() throws(ModelFormatError) -> Item {
    let name = try name()
    countLines()
    var element = MarkupElement(name: name, attributes: [:], line: line)
    while true {
      let before = position
      skipBlanks()
      if skip("/>") { return .start(element, isEmpty: true) }
      if skip(">") { return .start(element, isEmpty: false) }
      guard position > before else { throw error("<\(name)> has no end") }
      let key = try self.name()
      skipBlanks()
      guard skip("=") else { throw error("the attribute \(key) has no value") }
      skipBlanks()
      guard element.attributes.updateValue(try value(), forKey: key) == nil else {
        throw error("<\(name)> has two attributes named \(key)")
      }
    }
  }

  private mutating func value() throws(ModelFormatError) -> String {
    guard let quote = bytes[position...].first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("an attribute's value has no quotes")
    }
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: quote) else { throw error("an attribute's value has no end") }
    guard !bytes[start..<end].contains(UInt8(ascii: "<")) else { throw error("an attribute's value holds \"<\"") }
    position = end + 1
    return try decode(start..<end, isAttribute: true)
  }

  private mutating func name() throws(ModelFormatError) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start else { throw error("a name is missing") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) { position += 1 }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] { return false }
    position += count
    return true
  }

  private mutating func skipPast(_ text: StaticString) throws(ModelFormatError) {
    while position < bytes.count {
      if skip(text) { return }
      position += 1
    }
    throw error("\"\(text)\" is missing")
  }

  /// Positions only grow, so every line is counted once.
  private mutating func countLines() {
    for index in counted..<position where bytes[index] == 0x0a {
      line += 1
      lineStart = index + 1
    }
    counted = position
  }

  func error(_ reason: String, kind: ModelFormatError.Kind = .malformedXML) -> ModelFormatError {
    var place = self
    place.position = min(position, bytes.count)
    place.countLines()
    return ModelFormatError(
      kind, reason: kind == .malformedXML ? "the file is not well-formed XML: \(reason)" : reason,
      hint: kind == .malformedXML ? "merge conflicts are a common cause" : nil, line: place.line,
      column: place.position - place.lineStart + 1)
  }
}
