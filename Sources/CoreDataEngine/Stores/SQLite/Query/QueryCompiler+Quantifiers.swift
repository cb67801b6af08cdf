extension QueryCompiler {
  /// ANY and ALL. Each is true or false, never unknown: what is unknown of a member does not count as true.
  func quantified(_ comparison: PredicateComparison) throws -> SQLFragment {
    let isAny = comparison.modifier == .any
    var inner = comparison
    inner.modifier = .direct
    switch try operand(comparison.left) {
    case .many(let collection):
      if case .many = try operand(comparison.right), comparison.type != .in {
        throw QueryError.multipleToManyNotAllowed
      }
      let condition = try self.condition(on: collection.value, inner)
      return isAny
        ? collection.exists(where: condition) : "NOT \(collection.exists(where: "(\(condition)) IS NOT TRUE"))"
    case .value(let value):
      if value.constant != nil { throw SQLGap() }
      let condition = try self.condition(on: value, inner)
      return isAny
        ? "(\(value.sql) IS NOT NULL AND (\(condition)) IS TRUE)" : "(\(value.sql) IS NULL OR (\(condition)) IS TRUE)"
    case .list: throw SQLGap()
    }
  }

  /// The comparison with a compiled value on its left.
  private func condition(on value: SQLExpression, _ comparison: PredicateComparison) throws -> SQLFragment {
    // The value travels under a name that no key path and no variable of a format can have.
    let name = " member"
    let outer = columns.updateValue(value, forKey: name)
    defer { columns[name] = outer }
    var comparison = comparison
    comparison.left = .variable(name)
    return try compile(comparison)
  }
}
