import Foundation

extension PredicateParser {
  mutating func expression() throws(PredicateFormatError) -> ExpressionTree {
    let start = token
    return try expression(from: operand(), at: start)
  }

  /// A side of a comparison, or a predicate in brackets. The operators of sets, which bind least, are words only where an
  /// operator can stand: keys may have their names.
  mutating func operand() throws(PredicateFormatError) -> Node {
    let start = token
    var node = try sum()
    var length = 0
    while case .word(let word) = token.kind, let combined = Self.setOperators[word.uppercased()] {
      try checkChain(&length)
      let left = try expression(from: node, at: start)
      advance()
      let start = token
      node = .expression(combined(left, try expression(from: sum(), at: start)))
    }
    return node
  }

  private static let setOperators: [String: @Sendable (ExpressionTree, ExpressionTree) -> ExpressionTree] = [
    "UNION": { .union($0, $1) }, "INTERSECT": { .intersect($0, $1) }, "MINUS": { .minus($0, $1) },
  ]

  private mutating func sum() throws(PredicateFormatError) -> Node {
    try chain(["+": "add:to:", "-": "from:subtract:"]) { parser throws(PredicateFormatError) in
      try parser.chain(["*": "multiply:by:", "/": "divide:by:"]) { parser throws(PredicateFormatError) in
        try parser.chain(["**": "raise:toPower:"]) { parser throws(PredicateFormatError) in try parser.signed() }
      }
    }
  }

  /// Operands joined by operators of one rank, from left to right.
  private mutating func chain(
    _ functions: [String: String],
    _ operand: (inout PredicateParser) throws(PredicateFormatError) -> Node
  ) throws(PredicateFormatError) -> Node {
    let start = token
    var node = try operand(&self)
    var length = 0
    while case .sign(let sign) = token.kind, let function = functions[sign] {
      try checkChain(&length)
      let left = try expression(from: node, at: start)
      advance()
      let start = token
      node = .expression(.function(function, [left, try expression(from: operand(&self), at: start)]))
    }
    return node
  }

  private mutating func signed() throws(PredicateFormatError) -> Node {
    guard takeSign("-") else { return try keyPath() }
    let start = token
    return try nested { parser throws(PredicateFormatError) in
      .expression(try parser.expression(from: parser.signed(), at: start).negated)
    }
  }

  /// An operand with the keys and indexes that follow it.
  private mutating func keyPath() throws(PredicateFormatError) -> Node {
    let start = token
    var node = try primary()
    var length = 0
    while isSign(".") || isSign("[") {
      try checkChain(&length)
      let base = try expression(from: node, at: start)
      if takeSign(".") {
        node = .expression(base.appending(try key()))
      } else {
        advance()
        node = .expression(.function(PredicateFunction.index, [base, try index()]))
        try expect("]")
      }
    }
    return node
  }

  private mutating func key() throws(PredicateFormatError) -> [String] {
    switch token.kind {
    // Only the names of functions have colons.
    case .word(let key) where key.contains(":"): throw failure("a key")
    case .word(let key), .escapedKey(let key):
      advance()
      return [key]
    case .placeholder(let placeholder) where placeholder.kind == .keyPath:
      guard case .keyPath(let keys, _) = try argument(for: placeholder) else { throw failure("a key") }
      advance()
      return keys
    default: throw failure("a key")
    }
  }

  private mutating func index() throws(PredicateFormatError) -> ExpressionTree {
    if case .word(let word) = token.kind, let index = CollectionIndex(rawValue: word.uppercased()) {
      advance()
      return .constant(index)
    }
    return try nested { parser throws(PredicateFormatError) in try parser.expression() }
  }

  private mutating func primary() throws(PredicateFormatError) -> Node {
    let start = token
    switch start.kind {
    case .number(let value): return take(.constant(value))
    case .string(let value): return take(.constant(value))
    case .variable(let name): return take(.variable(name))
    case .escapedKey(let key): return take(.path(key))
    case .placeholder(let placeholder): return take(try argument(for: placeholder))
    case .word(let word): return try self.word(word)
    case .sign("("):
      advance()
      let node = try nested { parser throws(PredicateFormatError) in try parser.parseNode() }
      try expect(")")
      return node
    case .sign("{"):
      advance()
      return .expression(.aggregate(try list(until: "}")))
    case .sign, .end: throw failure("an expression")
    }
  }

  private mutating func take(_ expression: ExpressionTree) -> Node {
    advance()
    return .expression(expression)
  }

  private mutating func word(_ word: String) throws(PredicateFormatError) -> Node {
    if isSign("(", after: 1) { return try call(word) }
    let upper = word.uppercased()
    switch upper {
    case "TRUE", "YES": return take(.constant(true))
    case "FALSE", "NO": return take(.constant(false))
    case "NULL", "NIL": return take(.constant(nil))
    case "SELF": return take(.evaluatedObject)
    case "ANYKEY": return take(.anyKey)
    case "TRUEPREDICATE", "FALSEPREDICATE":
      advance()
      return .predicate(.literal(upper == "TRUEPREDICATE"))
    default:
      if PredicateKeyword.reserved.contains(upper) { throw failure("an expression (write a key as #\(word))") }
      if word.contains(":") { throw failure("the arguments of a function", at: token) }
      return take(.path(word))
    }
  }

  /// Expressions between commas, up to and with the closing sign.
  mutating func list(until end: String) throws(PredicateFormatError) -> [ExpressionTree] {
    try nested { parser throws(PredicateFormatError) in
      var members: [ExpressionTree] = []
      if parser.takeSign(end) { return members }
      repeat { members.append(try parser.expression()) } while parser.takeSign(",")
      guard parser.takeSign(end) else { throw parser.failure("',' or '\(end)'") }
      return members
    }
  }
}

extension ExpressionTree {
  /// The expression with more keys behind it.
  package func appending(_ keys: [String]) -> ExpressionTree {
    if case .keyPath(let first, of: let operand) = self { return .keyPath(first + keys, of: operand) }
    return .keyPath(keys, of: self)
  }

  /// The expression with the other sign: a number of its own, a subtraction otherwise.
  package var negated: ExpressionTree {
    switch self {
    case .constant(let value as Int) where value != .min: .constant(-value)
    case .constant(let value as Double): .constant(-value)
    case .constant(let value as UInt64) where value == UInt64(Int.max) + 1: .constant(Int.min)
    case .constant(let value as UInt64): .constant(-Double(value))
    default: .function("from:subtract:", [.constant(0), self])
    }
  }
}
