/// A predicate of a random world, in the words of the predicate language. The engine sees its format only.
indirect enum Claim {
  enum Quantifier: String { case any = "ANY", all = "ALL", none = "NONE", some = "SOME" }

  enum Sign: String {
    case equal = "==", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH", endsWith = "ENDSWITH", contains = "CONTAINS", like = "LIKE", matches = "MATCHES"
  }

  /// `[c]` and `[d]`.
  struct Options {
    var ignoresCase = false
    var ignoresMarks = false

    static let none = Options()
  }

  case literal(Bool)
  case compare(Term, Sign, Term, Options)
  case quantified(Quantifier, Route, Sign, Term, Options)
  /// `ANY route IN list`
  case anyIn(Route, [Sample?])
  /// In a constant list.
  case isIn(Term, [Sample?], Options)
  /// In a list whose members differ from object to object.
  case isAmong(Term, [Term], Options)
  case isInRoute(Term, Route)
  /// In `mode:(route)`, `route.@unionOfObjects.key` or `route.@distinctUnionOfObjects.key`.
  case isInList(Term, String, Route)
  case routeContains(Route, Term)
  case between(Term, Term, Term)
  case and([Claim])
  case or([Claim])
  case not(Claim)
}

/// An expression of a random world.
indirect enum Term {
  case null
  case constant(Sample)
  /// A single value, or a single object.
  case route(Route)
  /// A function by its name in the predicate language.
  case call(String, [Term])
  case conditional(Claim, Term, Term)
  /// `FUNCTION(route, 'key')`, which reads the last key of the route.
  case property(Route)
  /// `{term, term}[place]`; below 0 for the last one.
  case element([Term], Int)
  /// `route.@sum.key`; `@count` without a key.
  case figure(String, Route, String?)
  /// `count:(route)` and the like, of the values that a route leads to.
  case statistic(String, Route)
  case subqueryCount(Route, variable: String, Claim)
}

/// A key path.
struct Route {
  /// nil for the evaluated object.
  var variable: String?
  var keys: [String]

  static let itself = Route(variable: nil, keys: [])

  /// The route without its last key.
  var owner: Route { Route(variable: variable, keys: keys.dropLast()) }
}
