import Foundation

extension PredicateParser {
  /// `a OR b OR …`
  mutating func parseNode() throws(PredicateFormatError) -> Node {
    let first = try conjunction()
    guard isSign("||") || isKeyword("OR") else { return first }
    var parts = [try predicate(from: first)]
    while takeSign("||") || takeKeyword("OR") {
      let next = try conjunction()
      parts.append(try predicate(from: next))
    }
    return .predicate(.or(parts))
  }

  /// `a AND b AND …`
  private mutating func conjunction() throws(PredicateFormatError) -> Node {
    let first = try negation()
    guard isSign("&&") || isKeyword("AND") else { return first }
    var parts = [try predicate(from: first)]
    while takeSign("&&") || takeKeyword("AND") {
      let next = try negation()
      parts.append(try predicate(from: next))
    }
    return .predicate(.and(parts))
  }

  private mutating func negation() throws(PredicateFormatError) -> Node {
    guard takeSign("!") || takeKeyword("NOT") else { return try comparison() }
    return try nested { parser throws(PredicateFormatError) in
      let node = try parser.negation()
      return .predicate(.not(try parser.predicate(from: node)))
    }
  }

  private mutating func comparison() throws(PredicateFormatError) -> Node {
    if let (modifier, isNegated) = takeModifier() {
      let comparison = try comparison(from: expression(), modifier: modifier)
      return .predicate(isNegated ? .not(comparison) : comparison)
    }
    let node = try operand()
    guard case .expression(let left) = node, startsOperator else { return node }
    return .predicate(try comparison(from: left, modifier: .direct))
  }

  private mutating func comparison(
    from left: ExpressionTree, modifier: NSComparisonPredicate.Modifier
  ) throws(PredicateFormatError) -> PredicateTree {
    let isNegated = takeKeyword("NOT")
    guard let type = takeOperator() else { throw failure("a comparison operator") }
    let options = try takeOptions()
    let start = token
    let right = try expression()
    if type == .between, case .aggregate(let bounds) = right, bounds.count != 2 {
      throw failure("two bounds", at: start)
    }
    let comparison = PredicateTree.comparison(
      PredicateComparison(left, type, right, modifier: modifier, options: options))
    return isNegated ? .not(comparison) : comparison
  }

  private mutating func takeModifier() -> (NSComparisonPredicate.Modifier, isNegated: Bool)? {
    if takeKeyword("ANY") || takeKeyword("SOME") { return (.any, false) }
    if takeKeyword("ALL") { return (.all, false) }
    if takeKeyword("NONE") { return (.any, true) }
    return nil
  }

  private var startsOperator: Bool {
    switch token.kind {
    case .sign(let sign): PredicateKeyword.operatorSigns[sign] != nil
    case .word(let word): word.uppercased() == "NOT" || PredicateKeyword.operators[word.uppercased()] != nil
    default: false
    }
  }

  private mutating func takeOperator() -> NSComparisonPredicate.Operator? {
    let type: NSComparisonPredicate.Operator?
    switch token.kind {
    case .sign(let sign): type = PredicateKeyword.operatorSigns[sign]
    case .word(let word): type = PredicateKeyword.operators[word.uppercased()]
    default: type = nil
    }
    if type != nil { advance() }
    return type
  }

  /// `[cd]` and the like. `[l]` asks for the user's locale, which a server lacks: it is kept and has no effect.
  private mutating func takeOptions() throws(PredicateFormatError) -> NSComparisonPredicate.Options {
    guard takeSign("[") else { return [] }
    var options: NSComparisonPredicate.Options = []
    guard case .word(let letters) = token.kind else { throw failure("the options c, d, n or l") }
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n": options.insert(.normalized)
      case "l": options.insert(.localized)
      default: throw failure("the options c, d, n or l")
      }
    }
    advance()
    try expect("]")
    return options
  }
}
