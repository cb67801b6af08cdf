import Foundation

/// Says which objects of a world a claim is true of. It is as plain as can be, shares no code with the engine, and
/// follows one of two rules of nil.
struct NaiveEvaluator {
  enum Rule { case sql, memory }

  let world: World
  let rule: Rule

  /// The objects of an entity, sub-entities included, that a claim is true of.
  func matches(_ claim: Claim, _ entity: Int) -> Set<Int> {
    Set(world.members(of: entity).filter { truth(claim, Scope(object: $0)) == true })
  }

  /// What a claim is about: the object, and the members that the variables of the subqueries around stand for.
  struct Scope {
    var object: Int
    var variables: [String: Int] = [:]
  }

  /// nil when it is unknown.
  func truth(_ claim: Claim, _ scope: Scope) -> Bool? {
    switch claim {
    case .literal(let value): return value
    case .not(let part): return truth(part, scope).map { !$0 }
    case .and(let parts):
      let truths = parts.map { truth($0, scope) }
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .or(let parts):
      let truths = parts.map { truth($0, scope) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .compare(let left, let sign, let right, let options):
      let asksForNil = left.isNull || right.isNull
      return truth(value(left, scope), sign, value(right, scope), options, asksForNil: asksForNil)
    case .quantified(let quantifier, let route, let sign, let term, let options):
      let right = value(term, scope)
      let truths = members(route, scope).map { truth($0, sign, right, options, asksForNil: term.isNull) == true }
      switch quantifier {
      case .any, .some: return truths.contains(true)
      case .none: return !truths.contains(true)
      case .all: return !truths.contains(false)
      }
    case .anyIn(let route, let list):
      return members(route, scope).contains { isMember($0, list, .none) == true }
    case .isIn(let term, let list, let options): return isMember(value(term, scope), list, options)
    case .isAmong(let term, let terms, let options):
      return isMember(value(term, scope), terms.map { value($0, scope) }, options)
    case .isInList(let term, let name, let route):
      var members = members(route, scope).compactMap { $0 }
      if name == "mode:" {
        let counts = members.map { member in members.count { NaiveValues.isEqual($0, member, .none) } }
        members = zip(members, counts).filter { $1 == counts.max() }.map(\.0)
      }
      return isMember(value(term, scope), members, .none)
    case .isInRoute(let term, let route): return isMember(value(term, scope), members(route, scope), .none)
    case .routeContains(let route, let term):
      guard let value = value(term, scope) else { return rule == .sql ? nil : false }
      return members(route, scope).contains { $0.map { NaiveValues.isEqual($0, value, .none) } ?? false }
    case .between(let term, let lower, let upper):
      let (low, middle, high) = (value(lower, scope), value(term, scope), value(upper, scope))
      let truths = [
        truth(low, .lessOrEqual, middle, .none, asksForNil: false),
        truth(middle, .lessOrEqual, high, .none, asksForNil: false),
      ]
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    }
  }

  private func truth(
    _ left: Sample?, _ sign: Claim.Sign, _ right: Sample?, _ options: Claim.Options, asksForNil: Bool
  ) -> Bool? {
    guard let left, let right else {
      // In memory nil is a value like others, as far as equality goes. In SQL only who writes nil asks for it.
      let isEqual = left == nil && right == nil
      switch sign {
      case .equal: return rule == .memory || asksForNil ? isEqual : nil
      case .notEqual: return rule == .memory || asksForNil ? !isEqual : nil
      default: return rule == .memory ? false : nil
      }
    }
    return NaiveValues.compare(left, sign, right, options)
  }

  /// In SQL nothing is known of nil, and a list with a nil might hold anything.
  private func isMember(_ value: Sample?, _ list: [Sample?], _ options: Claim.Options) -> Bool? {
    guard let value else { return rule == .sql ? nil : list.contains { $0 == nil } }
    if list.contains(where: { $0.map { NaiveValues.isEqual($0, value, options) } ?? false }) { return true }
    return rule == .sql && list.contains { $0 == nil } ? nil : false
  }

  // MARK: Values

  func value(_ term: Term, _ scope: Scope) -> Sample? {
    switch term {
    case .null: return nil
    case .constant(let sample): return sample
    case .route(let route), .property(let route): return members(route, scope).first.flatMap { $0 }
    case .element(let terms, let place):
      let index = place < 0 ? terms.count - 1 : place
      return terms.indices.contains(index) ? value(terms[index], scope) : nil
    case .conditional(let claim, let first, let second):
      return value(truth(claim, scope) == true ? first : second, scope)
    case .call(let name, let terms): return NaiveFunctions.value(name, terms.map { value($0, scope) })
    case .figure(let name, let route, let key):
      let inner = Route(variable: route.variable, keys: route.keys + (key.map { [$0] } ?? []))
      let values = members(inner, scope)
      return name == "@count" || name == "[SIZE]"
        ? .int(Int64(values.count)) : NaiveFunctions.figure(name, values.compactMap { $0 })
    case .statistic(let name, let route):
      return NaiveFunctions.figure(name, members(route, scope).compactMap { $0 })
    case .subqueryCount(let route, let variable, let claim):
      let count = members(route, scope).filter { member in
        guard case .object(let index)? = member else { return false }
        var inner = scope
        inner.variables[variable] = index
        return truth(claim, inner) == true
      }.count
      return .int(Int64(count))
    }
  }

  /// All that a route leads to; nil stands for what has no value.
  private func members(_ route: Route, _ scope: Scope) -> [Sample?] {
    let start = route.variable.flatMap { scope.variables[$0] } ?? scope.object
    var values: [Sample?] = [.object(start)]
    var entity = world.objects[start].entity
    for key in route.keys {
      let relationship = world.relationships(of: entity).first { $0.name == key }
      values = values.flatMap { value -> [Sample?] in
        // A to-many relationship of nothing has no members.
        guard case .object(let index)? = value else { return relationship?.isToMany == true ? [] : [nil] }
        let object = world.objects[index]
        guard let relationship else { return [object.values[key]] }
        if relationship.isToMany { return object.many[key, default: []].map { .object($0) } }
        return [object.one[key].map { .object($0) }]
      }
      if let relationship { entity = relationship.destination }
    }
    return values
  }
}

extension Term {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }
}
