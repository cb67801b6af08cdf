import CoreDataSQLite

/// The rows of a batch request as a condition on keys, which several statements of the request share.
struct BatchSelection {
  /// `Z_PK IN (…)`.
  let condition: String
  private let query: SQLQuery
  private let target: BatchTarget
  private let store: SQLiteStore

  init(_ target: BatchTarget, _ store: SQLiteStore) throws {
    self.target = target
    self.store = store
    switch target {
    case .query(let query):
      self.query = try store.planner.statement(query, .keys).query
      condition = "Z_PK IN (SELECT Z_PK FROM (\(self.query.text)))"
    case .keys(let keys, _):
      let list = "[\(keys.map { String($0.key) }.joined(separator: ","))]"
      query = SQLQuery(text: "", values: [.text(list)])
      condition = "Z_PK IN (SELECT value FROM json_each(?))"
    }
  }

  /// Binds what the condition needs, from a parameter on.
  func bind(to statement: Statement, from first: Int) {
    for (index, value) in query.values.enumerated() { value.bind(to: statement, at: Int32(first + index)) }
  }

  /// The keys of the rows that are there.
  func keys(on connection: Connection) throws -> [ObjectKey] {
    if case .query(let query) = target { return try store.runner(connection).keys(query) }
    let statement = try connection.prepare(
      "SELECT Z_ENT, Z_PK FROM \(store.schema.entity(target.layout).table) WHERE \(condition)")
    bind(to: statement, from: 1)
    var keys: [ObjectKey] = []
    while try statement.step() {
      guard let index = store.schema.entityIndex(ofNumber: Int(statement.integer(0))) else { continue }
      keys.append(ObjectKey(entityIndex: index, key: statement.integer(1)))
    }
    return keys
  }
}
