extension QueryCompiler {
  /// `element IN list`, or `list CONTAINS element`, which does not ask whether the list has a nil.
  func membership(
    _ comparison: PredicateComparison, of value: SQLExpression, in list: SQLOperand, isContains: Bool
  ) throws -> SQLFragment {
    if value.isExternal || value.type.isTransformable { throw SQLGap() }
    switch list {
    case .value(let list) where list.constant?.kind == .list:
      return try membership(value, list, comparison, isContains: isContains)
    case .value(let list) where list.isNilConstant: return .null
    case .value(let text):
      // A text in a text.
      var search = comparison
      search.type = .contains
      return try self.text(text, value, search)
    case .many(let collection): return try membership(value, collection, comparison, isContains: isContains)
    case .list(let members):
      if value.isNilConstant { return .null }
      var equality = comparison
      equality.type = .equalTo
      let parts = try members.map { expression -> SQLFragment in
        let member = try single(expression)
        // A nil member is not what the value is asked to be: whether they are the same is unknown.
        return member.isNilConstant ? .null : try compare(value, member, equality)
      }
      let found = parts.isEmpty ? SQLFragment.no : QueryCompiler.balanced(parts[...], " OR ")
      return guarded(value, isContains ? "IFNULL(\(found), 0)" : found)
    }
  }

  /// Nothing is known of nil, not even that it is in no empty list.
  private func guarded(_ value: SQLExpression, _ condition: SQLFragment) -> SQLFragment {
    value.constant != nil ? condition : "CASE WHEN \(value.sql) IS NULL THEN NULL ELSE \(condition) END"
  }

  private func membership(
    _ value: SQLExpression, _ collection: SQLCollection, _ comparison: PredicateComparison, isContains: Bool
  ) throws -> SQLFragment {
    if value.isNilConstant { return .null }
    if collection.value.isExternal || collection.value.type.isTransformable { throw SQLGap() }
    var equality = comparison
    equality.type = .equalTo
    let isFolded = comparison.options.folds && isText(collection.value, value)
    if isContains || isFolded || collection.isMember {
      return guarded(value, collection.exists(where: try compare(collection.value, value, equality)))
    }
    let needle = try bound(value, as: collection.value.type, comparison)
    return guarded(value, "\(needle) IN \(collection.select(collection.value.sql))")
  }

  private func membership(
    _ value: SQLExpression, _ list: SQLExpression, _ comparison: PredicateComparison, isContains: Bool
  ) throws -> SQLFragment {
    guard let constant = list.constant, var encoding = value.type.memberEncoding else {
      throw QueryError.unsupported(.comparison(plain(comparison)))
    }
    let count = (constant.value as? [Any])?.count ?? 0
    if count == 0 { return "(\(value.sql) IS NULL AND NULL)" }
    var needle = value.sql
    if comparison.options.folds, value.type.isText {
      encoding = .folded(comparison.options)
      needle = "\(raw: SQLFunctions.folded)(\(needle), \(raw: comparison.options.rawValue))"
    }
    let found: SQLFragment
    if count <= QueryShape.writtenMembers {
      let members = (0..<count).map { index -> SQLFragment in
        "\(SQLParameter(constant: constant.index, encoding: .member(index, encoding)))"
      }
      found = "\(needle) IN (\(members.joined(separator: ", ")))"
    } else {
      let parameter = SQLParameter(constant: constant.index, encoding: .list(encoding))
      found = "\(needle) IN (SELECT \(raw: encoding.memberSQL) FROM json_each(\(parameter)))"
    }
    return isContains ? guarded(value, "IFNULL(\(found), 0)") : found
  }
}

extension ConstantEncoding {
  /// A member as `json_each` gives it, in the form in which it was before it was written as JSON.
  var memberSQL: String {
    switch self {
    case .number, .date: "\(SQLFunctions.double)(value)"
    case .decimal: "\(SQLFunctions.decimal)(value)"
    case .text, .folded: "CASE type WHEN 'array' THEN \(SQLFunctions.text)(value) ELSE value END"
    case .data, .uuid: "\(SQLFunctions.bytes)(value)"
    default: "value"
    }
  }
}
