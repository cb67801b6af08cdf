/// Parses the part of the predicate format language that model files use and archives can hold.
///
/// Subqueries, fetches and format arguments are refused; evaluating predicates is no duty of this module.
struct FormatParser {
  /// Either half of the language: a bracket may hold both.
  enum Node {
    case predicate(PredicateNode)
    case expression(ExpressionNode)
  }

  private static let maximumDepth = 64
  private static let modifiers: [String: PredicateNode.Modifier] = [
    "ALL": .all, "ANY": .any, "SOME": .any, "NONE": .any,
  ]

  var tokens: ArraySlice<FormatToken>
  private var depth = 0

  private init(_ text: String) throws(FormatFailure) {
    tokens = try FormatLexer.tokens(of: text)[...]
  }

  static func predicate(_ text: String) throws(FormatFailure) -> PredicateNode {
    var parser = try FormatParser(text)
    let node = try parser.asPredicate(try parser.disjunction())
    try parser.expectEnd()
    return node
  }

  static func expression(_ text: String) throws(FormatFailure) -> ExpressionNode {
    var parser = try FormatParser(text)
    let node = try parser.asExpression(try parser.sum())
    try parser.expectEnd()
    return node
  }

  private func expectEnd() throws(FormatFailure) {
    if let token = tokens.first { throw FormatFailure(reason: "unexpected \(token) at the end") }
  }

  mutating func disjunction() throws(FormatFailure) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw FormatFailure(reason: "the brackets nest too deep") }
    return try list(.or, keyword: "OR", symbol: "||") { parser throws(FormatFailure) in
      try parser.list(.and, keyword: "AND", symbol: "&&") { parser throws(FormatFailure) in try parser.negation() }
    }
  }

  private mutating func list(
    _ kind: PredicateNode.Compound, keyword: String, symbol: String,
    part: (inout FormatParser) throws(FormatFailure) -> Node
  ) throws(FormatFailure) -> Node {
    let first = try part(&self)
    var parts: [PredicateNode] = []
    while tokens.first?.keyword == keyword || tokens.first == .symbol(symbol) {
      tokens.removeFirst()
      if parts.isEmpty { parts = [try asPredicate(first)] }
      parts.append(try asPredicate(try part(&self)))
    }
    return parts.isEmpty ? first : .predicate(.compound(kind, parts))
  }

  private mutating func negation() throws(FormatFailure) -> Node {
    var isNegated = false
    var isNegation = false
    while tokens.first?.keyword == "NOT" || tokens.first == .symbol("!") {
      tokens.removeFirst()
      isNegated.toggle()
      isNegation = true
    }
    let node = try comparison()
    guard isNegation else { return node }
    let predicate = try asPredicate(node)
    return .predicate(isNegated ? .compound(.not, [predicate]) : predicate)
  }

  private mutating func comparison() throws(FormatFailure) -> Node {
    let word = tokens.first?.keyword ?? ""
    if word == "TRUEPREDICATE" || word == "FALSEPREDICATE" {
      tokens.removeFirst()
      return .predicate(.constant(word == "TRUEPREDICATE"))
    }
    let modifier = Self.modifiers[word]
    if modifier != nil { tokens.removeFirst() }
    let left = try sum()
    guard let symbol = try comparisonSymbol() else {
      guard modifier == nil else { throw FormatFailure(reason: "\(word) is followed by no comparison") }
      return left
    }
    let leftExpression = try asExpression(left)
    let rightExpression = try asExpression(try sum())
    let node = PredicateNode.comparison(modifier ?? .direct, leftExpression, symbol, rightExpression)
    return .predicate(word == "NONE" ? .compound(.not, [node]) : node)
  }

  private mutating func comparisonSymbol() throws(FormatFailure) -> ComparisonSymbol? {
    guard let token = tokens.first else { return nil }
    let type: Int
    switch token {
    case .symbol("<"): type = 0
    case .symbol("<="), .symbol("=<"): type = 1
    case .symbol(">"): type = 2
    case .symbol(">="), .symbol("=>"): type = 3
    case .symbol("=="), .symbol("="): type = 4
    case .symbol("!="), .symbol("<>"): type = 5
    default:
      let words = [
        "MATCHES": 6, "LIKE": 7, "BEGINSWITH": 8, "ENDSWITH": 9, "IN": 10, "CONTAINS": 99, "BETWEEN": 100,
      ]
      guard let found = words[token.keyword] else { return nil }
      type = found
    }
    tokens.removeFirst()
    var symbol = ComparisonSymbol(type: type)
    if take("[") {
      guard case .word(let letters)? = tokens.popFirst() else {
        throw FormatFailure(reason: "unknown comparison options")
      }
      for letter in letters.lowercased() {
        guard let bit = ["c": 1, "d": 2, "n": 4, "l": 8][letter] else {
          throw FormatFailure(reason: "unknown comparison option \"\(letter)\"")
        }
        symbol.options |= bit
      }
      try expect("]")
    }
    return symbol
  }

  mutating func take(_ symbol: String) -> Bool {
    guard tokens.first == .symbol(symbol) else { return false }
    tokens.removeFirst()
    return true
  }

  mutating func expect(_ symbol: String) throws(FormatFailure) {
    guard take(symbol) else {
      throw FormatFailure(reason: "\"\(symbol)\" is missing" + (tokens.first.map { " before \($0)" } ?? " at the end"))
    }
  }

  func asPredicate(_ node: Node) throws(FormatFailure) -> PredicateNode {
    guard case .predicate(let predicate) = node else { throw FormatFailure(reason: "a comparison is expected") }
    return predicate
  }

  func asExpression(_ node: Node) throws(FormatFailure) -> ExpressionNode {
    guard case .expression(let expression) = node else { throw FormatFailure(reason: "a value is expected") }
    return expression
  }
}
