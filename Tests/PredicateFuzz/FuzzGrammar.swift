/// Makes texts by the grammar of the predicate language, right in form and mostly without sense.
struct FuzzGrammar {
  var random: FuzzRandom

  private static let signs = [
    "==", "=", "!=", "<>", "<", ">", "<=", "=<", ">=", "=>", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
    "MATCHES", "NOT IN", "in", "like", "contains",
  ]
  private static let options = ["", "", "", "[c]", "[d]", "[cd]", "[n]", "[cdl]", "[dc]"]
  private static let keys = [
    "a", "name", "list", "#in", "größe", "first", "last", "size", "_x", "a1", "SELF", "length", "名前", "#SELF", "nill",
  ]
  private static let functions = [
    "sum", "average", "min", "max", "count", "median", "mode", "stddev", "add:to:", "from:subtract:", "multiply:by:",
    "divide:by:", "modulus:by:", "sqrt", "log", "ln", "raise:toPower:", "exp", "floor", "ceiling", "abs", "trunc",
    "random", "now", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    "onesComplement:", "noindex:", "uppercase:", "lowercase:", "length:", "canonical:",
    "distanceToLocation:fromLocation:", "unknown",
  ]
  private static let literals = [
    "1", "0", "-1", "1.5", ".5", "1e3", "1e999", "0x1F", "0o17", "0b101", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "99999999999999999999", "'x'", "\"x\"", "'it\\'s'", "'\\u00e9'", "'\\n\\t\\\\'", "''",
    "nil",
    "NULL", "TRUE", "NO", "yes", "false", "%@", "%K", "%d", "%i", "%u", "%ld", "%lu", "%lld", "%f", "%g", "%x", "%c",
    "%1$@", "%2$d", "%9$@", "%%", "{}", "'%@'",
  ]

  mutating func predicate(depth: Int) -> String {
    guard depth > 0 else { return random.pick(["TRUEPREDICATE", "FALSEPREDICATE", "a == 1", "%@ == %@"]) }
    switch random.number(0...9) {
    case 0: return "(\(predicate(depth: depth - 1)))"
    case 1: return "\(random.pick(["NOT ", "!", "not "]))\(predicate(depth: depth - 1))"
    case 2, 3:
      let word = random.pick([" AND ", " OR ", " && ", " || ", " and ", "\nOR\t"])
      return (0...random.number(0...2)).map { _ in predicate(depth: depth - 1) }.joined(separator: word)
    case 4:
      let quantifier = random.pick(["ANY ", "SOME ", "ALL ", "NONE ", "any "])
      return quantifier + comparison(depth)
    case 5: return "\(expression(depth - 1)) BETWEEN {\(expression(depth - 1)), \(expression(depth - 1))}"
    default: return comparison(depth)
    }
  }

  private mutating func comparison(_ depth: Int) -> String {
    let sign = random.pick(Self.signs) + random.pick(Self.options)
    return "\(expression(depth - 1)) \(sign) \(expression(depth - 1))"
  }

  private mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else { return random.number(0...1) == 0 ? random.pick(Self.literals) : path() }
    switch random.number(0...11) {
    case 0: return "{\(list(depth))}"
    case 1: return "(\(expression(depth - 1)))"
    case 2: return "\(random.pick(Self.functions))(\(list(depth)))"
    case 3: return "SUBQUERY(\(path()), $x, \(predicate(depth: depth - 1))).\(random.pick(["@count", "a", "@sum.a"]))"
    case 4:
      return "TERNARY(\(predicate(depth: depth - 1)), \(expression(depth - 1)), \(expression(depth - 1)))"
    case 5:
      let type = random.pick(["NSDate", "NSUUID", "NSURL", "NSData", "NSNumber", "NSDecimalNumber", "NSString", "x"])
      return "CAST(\(expression(depth - 1)), '\(type)')"
    case 6: return "FUNCTION(\(expression(depth - 1)), 'length')"
    case 7: return "\(expression(depth - 1))[\(random.pick(["FIRST", "LAST", "SIZE", "0", "-1", "'k'", "a", "%d"]))]"
    case 8: return "-\(expression(depth - 1))"
    default:
      let sign = random.pick([" + ", " - ", " * ", " / ", " ** ", "+", "-", " UNION ", " INTERSECT ", " MINUS "])
      return expression(depth - 1) + sign + expression(depth - 1)
    }
  }

  private mutating func list(_ depth: Int) -> String {
    (0..<random.number(0...3)).map { _ in expression(depth - 1) }.joined(separator: ", ")
  }

  private mutating func path() -> String {
    var keys = (0...random.number(0...2)).map { _ in random.pick(Self.keys) }
    if random.number(0...4) == 0 {
      keys.append(random.pick(["@count", "@sum.a", "@avg.a", "@unionOfObjects.a", "@x"]))
    }
    if random.number(0...4) == 0 { keys.insert("$x", at: 0) }
    return keys.joined(separator: ".")
  }
}
