import CoreDataSQLite

/// Runs requests on a connection, whose owner guards it.
struct QueryRunner {
  let planner: QueryPlanner
  let connection: Connection

  /// The rows of a fetch, in order.
  func rows(_ query: RowQuery) throws -> [RowPage] {
    let (sql, plan) = try planner.statement(query, .rows)
    guard let selection = plan.selection else { fatalError("The plan of a fetch of rows tells how to read them.") }
    var reader = RowReader(selection)
    return try reader.read(try prepare(sql))
  }

  /// The keys of a fetch, in order. Rows without an entity are left out.
  func keys(_ query: RowQuery) throws -> [ObjectKey] {
    let statement = try prepare(try planner.statement(query, .keys).query)
    // Where a table has one entity, its rows are that entity's whatever their number, as they are when values are read.
    let only = planner.schema.isAlone(query.layout) ? query.layout.index : nil
    var keys: [ObjectKey] = []
    while try statement.step() {
      guard !statement.isNull(0), let entity = only ?? planner.schema.entityIndex(ofNumber: Int(statement.integer(0)))
      else { continue }
      keys.append(ObjectKey(entityIndex: entity, key: statement.integer(1)))
    }
    return keys
  }

  func count(_ query: RowQuery) throws -> Int {
    let statement = try prepare(try planner.statement(query, .count).query)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  /// The dictionaries of a fetch; nil values are left out, objects are `ObjectKey`s. `externalData` reads a file of
  /// external storage.
  func dictionaries(
    _ query: DictionaryQuery, externalData: (String) throws -> Data
  ) throws -> [[String: Any]] {
    let (sql, plan) = try planner.statement(query)
    let statement = try prepare(sql)
    var result: [[String: Any]] = []
    while try statement.step() {
      var dictionary = [String: Any](minimumCapacity: plan.columns.count)
      for column in plan.columns {
        dictionary[column.name] = try column.value(of: statement, planner.schema, externalData: externalData)
      }
      result.append(dictionary)
    }
    return result
  }

  /// The rows whose to-one relationship `inverse` points at one of `owners`, those of an owner side by side and in the
  /// order of the relationship where it has one.
  func rows(pointingAt owners: [Int64], through inverse: PropertyLayout) throws -> [RowPage] {
    let schema = planner.schema
    guard case .toOne(let columns) = schema.placement(of: inverse) else {
      fatalError("'\(inverse.name)' of '\(inverse.owner.name)' is not a to-one relationship of the store.")
    }
    let selection = RowSelection(schema: schema, layout: inverse.owner, includesSubentities: true)
    let table = schema.entity(inverse.owner).table
    let place = columns.order.map { ", t0.\($0)" } ?? ""
    let statement = try connection.prepare(
      """
      SELECT \(selection.selectList(alias: "t0")) FROM \(table) t0 \
      WHERE  t0.\(columns.column) IN (SELECT value FROM json_each(?)) ORDER BY t0.\(columns.column)\(place)
      """)
    statement.bind("[\(owners.map(String.init).joined(separator: ","))]", at: 1)
    var reader = RowReader(selection)
    return try reader.read(statement)
  }

  private func prepare(_ query: SQLQuery) throws -> Statement {
    let statement = try connection.prepare(query.text)
    for (index, value) in query.values.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
    return statement
  }
}
