extension QueryCompiler {
  /// The statement of a dictionary fetch. All trees have their constants numbered.
  func plan(_ query: DictionaryQuery) throws -> SQLPlan {
    let (condition, remaining) = try split(query.rows.predicate)
    if let first = remaining.first, let predicate = query.rows.predicate {
      throw QueryError.unsupported(predicate.conjuncts[first])
    }
    allowsAggregates = true
    var selected: [SQLFragment] = []
    var columns: [ResultColumn] = []
    var named: [String: SQLExpression] = [:]
    for column in query.columns {
      let value = try self.column(column)
      named[column.name] = value
      columns.append(
        ResultColumn(
          name: column.name, type: value.type, declared: column.type, attribute: value.attribute,
          index: Int32(selected.count), hasEntity: value.object != nil))
      selected.append(value.sql)
      if let object = value.object { selected.append(entityNumber(of: object)) }
      selected += value.elements.map { SQLFragment($0) }
    }
    let groups = try query.groupBy.map { try single($0).sql }
    if !groups.isEmpty { try requireGrouped(query.columns, named, groups) }
    if groups.isEmpty, query.having != nil { throw QueryError.havingWithoutGroups }
    self.columns = named
    let having = try query.having.map { tree in
      do { return try compile(tree) } catch is SQLGap { throw QueryError.unsupported(tree) }
    }
    allowsAggregates = false
    let order = try order(query.rows.sort, columns: named)
    let conditions = [restriction(includesSubentities: query.rows.includesSubentities), condition].compactMap { $0 }
    let what = selected.joined(separator: ", ")
    var sql: SQLFragment = "SELECT \(raw: query.isDistinct ? "DISTINCT " : "")\(what) FROM \(raw: scope.from)"
    sql = "\(sql)\(QueryCompiler.clause("WHERE", conditions))"
    if !groups.isEmpty { sql = "\(sql) GROUP BY  \(groups.joined(separator: ", "))" }
    if let having { sql = "\(sql)\(QueryCompiler.clause("HAVING", [having]))" }
    sql = "\(sql)\(QueryCompiler.ordering(order))\(raw: QueryCompiler.window(query.rows))"
    return SQLPlan(sql, columns: columns)
  }

  private func column(_ column: DictionaryQuery.Column) throws -> SQLExpression {
    let operand: SQLOperand
    do {
      operand = try self.operand(column.expression)
    } catch is SQLGap {
      throw QueryError.unsupported(column.expression)
    }
    switch operand {
    case .value(let value): return value
    case .many: throw QueryError.invalidToMany(column.name)
    case .list: throw QueryError.unsupported(column.expression)
    }
  }

  /// Where the number of an object's entity stands; 0 for the only entity that it can be of.
  private func entityNumber(of object: ObjectReference) -> SQLFragment {
    if let entity = object.entity { return SQLFragment(entity) }
    return object.alias.map { "\(raw: $0).Z_ENT" } ?? "\(raw: schema.entity(object.layout).number)"
  }

  private func requireGrouped(
    _ columns: [DictionaryQuery.Column], _ named: [String: SQLExpression], _ groups: [SQLFragment]
  ) throws {
    let texts = Set(groups.map(\.text))
    for column in columns {
      guard let value = named[column.name], !value.isAggregate, value.constant == nil else { continue }
      if !texts.contains(value.sql.text) { throw QueryError.notGrouped(column.name) }
    }
  }

  /// Dictionaries can be sorted by the names of their columns too.
  private func order(
    _ descriptors: [NSSortDescriptor], columns: [String: SQLExpression]
  ) throws -> [SQLFragment] {
    try descriptors.map { descriptor in
      let column = descriptor.key.flatMap { columns[$0] }
      let term = try column.map { try self.term($0, descriptor) } ?? order([descriptor])?.first
      guard let term else { throw QueryError.unsupportedSort(descriptor.key ?? "SELF") }
      return term
    }
  }
}
