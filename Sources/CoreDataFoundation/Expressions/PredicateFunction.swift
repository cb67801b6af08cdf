import Foundation

/// The functions that can be called by name in a predicate format.
package enum PredicateFunction {
  /// The name under which `FUNCTION(target, name, …)` is kept; its arguments are target, name and the rest.
  package static let call = "FUNCTION"
  /// The name of `CAST(value, type)`.
  package static let cast = "castObject:toType:"
  /// The name of `list[index]`.
  package static let index = "objectFrom:withIndex:"

  /// The infix functions with their symbols and how tightly they bind.
  package static let operators: [String: (symbol: String, precedence: Int)] = [
    "add:to:": ("+", 1), "from:subtract:": ("-", 1), "multiply:by:": ("*", 2), "divide:by:": ("/", 2),
    "raise:toPower:": ("**", 3),
  ]

  /// Every known name with its colons; their number is that of the arguments, except for a list of values.
  package static let names: Set<String> = [
    "sum:", "average:", "min:", "max:", "count:", "median:", "mode:", "stddev:", "add:to:", "from:subtract:",
    "multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:", "sqrt:", "log:", "ln:", "exp:", "abs:", "ceiling:",
    "floor:", "trunc:", "random", "random:", "now", "uppercase:", "lowercase:", "canonical:", "length:",
    "onesComplement:", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    "noindex:", "distanceToLocation:fromLocation:", "objectFrom:withIndex:", "castObject:toType:",
  ]

  /// The function of a name in any case; nil when there is none.
  static func named(_ name: String) -> String? { names.contains(name) ? name : namesByLowercase[name.lowercased()] }

  private static let namesByLowercase = Dictionary(uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })

  /// Functions over a list, which may be given as one collection or as several arguments.
  package static let statistics: Set<String> = [
    "sum:", "average:", "min:", "max:", "count:", "median:", "mode:", "stddev:",
  ]
}

/// The symbolic index of `list[FIRST]`, `list[LAST]` and `list[SIZE]`.
package enum CollectionIndex: String, Sendable {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
}
