import CoreDataSQLite

extension InspectedStore {
  /// How a fetch runs.
  package struct Explanation {
    package var sql: String
    /// The values bound to the statement's parameters, as SQL spells them.
    package var values: [String]
    /// SQLite's own words, a step each, indented by depth.
    package var plan: [String]
    /// The part of the predicate that SQL cannot say and that is evaluated on the objects found; nil for none.
    package var remainder: String?
  }

  /// Explains a fetch of this store. Throws for an unknown entity or key path, and for what stores refuse.
  package func explain<Result>(_ request: NSFetchRequest<Result>) throws -> Explanation {
    guard let name = request.entityName, let layout = layout(name) else {
      throw QueryError.error("There is no entity \(request.entityName ?? "").")
    }
    var query = RowQuery(layout)
    query.includesSubentities = request.includesSubentities
    query.predicate = try request.predicate.map { try StoredPredicate.tree($0) }
    query.sort = request.sortDescriptors ?? []
    query.limit = request.fetchLimit
    query.offset = request.fetchOffset
    let split = try store.split(query)
    let sql = try store.planner.statement(split.stored, .rows).query
    return Explanation(
      sql: sql.text, values: sql.values.map(\.literal), plan: try plan(of: sql), remainder: split.predicate?.format)
  }

  private func plan(of sql: SQLQuery) throws -> [String] {
    try store.read { connection in
      let statement = try connection.prepare("EXPLAIN QUERY PLAN " + sql.text)
      for (index, value) in sql.values.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
      var depths: [Int64: Int] = [:]
      var lines: [String] = []
      while try statement.step() {
        let depth = depths[statement.integer(1)].map { $0 + 1 } ?? 0
        depths[statement.integer(0)] = depth
        lines.append(String(repeating: "  ", count: depth) + (statement.string(3) ?? ""))
      }
      return lines
    }
  }
}

extension SQLValue {
  /// The value as a literal of SQL.
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .text(let text): "'\(text.replacing("'", with: "''"))'"
    case .rawText(let bytes): "CAST(x'\(bytes.hexadecimal)' AS TEXT)"
    case .blob(let data): "x'\(data.hexadecimal)'"
    }
  }
}

extension Sequence<UInt8> {
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
