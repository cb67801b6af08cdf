/// Smaller claims to try in place of one that shows a mistake.
extension Claim {
  var smaller: [Claim] {
    switch self {
    case .literal: []
    case .not(let part): [part] + part.smaller.map { .not($0) }
    case .and(let parts): Claim.smaller(parts) { .and($0) }
    case .or(let parts): Claim.smaller(parts) { .or($0) }
    case .compare(let left, let sign, let right, let options):
      left.claims + right.claims + left.smaller.map { .compare($0, sign, right, options) }
        + right.smaller.map { .compare(left, sign, $0, options) }
        + (options.isNone ? [] : [.compare(left, sign, right, .none)])
    case .quantified(let quantifier, let route, let sign, let term, let options):
      term.claims + term.smaller.map { .quantified(quantifier, route, sign, $0, options) }
        + (options.isNone ? [] : [.quantified(quantifier, route, sign, term, .none)])
    case .anyIn(let route, let list): Claim.shorter(list).map { .anyIn(route, $0) }
    case .isIn(let term, let list, let options):
      term.claims + Claim.shorter(list).map { .isIn(term, $0, options) } + term.smaller.map { .isIn($0, list, options) }
        + (options.isNone ? [] : [.isIn(term, list, .none)])
    case .isAmong(let term, let terms, let options):
      term.claims + Claim.shorter(terms).map { .isAmong(term, $0, options) }
        + term.smaller.map { .isAmong($0, terms, options) }
        + terms.indices.flatMap { place in
          terms[place].smaller.map { smaller in
            var terms = terms
            terms[place] = smaller
            return .isAmong(term, terms, options)
          }
        }
    case .isInList(let term, let name, let route):
      term.claims + term.smaller.map { .isInList($0, name, route) } + [.isInRoute(term, route)]
    case .isInRoute(let term, let route): term.claims + term.smaller.map { .isInRoute($0, route) }
    case .routeContains(let route, let term): term.claims + term.smaller.map { .routeContains(route, $0) }
    case .between(let term, let lower, let upper):
      term.smaller.map { .between($0, lower, upper) } + lower.smaller.map { .between(term, $0, upper) }
        + upper.smaller.map { .between(term, lower, $0) } + [
          .compare(lower, .lessOrEqual, term, .none), .compare(term, .lessOrEqual, upper, .none),
        ]
    }
  }

  private static func smaller(_ parts: [Claim], _ whole: ([Claim]) -> Claim) -> [Claim] {
    var result = parts
    if parts.count > 1 { result += shorter(parts).map(whole) }
    for place in parts.indices {
      for smaller in parts[place].smaller {
        var parts = parts
        parts[place] = smaller
        result.append(whole(parts))
      }
    }
    return result
  }

  /// The halves of a list, and the list without each of its members.
  private static func shorter<T>(_ list: [T]) -> [[T]] {
    if list.count > 8 { return [Array(list[..<(list.count / 2)]), Array(list[(list.count / 2)...])] }
    return list.indices.map { place in list.enumerated().filter { $0.offset != place }.map(\.element) }
  }
}

extension Claim.Options {
  var isNone: Bool { !ignoresCase && !ignoresMarks }
}

extension Term {
  fileprivate var smaller: [Term] {
    switch self {
    case .null, .constant, .route, .figure, .statistic: []
    case .property(let route): [.route(route)]
    case .element(let terms, let place):
      terms.indices.filter { $0 == place || place < 0 && $0 == terms.count - 1 }.map { terms[$0] }
    case .call(let name, let terms):
      terms.filter { if case .constant = $0 { false } else { true } }
        + terms.indices.flatMap { place in
          terms[place].smaller.map { smaller in
            var terms = terms
            terms[place] = smaller
            return .call(name, terms)
          }
        }
    case .conditional(let claim, let first, let second):
      [first, second] + claim.smaller.map { .conditional($0, first, second) }
    case .subqueryCount(let route, let variable, let claim):
      [.figure("@count", route, nil)]
        + ([.literal(true)] + claim.smaller).map { .subqueryCount(route, variable: variable, $0) }
    }
  }

  /// Claims inside that can stand alone.
  fileprivate var claims: [Claim] {
    if case .conditional(let claim, _, _) = self { [claim] } else { [] }
  }
}

extension World {
  /// The world without one object.
  func without(_ place: Int) -> World {
    var world = self
    world.objects.remove(at: place)
    func moved(_ other: Int) -> Int? { other == place ? nil : other > place ? other - 1 : other }
    for index in world.objects.indices {
      world.objects[index].one = world.objects[index].one.compactMapValues(moved)
      world.objects[index].many = world.objects[index].many.mapValues { $0.compactMap(moved) }
    }
    return world
  }
}
