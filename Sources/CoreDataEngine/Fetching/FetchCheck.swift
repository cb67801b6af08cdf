/// Finds what a fetch must not ask for in what no statement is made of, so that it is refused before anything runs:
/// unknown and transient keys, and comparisons that could never hold.
struct FetchCheck {
  private let layout: EntityLayout
  /// What the variables of the subqueries around stand for.
  private var variables: [String: EntityLayout] = [:]

  /// What keys lead to.
  private struct End {
    /// The last key that is no collection operator.
    let key: String
    let property: PropertyLayout
    /// The kind of the values, those at the ends of a composite included; nil for objects.
    let kind: AttributeKind?
  }

  init(layout: EntityLayout) { self.layout = layout }

  /// Checks a fetch that is carried out in memory, its order included.
  func check(_ query: RowQuery) throws {
    if let predicate = query.predicate { try check(predicate) }
    for descriptor in query.sort { try check(descriptor) }
  }

  func check(_ tree: PredicateTree) throws {
    switch tree {
    case .literal, .opaque: break
    case .and(let parts), .or(let parts): for part in parts { try check(part) }
    case .not(let part): try check(part)
    case .comparison(let comparison): try check(comparison)
    }
  }

  func check(_ expression: ExpressionTree) throws { _ = try type(of: expression) }

  /// Throws unless an expression has texts that can be sorted by language.
  func check(_ expression: ExpressionTree, isSortedBy order: TextOrder, _ name: String) throws {
    if case .function(let function, _) = expression, ["uppercase:", "lowercase:", "canonical:"].contains(function) {
      return
    }
    let type = try type(of: expression)
    if type?.isText != true { throw QueryError.unsupportedSelector(order, name, type?.name ?? "unknown") }
  }

  private func check(_ descriptor: NSSortDescriptor) throws {
    if case .unknown(let selector) = descriptor.ordering { throw QueryError.unsupportedSelector(selector) }
    guard let key = descriptor.key, case .keyPath(let keys, of: .evaluatedObject) = ExpressionTree(keyPath: key) else {
      return
    }
    if keys.contains(where: { $0.hasPrefix("@") }) { throw QueryError.unsupportedSort(key) }
    let end = try end(of: keys, from: layout)
    if end?.property.isToMany == true { throw QueryError.toManyNotAllowed }
    guard case .text(let order) = descriptor.ordering, end?.kind != .string else { return }
    throw QueryError.unsupportedSelector(order, key, end?.kind.map { SQLType($0).name } ?? "object")
  }

  // MARK: Comparisons

  private func check(_ comparison: PredicateComparison) throws {
    let (left, right) = (try type(of: comparison.left), try type(of: comparison.right))
    guard let left, let right else { return }
    switch comparison.type {
    case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      if !left.isComparable(with: right) {
        throw QueryError.typeMismatch(left.name, right, in: .comparison(comparison))
      }
    case .like, .matches, .beginsWith, .endsWith:
      for side in [left, right] where !side.isText && !side.isNull {
        throw QueryError.typeMismatch(side.name, .text, in: .comparison(comparison))
      }
    case .in, .contains, .between, .customSelector: break
    }
  }

  /// The type of an expression's values as far as it is certain; nil for another.
  private func type(of expression: ExpressionTree) throws -> SQLType? {
    switch expression {
    case .constant(let value):
      switch ConstantKind(PlainValue.unwrapped(value)) {
      case .list, .symbol, .other: return nil
      case let kind: return kind.type
      }
    case .evaluatedObject, .variable, .anyKey, .opaque: return nil
    case .keyPath(let keys, of: let operand):
      guard let start = try entity(of: operand), let end = try end(of: keys, from: start) else { return nil }
      // A path that ends in a figure has the figure's type.
      if keys.last != end.key { return nil }
      return end.kind.map { SQLType($0) } ?? .object(end.property.destination)
    case .function(_, let arguments), .aggregate(let arguments):
      for argument in arguments { _ = try type(of: argument) }
    case .subquery: _ = try entity(of: expression)
    case .conditional(let predicate, let first, let second):
      try check(predicate)
      for part in [first, second] { _ = try type(of: part) }
    case .union(let left, let right), .intersect(let left, let right), .minus(let left, let right):
      for part in [left, right] { _ = try type(of: part) }
    }
    return nil
  }

  // MARK: Key paths

  /// The entity of the objects that an expression leads to, as far as it is certain.
  private func entity(of expression: ExpressionTree) throws -> EntityLayout? {
    switch expression {
    case .evaluatedObject: return layout
    case .variable(let name): return variables[name]
    case .keyPath(let keys, of: let operand):
      guard let start = try entity(of: operand), let end = try end(of: keys, from: start) else { return nil }
      return end.property.isRelationship && keys.last == end.key ? end.property.destination : nil
    case .subquery(let members, variable: let name, let predicate):
      let member = try entity(of: members)
      var inner = self
      inner.variables[name] = member
      try inner.check(predicate)
      return member
    default:
      _ = try type(of: expression)
      return nil
    }
  }

  /// The property that keys lead to, not counting what every object has and what follows a collection operator's name.
  private func end(of keys: [String], from start: EntityLayout) throws -> End? {
    var current = start
    var end: End?
    for (index, key) in keys.enumerated() where !key.hasPrefix("@") {
      if current.property(named: key) == nil, ["objectID", "self", "SELF", "entity"].contains(key) { return nil }
      guard let property = current.property(named: key), property.isStored || property.isToMany else {
        throw QueryError.unknownKeyPath(keys, in: start)
      }
      let rest = keys.dropFirst(index + 1)
      if let composite = property.composite, let name = rest.last {
        guard let leaf = composite.leaf(at: rest) else { throw QueryError.unknownKeyPath(keys, in: start) }
        return End(key: name, property: property, kind: composite.leaves[leaf].kind)
      }
      if property.isRelationship {
        current = property.destination
      } else if let next = rest.first, !next.hasPrefix("@") {
        throw QueryError.unknownKeyPath(keys, in: start)
      }
      end = End(key: key, property: property, kind: property.attributeKind)
    }
    return end
  }
}
