/// Makes random claims that every store can answer.
struct ClaimMaker {
  /// Values that are compared with each other.
  enum Family: CaseIterable { case number, text, date, uuid, uri, data }

  var maker: WorldMaker
  let world: World
  /// What key paths may begin at: the evaluated object, and the variables of the subqueries around.
  private(set) var starts: [(variable: String?, entity: Int)]

  init(_ maker: WorldMaker, _ world: World, entity: Int) {
    self.maker = maker
    self.world = world
    starts = [(nil, entity)]
  }

  mutating func pick<T>(_ list: [T]) -> T { maker.pick(list) }
  mutating func chance(_ percent: Int) -> Bool { maker.chance(percent) }

  mutating func start() -> (variable: String?, entity: Int) { chance(65) ? starts[starts.count - 1] : pick(starts) }

  mutating func claim(depth: Int) -> Claim {
    if depth > 0 {
      switch maker.number(0...11) {
      case 0, 1: return .and(parts(depth))
      case 2, 3: return .or(parts(depth))
      case 4, 5: return .not(claim(depth: depth - 1))
      case 6: if let claim = subquery(depth: depth - 1) { return claim }
      default: break
      }
    }
    let claim =
      switch maker.number(0...13) {
      case 0...2: quantified()
      case 3: objects()
      case 4: membership()
      case 5: figure()
      case 6 where chance(10): Claim.literal(chance(50))
      default: comparison()
      }
    return claim ?? comparison() ?? .literal(true)
  }

  private mutating func parts(_ depth: Int) -> [Claim] {
    (0..<maker.number(1...3)).map { _ in claim(depth: depth - 1) }
  }

  private mutating func subquery(depth: Int) -> Claim? {
    guard starts.count < 3, let (route, entity) = toMany() else { return nil }
    let variable = "v\(starts.count)"
    starts.append((variable, entity))
    let inner = claim(depth: depth)
    starts.removeLast()
    let count = Term.constant(.int(Int64(maker.number(0...2))))
    return .compare(
      .subqueryCount(route, variable: variable, inner), pick([.equal, .greater, .lessOrEqual]), count, .none)
  }

  // MARK: Routes

  /// A way along to-one relationships to an entity.
  mutating func toOne(hops: Int) -> (route: Route, entity: Int) {
    let start = start()
    var (route, entity) = (Route(variable: start.variable, keys: []), start.entity)
    for _ in 0..<hops where chance(35) {
      let ways = world.relationships(of: entity).filter { !$0.isToMany }
      if ways.isEmpty { break }
      let way = pick(ways)
      route.keys.append(way.name)
      entity = way.destination
    }
    return (route, entity)
  }

  /// A way to the members of a to-many relationship.
  mutating func toMany() -> (route: Route, entity: Int)? {
    var (route, entity) = toOne(hops: 1)
    let ways = world.relationships(of: entity).filter(\.isToMany)
    if ways.isEmpty { return nil }
    let way = pick(ways)
    route.keys.append(way.name)
    entity = way.destination
    return (route, entity)
  }

  /// A way to the values of an attribute of the members of a to-many relationship.
  mutating func manyValues(_ family: Family? = nil) -> (route: Route, kind: SampleKind)? {
    guard var (route, entity) = toMany() else { return nil }
    let ways = world.relationships(of: entity).filter { !$0.isToMany }
    if !ways.isEmpty, chance(25) {
      let way = pick(ways)
      route.keys.append(way.name)
      entity = way.destination
    }
    guard let attribute = attribute(of: entity, family) else { return nil }
    route.keys.append(attribute.name)
    return (route, attribute.kind)
  }

  /// Whether a way ends in a to-many relationship.
  func isMember(ofMany route: Route) -> Bool {
    guard var entity = starts.first(where: { $0.variable == route.variable })?.entity else { return false }
    var isToMany = false
    for key in route.keys {
      guard let way = world.relationships(of: entity).first(where: { $0.name == key }) else { return false }
      (entity, isToMany) = (way.destination, way.isToMany)
    }
    return isToMany
  }

  mutating func attribute(of entity: Int, _ family: Family? = nil) -> (name: String, kind: SampleKind)? {
    let attributes = world.attributes(of: entity).filter { family == nil || $0.kind.family == family }
    return attributes.isEmpty ? nil : pick(attributes)
  }

  // MARK: Values

  mutating func options(_ family: Family) -> Claim.Options {
    guard family == .text, chance(50) else { return .none }
    return Claim.Options(ignoresCase: chance(60), ignoresMarks: chance(40))
  }

  mutating func sign() -> Claim.Sign {
    pick([.equal, .equal, .notEqual, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
  }

  mutating func sample(_ family: Family) -> Sample {
    switch family {
    case .number: maker.sample(pick([.int16, .int32, .int64, .double, .bool, .decimal]))
    case .text: maker.sample(.text)
    case .date: maker.sample(.date)
    case .uuid: maker.sample(.uuid)
    case .uri: maker.sample(.uri)
    case .data: maker.sample(.data)
    }
  }

  mutating func list(_ family: Family) -> [Sample?] {
    (0..<pick([0, 1, 2, 3, 40])).map { _ in chance(5) ? nil : sample(family) }
  }
}

extension SampleKind {
  var family: ClaimMaker.Family {
    switch self {
    case .int16, .int32, .int64, .double, .float, .bool, .decimal: .number
    case .text: .text
    case .date: .date
    case .uuid: .uuid
    case .uri: .uri
    case .data: .data
    }
  }
}
