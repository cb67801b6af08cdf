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
    let (needle, member) = try matched(value, collection.value, comparison)
    return guarded(value, "\(needle) IN \(collection.select(member))")
  }

  private func membership(
    _ value: SQLExpression, _ list: SQLExpression, _ comparison: PredicateComparison, isContains: Bool
  ) throws -> SQLFragment {
    guard let constant = list.constant, var encoding = value.type.memberEncoding else {
      throw QueryError.unsupported(.comparison(plain(comparison)))
    }
    let members = constant.value as? [Any] ?? []
    if members.isEmpty { return "(\(value.sql) IS NULL AND NULL)" }
    var needle = value.sql
    if comparison.options.folds, value.type.isText {
      encoding = .folded(comparison.options)
      needle = "\(raw: SQLFunctions.folded)(\(needle), \(raw: comparison.options.rawValue))"
    }
    let isReal = value.type.isDecimal ? members.map { NumberForm($0) == .real } : []
    var found = self.found(needle, constant, encoding, members.indices.filter { isReal.isEmpty || !isReal[$0] })
    if isReal.contains(true) {
      let double: SQLFragment = "\(raw: SQLFunctions.nearestDouble)(\(needle))"
      found = "(\(found) OR \(self.found(double, constant, .real, members.indices.filter { isReal[$0] })))"
    }
    return isContains ? guarded(value, "IFNULL(\(found), 0)") : found
  }

  /// Whether a value is one of the members of a constant list that stand at `places`, which are those that the encoding
  /// takes in.
  private func found(
    _ needle: SQLFragment, _ list: NumberedConstant, _ encoding: ConstantEncoding, _ places: [Int]
  ) -> SQLFragment {
    let count = (list.value as? [Any])?.count ?? 0
    if count > QueryShape.writtenMembers {
      let parameter = SQLParameter(constant: list.index, encoding: .list(encoding))
      return "\(needle) IN (SELECT \(raw: encoding.memberSQL) FROM json_each(\(parameter)))"
    }
    let members = places.map { place -> SQLFragment in
      "\(SQLParameter(constant: list.index, encoding: .member(place, encoding)))"
    }
    return "\(needle) IN (\(members.joined(separator: ", ")))"
  }
}

extension ConstantEncoding {
  /// A member as `json_each` gives it, in the form in which it was before it was written as JSON.
  var memberSQL: String {
    switch self {
    case .number, .real, .date: "\(SQLFunctions.double)(value)"
    case .decimal: "\(SQLFunctions.decimal)(value)"
    case .text, .folded: "CASE type WHEN 'array' THEN \(SQLFunctions.text)(value) ELSE value END"
    case .data, .uuid: "\(SQLFunctions.bytes)(value)"
    default: "value"
    }
  }
}
