/// The single comparisons, and the terms in them.
extension ClaimMaker {
  /// A value that differs from object to object; nil when the entity it leads to has no attribute.
  private mutating func route(_ family: Family? = nil) -> (term: Term, kind: SampleKind)? {
    for _ in 0..<4 {
      var (route, entity) = toOne(hops: 2)
      guard let attribute = attribute(of: entity, family) else { continue }
      route.keys.append(attribute.name)
      return (.route(route), attribute.kind)
    }
    return nil
  }

  private mutating func wrapped(_ term: Term, _ kind: SampleKind, depth: Int = 1) -> (Term, Family) {
    guard depth > 0, chance(30) else { return (term, kind.family) }
    switch kind {
    case .text:
      if chance(25) { return (.call("length:", [term]), .number) }
      return (.call(pick(["uppercase:", "lowercase:", "canonical:", "noindex:"]), [term]), .text)
    case .date:
      if chance(20) { return (.call("CAST", [term, .constant(.text("NSNumber"))]), .number) }
      if chance(30), let other = route(.date) { return (.call("from:subtract:", [term, other.term]), .number) }
      return (.call(pick(["add:to:", "from:subtract:"]), [term, .constant(maker.sample(.double))]), .date)
    case .uuid, .uri, .data, .bool: return (.call("noindex:", [term]), kind.family)
    case .int16, .int32, .int64:
      if chance(10) { return (.call("CAST", [term, .constant(.text("NSString"))]), .text) }
      if chance(10) { return (.call("onesComplement:", [term]), .number) }
      if chance(10) { return (.call("modulus:by:", [term, .constant(.int(Int64(maker.number(-3...3))))]), .number) }
      if kind != .int64, chance(10) {
        return (.call("raise:toPower:", [term, .constant(.int(Int64(maker.number(0...3))))]), .number)
      }
      if chance(25) {
        let shift = Term.constant(.int(Int64(maker.number(-2...5))))
        let names = ["bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:"]
        return (.call(pick(names), [term, shift]), .number)
      }
    case .double, .float, .decimal: break
    }
    if chance(35) { return (.call(pick(["abs:", "ceiling:", "floor:", "trunc:"]), [term]), .number) }
    let names = ["add:to:", "from:subtract:", "multiply:by:", "divide:by:"]
    let other = chance(60) ? nil : route(.number)
    return (.call(pick(names), [term, other?.term ?? .constant(smallNumber())]), .number)
  }

  /// Products of extreme values lose digits in ways that no rule tells.
  private mutating func smallNumber() -> Sample {
    chance(60) ? .int(Int64(maker.number(-3...6))) : .double(Double(maker.number(-6...12)) / 2)
  }

  private mutating func term(_ family: Family) -> Term {
    if chance(6) { return .null }
    if chance(45), let (term, kind) = route(family) {
      let (wrapped, found) = wrapped(term, kind)
      if found == family { return wrapped }
    }
    if chance(5), let (other, kind) = route(family) {
      return .conditional(claim(depth: 0), other, .constant(maker.sample(kind)))
    }
    if chance(3), case (.route(let other), _)? = route(family) { return .property(other) }
    if chance(3), let (other, kind) = route(family) {
      var list = [other, .constant(maker.sample(kind))]
      if chance(30) { list.append(.null) }
      return .element(list.shuffled(using: &maker.random), maker.number(-1...2))
    }
    return .constant(sample(family))
  }

  mutating func comparison() -> Claim? {
    guard let (plain, kind) = route() else { return nil }
    let (left, family) = wrapped(plain, kind)
    let options = options(family)
    switch maker.number(0...9) {
    case 0: return .isIn(left, list(family), options)
    case 1: return .isAmong(left, (0..<maker.number(1...3)).map { _ in term(family) }, options)
    case 2 where kind != .bool: return .between(left, term(family), term(family))
    case 3 where family == .text, 4 where family == .text:
      let sign = pick([Claim.Sign.beginsWith, .endsWith, .contains])
      return .compare(left, sign, chance(70) ? .constant(sample(.text)) : term(.text), options)
    case 5 where family == .text:
      return .compare(
        left, .like, .constant(.text(pick(["*", "a*", "*b", "?", "a?b", "\\*", "Ä*", "*ς", "??"]))), options)
    case 6 where family == .text:
      return .compare(
        left, .matches, .constant(.text(pick([".*", "a.*", "[ab]+", "..", "a|b", ".?b", "ä?", "[^a]*"]))), options)
    case 7:
      let isReversed = chance(30)
      let (first, second) = (left, term(family))
      return .compare(isReversed ? second : first, sign(), isReversed ? first : second, options)
    default: return .compare(left, sign(), term(family), options)
    }
  }

