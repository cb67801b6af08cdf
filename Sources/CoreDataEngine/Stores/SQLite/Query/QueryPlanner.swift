import Synchronization

/// Turns requests into statements, and remembers the plan of each shape of request.
final class QueryPlanner: Sendable {
  let schema: SQLSchema
  /// Object IDs of other stores match nothing; nil takes the IDs of any.
  let store: ObjectIdentifier?
  private let plans = Mutex<[QueryShape.Key: SQLPlan]>([:])

  /// Programs have few shapes; one that makes them up would fill the memory.
  private static let capacity = 1_000

  init(schema: SQLSchema, store: ObjectIdentifier? = nil) {
    self.schema = schema
    self.store = store
  }

  /// The statement of a fetch, ready to run, and its plan. Throws for what Apple's stores refuse, and for what SQL cannot
  /// say: split the query first where that may be.
  func statement(_ query: RowQuery, _ result: SQLResult) throws -> (query: SQLQuery, plan: SQLPlan) {
    let (plan, constants) = try plan(query, result)
    if let first = plan.remaining.first, let predicate = query.predicate {
      throw QueryError.unsupported(predicate.conjuncts[first])
    }
    if plan.sortsInMemory {
      throw QueryError.error("unsupported NSSortDescriptor (comparator blocks are not supported)")
    }
    return (try bind(plan, constants), plan)
  }

  /// The part of a fetch that SQL can say, and what remains. Decided before anything runs.
  func split(_ query: RowQuery) throws -> QuerySplit {
    let plan = try plan(query, .rows).plan
    var split = QuerySplit(stored: query)
    guard !plan.remaining.isEmpty || plan.sortsInMemory else { return split }
    split.stored.limit = 0
    split.stored.offset = 0
    if plan.sortsInMemory {
      split.sorts = true
      split.stored.sort = []
    }
    if !plan.remaining.isEmpty, let predicate = query.predicate {
      let left = Set(plan.remaining)
      let parts = predicate.conjuncts.enumerated()
      let said = parts.filter { !left.contains($0.offset) }.map(\.element)
      split.stored.predicate = said.isEmpty ? nil : .and(said)
      split.predicate = .and(parts.filter { left.contains($0.offset) }.map(\.element))
    }
    return split
  }

  /// The statement of a dictionary fetch.
  func statement(_ query: DictionaryQuery) throws -> (query: SQLQuery, plan: SQLPlan) {
    var shape = QueryShape()
    try shape.add(query)
    let plan = try plan(shape.key) {
      try QueryCompiler(schema: schema, layout: query.rows.layout).plan(try query.numbered())
    }
    return (try bind(plan, shape.constants), plan)
  }

  private func plan(_ query: RowQuery, _ result: SQLResult) throws -> (plan: SQLPlan, constants: [Any?]) {
    var shape = QueryShape()
    shape.add(result.rawValue)
    try shape.add(query)
    let plan = try plan(shape.key) {
      var numbering = ConstantNumbering()
      let predicate = try query.predicate.map { try numbering.number($0) }
      return try QueryCompiler(schema: schema, layout: query.layout).plan(query, predicate, result)
    }
    return (plan, shape.constants)
  }

  private func plan(_ key: QueryShape.Key, make: () throws -> SQLPlan) throws -> SQLPlan {
    if let known = plans.withLock({ $0[key] }) { return known }
    let plan = try make()
    plans.withLock { plans in
      if plans.count >= QueryPlanner.capacity { plans.removeAll() }
      plans[key] = plan
    }
    return plan
  }

  private func bind(_ plan: SQLPlan, _ constants: [Any?]) throws -> SQLQuery {
    let encoder = ConstantEncoder(schema: schema, store: store)
    let values = try plan.parameters.map { try encoder.value(constants[$0.constant], $0.encoding) }
    return SQLQuery(text: plan.text, values: values)
  }
}

extension QueryShape {
  mutating func add(_ query: RowQuery) throws {
    add(query.layout.index)
    add(query.includesSubentities)
    add(query.limit)
    add(query.offset)
    add(query.sort.count)
    for descriptor in query.sort {
      add(descriptor.key ?? "")
      add(descriptor.key != nil)
      add(descriptor.ascending)
      add(descriptor.ordering.selector?.description ?? "")
    }
    add(query.predicate != nil)
    if let predicate = query.predicate { try add(predicate) }
  }

  mutating func add(_ query: DictionaryQuery) throws {
    add(SQLResult.dictionaries.rawValue)
    try add(query.rows)
    add(query.isDistinct)
    add(query.columns.count)
    for column in query.columns {
      add(column.name)
      add(Int(column.type.rawValue))
      try add(column.expression)
    }
    add(query.groupBy.count)
    for expression in query.groupBy { try add(expression) }
    add(query.having != nil)
    if let having = query.having { try add(having) }
  }
}

extension DictionaryQuery {
  /// The query with its constants numbered, in the order in which its shape collects them.
  fileprivate func numbered() throws -> DictionaryQuery {
    var numbering = ConstantNumbering()
    var result = self
    result.rows.predicate = try rows.predicate.map { try numbering.number($0) }
    for index in columns.indices { result.columns[index].expression = try numbering.number(columns[index].expression) }
    result.groupBy = try groupBy.map { try numbering.number($0) }
    result.having = try having.map { try numbering.number($0) }
    return result
  }
}
