/// Turns trees into SQL. One compiler makes one statement; its constants are `NumberedConstant`s.
///
/// The rules of nil are SQL's own, and those of `PredicateEvaluator` with its rule `.sql`, so that both agree.
final class QueryCompiler {
  let schema: SQLSchema
  let layout: EntityLayout
  let scope: SQLScope
  /// What a key path of the evaluated object begins at.
  let root: ObjectReference
  /// The members that the variables of the subqueries around stand for.
  var members: [String: ObjectReference] = [:]
  /// What variables of HAVING stand for.
  var columns: [String: SQLExpression] = [:]
  /// Whether functions such as `sum:` of single values are aggregates over the rows of the statement.
  var allowsAggregates = false
  private var aliasCount = 1

  init(schema: SQLSchema, layout: EntityLayout) {
    self.schema = schema
    self.layout = layout
    scope = SQLScope(source: "\(schema.entity(layout).table) t0")
    root = ObjectReference(scope: scope, layout: layout, key: "t0.Z_PK", alias: "t0", entity: nil)
  }

  func nextAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// The condition that a predicate is. Throws `SQLGap` for what SQL cannot say.
  func compile(_ tree: PredicateTree) throws -> SQLFragment {
    switch tree {
    case .literal(let value): return value ? .yes : .no
    case .comparison(let comparison): return try compile(comparison)
    case .and(let parts): return try combined(parts, " AND ", empty: .yes)
    case .or(let parts): return try combined(parts, " OR ", empty: .no)
    case .not(let part): return "NOT (\(try compile(part)))"
    case .opaque: throw QueryError.unsupported(tree)
    }
  }

  /// SQLite parses conditions to a depth of 1,000 only, so long chains become balanced trees.
  private func combined(_ parts: [PredicateTree], _ word: String, empty: SQLFragment) throws -> SQLFragment {
    if parts.isEmpty { return empty }
    return QueryCompiler.balanced(try parts.map { try compile($0) }[...], word)
  }

  static func balanced(_ parts: ArraySlice<SQLFragment>, _ word: String) -> SQLFragment {
    if parts.count == 1 { return parts[parts.startIndex] }
    if parts.count <= 100 { return "(\(parts.joined(separator: word)))" }
    let middle = parts.startIndex + parts.count / 2
    return "(\(balanced(parts[..<middle], word))\(raw: word)\(balanced(parts[middle...], word)))"
  }

  /// The condition that keeps rows to an entity; nil when every row of the table qualifies.
  func restriction(includesSubentities: Bool) -> SQLFragment? {
    let isRoot = layout.superlayout == nil
    if isRoot, includesSubentities || !layout.hasSubentities { return nil }
    let numbers = schema.numbers(of: layout, includesSubentities: includesSubentities)
    if numbers.count == 1 { return "t0.Z_ENT = \(raw: numbers[0])" }
    return "t0.Z_ENT IN (\(raw: numbers.map(String.init).joined(separator: ", ")))"
  }
}
