import Foundation

extension PredicateParser {
  /// A word before an opening bracket.
  mutating func call(_ word: String) throws(PredicateFormatError) -> Node {
    let start = token
    switch word.uppercased() {
    case "SUBQUERY": return .expression(try subquery())
    case "TERNARY": return .expression(try conditional())
    case "FUNCTION":
      let arguments = try takeArguments()
      guard arguments.count >= 2, case .constant(_ as String) = arguments[1] else {
        throw failure("a target and the name of a method", at: start)
      }
      return .expression(.function(PredicateFunction.call, arguments))
    case "CAST":
      let arguments = try takeArguments()
      guard arguments.count == 2, case .constant(let type as String) = arguments[1] else {
        throw failure("a value and the name of a type", at: start)
      }
      if case .constant(let value?) = arguments[0], let result = ValueCast.cast(value, to: type) {
        return .expression(.constant(result))
      }
      return .expression(.function(PredicateFunction.cast, arguments))
    case let keyword where PredicateKeyword.reserved.contains(keyword):
      throw failure("an expression (write a key as #\(word))")
    default: return .expression(try function(word))
    }
  }

  private mutating func function(_ word: String) throws(PredicateFormatError) -> ExpressionTree {
    let start = token
    let arguments = try takeArguments()
    let fullName = word.contains(":") || arguments.isEmpty ? word : word + ":"
    guard let name = PredicateFunction.named(fullName) else {
      throw failure("a known function", at: start)
    }
    let count = name.count { $0 == ":" }
    if PredicateFunction.statistics.contains(name) ? arguments.isEmpty : arguments.count != count {
      throw failure("\(count) argument\(count == 1 ? "" : "s") for \(word)", at: start)
    }
    return .function(name, arguments)
  }

  private mutating func takeArguments() throws(PredicateFormatError) -> [ExpressionTree] {
    advance()
    try expect("(")
    return try list(until: ")")
  }

  private mutating func subquery() throws(PredicateFormatError) -> ExpressionTree {
    advance()
    try expect("(")
    return try nested { parser throws(PredicateFormatError) in
      let members = try parser.expression()
      try parser.expect(",")
      guard case .variable(let name) = parser.token.kind else { throw parser.failure("a variable such as $x") }
      parser.advance()
      try parser.expect(",")
      let node = try parser.parseNode()
      let predicate = try parser.predicate(from: node)
      try parser.expect(")")
      return .subquery(members, variable: name, predicate)
    }
  }

  private mutating func conditional() throws(PredicateFormatError) -> ExpressionTree {
    advance()
    try expect("(")
    return try nested { parser throws(PredicateFormatError) in
      let node = try parser.parseNode()
      let predicate = try parser.predicate(from: node)
      try parser.expect(",")
      let first = try parser.expression()
      try parser.expect(",")
      let second = try parser.expression()
      try parser.expect(")")
      return .conditional(predicate, then: first, otherwise: second)
    }
  }
}
