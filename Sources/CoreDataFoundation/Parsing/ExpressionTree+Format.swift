import Foundation

extension ExpressionTree {
  /// Text that parses back to an equal tree, except for objects and blocks, which have no text form.
  package var format: String {
    switch self {
    case .constant(let value): Self.literal(value)
    case .evaluatedObject: "SELF"
    case .variable(let name): "$" + name
    case .keyPath(let keys, of: .evaluatedObject): Self.joined(keys)
    case .keyPath(let keys, of: let operand): operand.bracketed + "." + Self.joined(keys)
    case .function(let name, let arguments): Self.call(name, arguments)
    case .aggregate(let members): "{" + Self.list(members) + "}"
    case .subquery(let members, variable: let name, let predicate):
      "SUBQUERY(\(members.format), $\(name), \(predicate.format))"
    case .conditional(let predicate, then: let first, otherwise: let second):
      "TERNARY(\(predicate.format), \(first.format), \(second.format))"
    case .union(let left, let right): "\(left.bracketed) UNION \(right.bracketed)"
    case .intersect(let left, let right): "\(left.bracketed) INTERSECT \(right.bracketed)"
    case .minus(let left, let right): "\(left.bracketed) MINUS \(right.bracketed)"
    case .anyKey: "ANYKEY"
    case .opaque(let expression): expression.description
    }
  }

  private static func joined(_ keys: [String]) -> String {
    keys.map { PredicateKeyword.reserved.contains($0.uppercased()) ? "#" + $0 : $0 }.joined(separator: ".")
  }

  private static func list(_ members: [ExpressionTree]) -> String {
    members.map(\.format).joined(separator: ", ")
  }

  private static func call(_ name: String, _ arguments: [ExpressionTree]) -> String {
    switch (name, arguments.count) {
    case (PredicateFunction.index, 2): return "\(arguments[0].bracketed)[\(index(arguments[1]))]"
    case (PredicateFunction.cast, 2): return "CAST(\(list(arguments)))"
    case (_, 2):
      guard let (symbol, rank) = PredicateFunction.operators[name] else { break }
      // Chains read from the left, so only the right side needs brackets for an operator of the same rank.
      let left = arguments[0].rank < rank ? "(\(arguments[0].format))" : arguments[0].format
      let right = arguments[1].rank <= rank ? "(\(arguments[1].format))" : arguments[1].format
      return "\(left) \(symbol) \(right)"
    default: break
    }
    return "\(name)(\(list(arguments)))"
  }

  /// The text between square brackets, where FIRST, LAST and SIZE are no keys.
  private static func index(_ expression: ExpressionTree) -> String {
    let text = expression.format
    if case .constant = expression { return text }
    let word = String(text.unicodeScalars.prefix(while: \.continuesWord))
    return CollectionIndex(rawValue: word.uppercased()) == nil ? text : "#" + text
  }

  /// How tightly the outermost operator binds.
  private var rank: Int {
    switch self {
    case .function(let name, let arguments) where arguments.count == 2:
      PredicateFunction.operators[name]?.precedence ?? .max
    case .union, .intersect, .minus: 0
    default: .max
    }
  }

  /// The text before a key or an index, which bind tighter than a minus.
  private var bracketed: String {
    let format = format
    return rank == .max && format.utf8.first != UInt8(ascii: "-") ? format : "(\(format))"
  }

  private static func literal(_ value: Any?) -> String {
    guard let value else { return "nil" }
    if let members = AnyValue.elements(value) {
      return "{" + members.map { literal(AnyValue.unwrapped($0)) }.joined(separator: ", ") + "}"
    }
    switch value {
    case let text as String: return quoted(text)
    case let index as CollectionIndex: return index.rawValue
    case let date as Date: return "CAST(\(literal(date.timeIntervalSinceReferenceDate)), \"NSDate\")"
    case let id as UUID: return "CAST(\(quoted(id.uuidString)), \"NSUUID\")"
    case let url as URL: return "CAST(\(quoted(url.absoluteString)), \"NSURL\")"
    case let data as Data: return "CAST(\(quoted(data.base64EncodedString())), \"NSData\")"
    case let flag as Bool where type(of: value) == Bool.self: return flag ? "TRUE" : "FALSE"
    default: break
    }
    switch NumericValue(value) {
    case .integer(let number)?: return number.description
    case .unsigned(let number)?: return number.description
    case .real(let number)? where !number.isFinite: return "CAST(\"\(number)\", \"NSNumber\")"
    case .real(let number)?: return number.description
    case .decimal(let number)?: return "CAST(\"\(number)\", \"NSDecimalNumber\")"
    case nil: return "\(value)"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
