import Foundation

/// A recursive-descent parser of the predicate language.
///
/// Predicates and expressions share brackets, so every rule returns either of them and asks afterwards for the one it
/// needs. That way nothing is parsed twice.
struct PredicateParser {
  enum Node {
    case predicate(PredicateTree)
    case expression(ExpressionTree)
  }

  /// Brackets, calls and signs in one another; more than this could overflow a small stack.
  static let deepestNesting = 100
  /// Operators and indexes in one chain: each makes the tree deeper.
  static let longestChain = 500

  private let format: String
  private let tokens: [PredicateToken]
  private let arguments: FormatArguments
  private var index = 0
  private var depth = 0

  init(_ format: String, arguments: [Any?]) throws(PredicateFormatError) {
    self.format = format
    self.arguments = FormatArguments(arguments)
    tokens = try PredicateLexer.tokens(of: format)
  }

  mutating func parsePredicate() throws(PredicateFormatError) -> PredicateTree {
    let node = try parseNode()
    let predicate = try predicate(from: node)
    try expectEnd("AND, OR or the end")
    return predicate
  }

  mutating func parseExpression() throws(PredicateFormatError) -> ExpressionTree {
    let expression = try expression()
    try expectEnd("an operator or the end")
    return expression
  }

  // MARK: Tokens

  var token: PredicateToken { tokens[index] }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  func isSign(_ sign: String, after distance: Int = 0) -> Bool {
    guard index + distance < tokens.count, case .sign(sign) = tokens[index + distance].kind else { return false }
    return true
  }

  func isKeyword(_ keyword: String) -> Bool {
    guard case .word(let word) = token.kind else { return false }
    return word.uppercased() == keyword
  }

  mutating func takeSign(_ sign: String) -> Bool {
    guard isSign(sign) else { return false }
    advance()
    return true
  }

  mutating func takeKeyword(_ keyword: String) -> Bool {
    guard isKeyword(keyword) else { return false }
    advance()
    return true
  }

  mutating func expect(_ sign: String) throws(PredicateFormatError) {
    guard takeSign(sign) else { throw failure("'\(sign)'") }
  }

  private func expectEnd(_ expected: String) throws(PredicateFormatError) {
    guard case .end = token.kind else { throw failure(expected) }
  }

  // MARK: Errors

  func failure(_ expected: String, at place: PredicateToken? = nil) -> PredicateFormatError {
    let place = place ?? token
    return PredicateFormatError(format: format, position: place.position, expected: expected, found: place.found)
  }

  /// The predicate that was just read; an expression alone lacks its operator.
  func predicate(from node: Node) throws(PredicateFormatError) -> PredicateTree {
    guard case .predicate(let predicate) = node else { throw failure("a comparison operator") }
    return predicate
  }

  func expression(from node: Node, at start: PredicateToken) throws(PredicateFormatError) -> ExpressionTree {
    guard case .expression(let expression) = node else { throw failure("an expression, not a predicate", at: start) }
    return expression
  }

  // MARK: Nesting

  mutating func nested<T>(
    _ body: (inout PredicateParser) throws(PredicateFormatError) -> T
  ) throws(PredicateFormatError) -> T {
    guard depth < Self.deepestNesting else {
      throw failure("at most \(Self.deepestNesting) levels of nesting")
    }
    depth += 1
    let result = try body(&self)
    depth -= 1
    return result
  }

  func checkChain(_ length: inout Int) throws(PredicateFormatError) {
    length += 1
    guard length <= Self.longestChain else { throw failure("at most \(Self.longestChain) operators in a chain") }
  }

  func argument(for placeholder: FormatPlaceholder) throws(PredicateFormatError) -> ExpressionTree {
    guard let expression = arguments.expression(for: placeholder) else {
      throw failure("an argument that fits \(placeholder.text)")
    }
    return expression
  }
}
