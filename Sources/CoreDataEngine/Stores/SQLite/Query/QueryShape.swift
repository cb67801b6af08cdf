/// What the text of a statement depends on, and the constants that are bound to it.
///
/// Two requests of one shape have the same text. Constants are numbered in the order in which `number` meets them.
struct QueryShape {
  struct Key: Hashable {
    fileprivate(set) var bytes: [UInt8] = []

    // The array's own hash would feed the bytes one by one.
    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// Lists of up to this many members are written out. Measured over an indexed column, one to four members are up to
  /// twice as quick that way, and from eight on both ways cost the same; longer lists share one text and one plan.
  static let writtenMembers = 32

  private(set) var key = Key()
  private(set) var constants: [Any?] = []

  mutating func add(_ byte: UInt8) { key.bytes.append(byte) }
  mutating func add(_ flag: Bool) { key.bytes.append(flag ? 1 : 0) }
  mutating func add(_ number: Int) { withUnsafeBytes(of: number) { key.bytes.append(contentsOf: $0) } }

  mutating func add(_ text: String) {
    key.bytes.append(contentsOf: text.utf8)
    key.bytes.append(0)
  }

  mutating func add(_ tree: PredicateTree) throws {
    switch tree {
    case .literal(let value): add(value ? UInt8(ascii: "1") : UInt8(ascii: "0"))
    case .and(let parts): try add(parts, UInt8(ascii: "&"))
    case .or(let parts): try add(parts, UInt8(ascii: "|"))
    case .not(let part):
      add(UInt8(ascii: "!"))
      try add(part)
    case .opaque: throw QueryError.unsupported(tree)
    case .comparison(let comparison):
      if comparison.left.isClosed, comparison.right.isClosed {
        add(UInt8(ascii: "="))
        add(UInt8(try comparison.closedTruth().map { $0 ? 1 : 0 } ?? 2))
        return
      }
      add(UInt8(ascii: "~"))
      add(UInt8(truncatingIfNeeded: comparison.type.rawValue))
      add(UInt8(truncatingIfNeeded: comparison.modifier.rawValue))
      add(UInt8(truncatingIfNeeded: comparison.options.rawValue))
      try add(comparison.left)
      try add(comparison.right)
    }
  }

  private mutating func add(_ parts: [PredicateTree], _ mark: UInt8) throws {
    add(mark)
    add(parts.count)
    for part in parts { try add(part) }
  }

  mutating func add(_ expression: ExpressionTree) throws {
    if expression.isClosed { return addConstant(try expression.closedValue()) }
    switch expression {
    case .constant: break
    case .evaluatedObject: add(UInt8(ascii: "S"))
    case .variable(let name):
      add(UInt8(ascii: "$"))
      add(name)
    case .keyPath(let keys, of: let operand):
      add(UInt8(ascii: "k"))
      add(keys.count)
      for key in keys { add(key) }
      try add(operand)
    case .function(let name, let arguments):
      add(UInt8(ascii: "f"))
      add(name)
      try add(arguments)
      if name == PredicateFunction.cast, case .constant(let type as String)? = arguments.last { add(type) }
    case .aggregate(let members):
      add(UInt8(ascii: "{"))
      try add(members)
    case .subquery(let members, variable: let name, let predicate):
      add(UInt8(ascii: "q"))
      add(name)
      try add(members)
      try add(predicate)
    case .conditional(let predicate, then: let first, otherwise: let second):
      add(UInt8(ascii: "?"))
      try add(predicate)
      try add(first)
      try add(second)
    case .union(let left, let right), .intersect(let left, let right), .minus(let left, let right):
      add(UInt8(ascii: "u"))
      try add(left)
      try add(right)
    case .anyKey, .opaque: throw QueryError.unsupported(expression)
    }
  }

  private mutating func add(_ expressions: [ExpressionTree]) throws {
    add(expressions.count)
    for expression in expressions { try add(expression) }
  }

  private mutating func addConstant(_ value: Any?) {
    let kind = ConstantKind(value)
    add(kind.rawValue)
    switch kind {
    case .list:
      let members = value as? [Any] ?? []
      add(UInt8(min(members.count, QueryShape.writtenMembers + 1)))
      addForms(of: members)
    case .symbol: add((value as? CollectionIndex)?.rawValue ?? "")
    default: break
    }
    constants.append(value)
  }

  /// Decimals are compared with doubles in another way than with other numbers. One list is of one sort of values.
  private mutating func addForms(of members: [Any]) {
    guard let first = members.first(where: { PlainValue.unwrapped($0) != nil }), NumberForm(first) != .other else {
      return
    }
    if members.count <= QueryShape.writtenMembers {
      for member in members { add(NumberForm(member).rawValue) }
    } else {
      add(members.contains { NumberForm($0) == .real })
    }
  }
}

extension PredicateComparison {
  /// The answer of a comparison that depends on no row; nil when it is unknown.
  func closedTruth() throws -> Bool? {
    do {
      return try PredicateEvaluator(nilRule: .sql).truth(.comparison(self), nil)
    } catch {
      throw QueryError.error("Cannot evaluate \(PredicateTree.comparison(self).format): \(error)", underlying: error)
    }
  }
}
