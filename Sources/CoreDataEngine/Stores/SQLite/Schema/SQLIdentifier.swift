/// A name in SQL. Interpolated into SQL text it is quoted where it must be, and plain where it need not.
struct SQLIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// The name itself.
  let name: String
  /// The name as SQL spells it.
  let sql: String

  init(_ name: String) {
    self.name = name
    // Every name begins with Z, A or an underscore, so that none is a keyword.
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    sql = isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }

  var description: String { sql }

  /// The name as a text literal.
  var literal: String { "'\(name.replacing("'", with: "''"))'" }

  static func == (left: SQLIdentifier, right: SQLIdentifier) -> Bool { left.name.utf8.elementsEqual(right.name.utf8) }

  func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
