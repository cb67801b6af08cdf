extension FormatParser {
  private static let unsupportedWords: Set<String> = ["SUBQUERY", "FETCH", "FUNCTION", "TERNARY"]

  mutating func sum() throws(FormatFailure) -> Node {
    try binary(["+": "add:to:", "-": "from:subtract:"]) { parser throws(FormatFailure) in
      try parser.binary(["*": "multiply:by:", "/": "divide:by:"]) { parser throws(FormatFailure) in
        try parser.binary(["**": "raise:toPower:"]) { parser throws(FormatFailure) in try parser.primary() }
      }
    }
  }

  private mutating func binary(
    _ selectors: [String: String], part: (inout FormatParser) throws(FormatFailure) -> Node
  ) throws(FormatFailure) -> Node {
    var left = try part(&self)
    while case .symbol(let symbol)? = tokens.first, let selector = selectors[symbol] {
      tokens.removeFirst()
      let right = try asExpression(try part(&self))
      left = .expression(.function(selector, [try asExpression(left), right]))
    }
    return left
  }

  private mutating func primary() throws(FormatFailure) -> Node {
    guard let token = tokens.popFirst() else { throw FormatFailure(reason: "the text ends too early") }
    switch token {
    case .symbol("("):
      let node = try disjunction()
      try expect(")")
      return node
    case .symbol("{"):
      return .expression(.aggregate(try arguments(until: "}")))
    case .symbol("-"):
      switch tokens.popFirst() {
      case .integer(let number)?: return .expression(.integer(-number))
      case .double(let number)?: return .expression(.double(-number))
      default: throw FormatFailure(reason: "\"-\" is followed by no number")
      }
    case .integer(let number): return .expression(.integer(number))
    case .double(let number): return .expression(.double(number))
    case .string(let text): return .expression(.string(text))
    case .variable(let name): return .expression(try path(from: .variable(name)))
    case .key(let key): return .expression(try path(from: .evaluatedObject, first: key))
    case .collectionOperator(let key): return .expression(try path(from: .evaluatedObject, first: key))
    case .word(let word): return .expression(try operand(startingWith: word))
    case .symbol(let symbol): throw FormatFailure(reason: "unexpected \"\(symbol)\"")
    }
  }

  private mutating func operand(startingWith word: String) throws(FormatFailure) -> ExpressionNode {
    switch word.uppercased() {
    case "SELF": return try path(from: .evaluatedObject)
    case "YES", "TRUE": return .boolean(true)
    case "NO", "FALSE": return .boolean(false)
    case "NIL", "NULL": return .null
    case let keyword where Self.unsupportedWords.contains(keyword):
      throw FormatFailure(reason: "\(keyword) cannot be compiled")
    default: break
    }
    if tokens.first == .symbol(":"), tokens.dropFirst().first == .symbol("(") {
      tokens.removeFirst(2)
      return .function(word + ":", try arguments(until: ")"))
    }
    guard take("(") else { return try path(from: .evaluatedObject, first: word) }
    let arguments = try arguments(until: ")")
    if word.uppercased() == "CAST" { return .function("castObject:toType:", arguments) }
    return .function(arguments.isEmpty ? word : word + ":", arguments)
  }

  private mutating func arguments(until end: String) throws(FormatFailure) -> [ExpressionNode] {
    var arguments: [ExpressionNode] = []
    if take(end) { return arguments }
    repeat {
      guard case .expression(let argument) = try disjunction() else {
        throw FormatFailure(reason: "a value is expected")
      }
      arguments.append(argument)
    } while take(",")
    try expect(end)
    return arguments
  }

  /// The keys that follow an operand; a final `@count` is a function of the path before it.
  private mutating func path(
    from operand: ExpressionNode, first: String? = nil
  ) throws(FormatFailure) -> ExpressionNode {
    var keys = first.map { [$0] } ?? []
    while take(".") {
      switch tokens.popFirst() {
      case .word(let key)?, .key(let key)?, .collectionOperator(let key)?: keys.append(key)
      default: throw FormatFailure(reason: "a key path ends in \".\"")
      }
    }
    if keys.last == "@count", keys.count > 1 {
      return .function("count:", [.keyPath(operand, keys.dropLast().joined(separator: "."))])
    }
    return keys.isEmpty ? operand : .keyPath(operand, keys.joined(separator: "."))
  }
}
