/// A type as Swift source writes it, as far as properties of managed objects can be of it.
indirect enum SwiftType: Hashable {
  /// A name, with the names it is nested in, and its generic arguments.
  case named([String], [SwiftType])
  case optional(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)

  /// Nil for text that is not one such type.
  init?(_ text: String) {
    let tokens = SwiftLexer.tokens(of: text)
    var index = 0
    guard let type = SwiftType(tokens, at: &index), index == tokens.count else { return nil }
    self = type
  }

  /// Reads a type and leaves `index` behind it; nil for any other kind of type.
  init?(_ tokens: [SwiftToken], at index: inout Int) {
    func takes(_ symbol: String) -> Bool {
      guard index < tokens.count, tokens[index].isSymbol(symbol) else { return false }
      index += 1
      return true
    }
    var type: SwiftType
    if takes("[") {
      guard let element = SwiftType(tokens, at: &index) else { return nil }
      if takes(":") {
        guard let value = SwiftType(tokens, at: &index) else { return nil }
        type = .dictionary(element, value)
      } else {
        type = .array(element)
      }
      guard takes("]") else { return nil }
    } else if takes("(") {
      guard let inner = SwiftType(tokens, at: &index), takes(")") else { return nil }
      type = inner
    } else {
      if index < tokens.count, tokens[index].isWord("any") { index += 1 }
      var path: [String] = []
      repeat {
        guard index < tokens.count, tokens[index].isName else { return nil }
        path.append(tokens[index].text)
        index += 1
      } while takes(".")
      var arguments: [SwiftType] = []
      if takes("<") {
        repeat {
          guard let argument = SwiftType(tokens, at: &index) else { return nil }
          arguments.append(argument)
        } while takes(",")
        guard takes(">") else { return nil }
      }
      type = SwiftType.sugared(path, arguments)
    }
    while takes("?") || takes("!") { type = .optional(type) }
    self = type
  }

  private static func sugared(_ path: [String], _ arguments: [SwiftType]) -> SwiftType {
    switch (path, arguments.count) {
    case (["Array"], 1): .array(arguments[0])
    case (["Dictionary"], 2): .dictionary(arguments[0], arguments[1])
    case (["Optional"], 1): .optional(arguments[0])
    default: .named(path, arguments)
    }
  }

  /// The type in source.
  var text: String {
    switch self {
    case .named(let path, let arguments):
      let name = path.map(SwiftName.escaped).joined(separator: ".")
      return arguments.isEmpty ? name : "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
    case .optional(let wrapped): return wrapped.text + "?"
    case .array(let element): return "[\(element.text)]"
    case .dictionary(let key, let value): return "[\(key.text): \(value.text)]"
    }
  }
}