  mutating func quantified() -> Claim? {
    guard let (route, kind) = manyValues() else { return nil }
    let family = kind.family
    let quantifier = pick([Claim.Quantifier.any, .all, .none, .some])
    if chance(10) { return .anyIn(route, list(family)) }
    if family == .text, chance(40) {
      let sign = pick([Claim.Sign.beginsWith, .endsWith, .contains, .like])
      return .quantified(quantifier, route, sign, .constant(sample(.text)), options(family))
    }
    return .quantified(quantifier, route, sign(), term(family), options(family))
  }

  mutating func membership() -> Claim? {
    guard let (route, kind) = manyValues() else { return nil }
    let value = term(kind.family)
    if chance(25) {
      // What an operator gathers are values of objects that are the members themselves.
      let isDirect = isMember(ofMany: route.owner)
      let names = isDirect ? ["mode:", "@unionOfObjects", "@distinctUnionOfObjects"] : ["mode:"]
      return .isInList(value, pick(names), route)
    }
    return chance(50) ? .isInRoute(value, route) : .routeContains(route, value)
  }

  mutating func figure() -> Claim? {
    guard let (many, entity) = toMany() else { return nil }
    let names = ["@sum", "@min", "@max", "@avg"]
    let count = Term.constant(.int(Int64(maker.number(0...3))))
    switch maker.number(0...6) {
    case 0, 1: return .compare(.figure("@count", many, nil), sign(), count, .none)
    case 2: return .compare(.figure("[SIZE]", many, nil), sign(), count, .none)
    case 3:
      guard let (route, kind) = manyValues() else { return nil }
      if chance(40) { return .compare(.statistic("count:", route), sign(), count, .none) }
      return .compare(.statistic(pick(["min:", "max:"]), route), sign(), term(kind.family), .none)
    case 4:
      guard let (route, kind) = manyValues(.number) else { return nil }
      // Between the deviations that small whole numbers have, so that rounding decides nothing.
      if kind == .int16 || kind == .int32, chance(40) {
        let limit = Term.constant(.double(Double(maker.number(0...4)) + 0.03))
        return .compare(.statistic("stddev:", route), pick([.less, .greater]), limit, .none)
      }
      return .compare(.statistic(pick(["sum:", "average:", "median:"]), route), sign(), term(.number), .none)
    default:
      guard let attribute = attribute(of: entity) else { return nil }
      if chance(25) {
        let name = pick(["@unionOfObjects", "@distinctUnionOfObjects"])
        return .compare(.figure(name, many, attribute.name), sign(), count, .none)
      }
      let name = attribute.kind.family == .number ? pick(names) : pick(["@min", "@max"])
      let options = options(attribute.kind.family)
      return .compare(.figure(name, many, attribute.name), sign(), term(attribute.kind.family), options)
    }
  }

  // MARK: Objects

  private mutating func object(_ entity: Int) -> Sample {
    let members = world.members(of: entity)
    return .object(pick(members))
  }

  mutating func objects() -> Claim? {
    let (route, entity) = toOne(hops: 2)
    let equality = pick([Claim.Sign.equal, .notEqual])
    switch maker.number(0...6) {
    case 0: return .compare(.route(route), equality, .constant(object(entity)), .none)
    case 1: return .compare(.route(route), equality, .null, .none)
    case 2:
      let list = (0..<pick([0, 1, 3, 40])).map { _ in chance(5) ? nil : Optional(object(entity)) }
      return .isIn(.route(route), list, .none)
    case 3:
      let (other, otherEntity) = toOne(hops: 2)
      return otherEntity == entity ? .compare(.route(route), equality, .route(other), .none) : nil
    default:
      guard let (many, member) = toMany() else { return nil }
      switch maker.number(0...3) {
      case 0: return .isInRoute(.constant(object(member)), many)
      case 1: return .routeContains(many, .constant(object(member)))
      case 2: return .quantified(pick([.any, .all, .none]), many, equality, .constant(object(member)), .none)
      default: return .anyIn(many, (0..<2).map { _ in object(member) })
      }
    }
  }
}
