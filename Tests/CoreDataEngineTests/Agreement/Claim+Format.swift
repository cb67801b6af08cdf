import Foundation

/// The format of a claim, and its arguments.
struct ClaimFormat {
  private(set) var arguments: [Argument] = []

  enum Argument {
    case one(Sample)
    case list([Sample?])

    func value(_ object: (Int) -> Any) -> Any {
      switch self {
      case .one(let sample): sample.value(object)
      case .list(let samples): samples.map { $0?.value(object) ?? NSNull() }
      }
    }

    var code: String {
      switch self {
      case .one(let sample): ".one(\(sample.code))"
      case .list(let samples): ".list([\(samples.map { $0?.code ?? "nil" }.joined(separator: ", "))])"
      }
    }
  }

  mutating func text(_ claim: Claim) -> String {
    switch claim {
    case .literal(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .compare(let left, let sign, let right, let options):
      "\(text(left)) \(sign.rawValue)\(text(options)) \(text(right))"
    case .quantified(let quantifier, let route, let sign, let term, let options):
      "\(quantifier.rawValue) \(text(route)) \(sign.rawValue)\(text(options)) \(text(term))"
    case .anyIn(let route, let list): "ANY \(text(route)) IN \(argument(.list(list)))"
    case .isIn(let term, let list, let options): "\(text(term)) IN\(text(options)) \(argument(.list(list)))"
    case .isAmong(let term, let list, let options): "\(text(term)) IN\(text(options)) {\(text(list))}"
    case .isInRoute(let term, let route): "\(text(term)) IN \(text(route))"
    case .isInList(let term, "mode:", let route): "\(text(term)) IN mode:(\(text(route)))"
    case .isInList(let term, let name, let route):
      "\(text(term)) IN \(text(route.owner)).\(name).\(ClaimFormat.escaped(route.keys[route.keys.count - 1]))"
    case .routeContains(let route, let term): "\(text(route)) CONTAINS \(text(term))"
    case .between(let term, let lower, let upper): "\(text(term)) BETWEEN {\(text(lower)), \(text(upper))}"
    case .and(let parts): text(parts, " AND ")
    case .or(let parts): text(parts, " OR ")
    case .not(let part): "NOT (\(text(part)))"
    }
  }

  private mutating func text(_ parts: [Claim], _ word: String) -> String {
    var texts: [String] = []
    for part in parts { texts.append("(\(text(part)))") }
    return texts.joined(separator: word)
  }

  private mutating func text(_ terms: [Term]) -> String {
    var texts: [String] = []
    for term in terms { texts.append(text(term)) }
    return texts.joined(separator: ", ")
  }

  private mutating func argument(_ argument: Argument) -> String {
    arguments.append(argument)
    return "%@"
  }

  private static let signs = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "raise:toPower:": "**",
  ]

  mutating func text(_ term: Term) -> String {
    switch term {
    case .null: return "nil"
    case .constant(.int(let value)): return "\(value)"
    case .constant(.bool(let value)): return value ? "TRUE" : "NO"
    case .constant(.text(let value)) where !value.contains(where: { "\"'\\".contains($0) }): return "'\(value)'"
    case .constant(let sample): return argument(.one(sample))
    case .route(let route): return text(route)
    case .call("CAST", let terms): return "CAST(\(text(terms)))"
    case .call(let name, let terms):
      if let sign = Self.signs[name], terms.count == 2 { return "(\(text(terms[0])) \(sign) \(text(terms[1])))" }
      return "\(name)(\(text(terms)))"
    case .conditional(let claim, let first, let second):
      return "TERNARY(\(text(claim)), \(text(first)), \(text(second)))"
    case .property(let route): return "FUNCTION(\(text(route.owner)), '\(route.keys[route.keys.count - 1])')"
    case .element(let terms, let place):
      let index = place < 0 ? "LAST" : place == 0 ? "FIRST" : "\(place)"
      return "{\(text(terms))}[\(index)]"
    case .figure(let name, let route, let key?) where name.contains("Union") || name.contains("union"):
      return "count:(\(text(route)).\(name).\(ClaimFormat.escaped(key)))"
    case .figure("[SIZE]", let route, _): return "\(text(route))[SIZE]"
    case .figure(let name, let route, let key):
      return "\(text(route)).\(name)\(key.map { "." + ClaimFormat.escaped($0) } ?? "")"
    case .statistic(let name, let route): return "\(name)(\(text(route)))"
    case .subqueryCount(let route, let variable, let claim):
      return "SUBQUERY(\(text(route)), $\(variable), \(text(claim))).@count"
    }
  }

  private func text(_ route: Route) -> String {
    let keys = route.keys.map(ClaimFormat.escaped)
    if keys.isEmpty { return route.variable.map { "$\($0)" } ?? "SELF" }
    return ((route.variable.map { ["$\($0)"] } ?? []) + keys).joined(separator: ".")
  }

  private func text(_ options: Claim.Options) -> String {
    if !options.ignoresCase, !options.ignoresMarks { return "" }
    return "[\(options.ignoresCase ? "c" : "")\(options.ignoresMarks ? "d" : "")]"
  }

  static func escaped(_ key: String) -> String { ["in", "like", "any"].contains(key) ? "#" + key : key }
}
